# SPDX-License-Identifier: Apache-2.0
"""Protections are offered by situation, and all of them behind a search."""

from __future__ import annotations

from diversa import make_plan
from diversa.models import MODELS
from diversa.studio.pages.model_choice import ModelChoice
from diversa.studio.steps.model_advice import ADVICE
from diversa.studio.steps.model_forms import model_forms

PLAN = make_plan(quasi_identifiers="zip", sensitive="ill")


async def nothing(form):
    """Add nothing."""


def test_every_protection_is_offered(draw):
    text = draw(ModelChoice(PLAN, model_forms(PLAN), nothing).draw)
    assert all(f"Add {name}" in text for name in MODELS)
    assert all(advice.title in text for advice in ADVICE)
    assert text.index("one secret") < text.index(f"All {len(MODELS)} protections")
    lacks = {form.name: form.lacks for form in model_forms(PLAN)}
    assert f"It {lacks['k-map']}." in text

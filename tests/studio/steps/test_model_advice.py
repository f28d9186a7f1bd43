# SPDX-License-Identifier: Apache-2.0
"""Advice names models that there are, and fits the plan."""

from __future__ import annotations

from diversa import make_plan
from diversa.models import MODELS
from diversa.studio.steps.model_advice import ADVICE, fitting_advice


def test_advice_names_models_that_there_are():
    for advice in ADVICE:
        assert advice.models
        assert {*advice.models} <= {*MODELS}
        assert len({*advice.models}) == len(advice.models)
    assert len({advice.title for advice in ADVICE}) == len(ADVICE)


def test_advice_fits_the_plan():
    nothing = make_plan(quasi_identifiers="zip")
    secret = make_plan(quasi_identifiers="zip", sensitive="ill")
    people = make_plan(quasi_identifiers="zip", sensitive="ill", person="who")
    titles = [fitting_advice(plan)[0].title for plan in (nothing, secret, people)]
    assert titles == [
        "Published once, nothing secret in it",
        "Published once, one secret",
        "A person has several rows",
    ]
    for plan in (nothing, secret, people):
        assert {*fitting_advice(plan)} == {*ADVICE}

# SPDX-License-Identifier: Apache-2.0
"""A plan for one release of a series: what it promises alone, and what it cannot."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.plan.keywords import make_plan
from diversa.series.series_plan import ask


def plan(*models, **words):
    return make_plan(
        **({"quasi_identifiers": "zip", "sensitive": "ill", "models": models} | words)
    )


def test_one_release_promises_m_uniqueness_in_its_place():
    asked = ask(plan("k-anonymity:3", "m-invariance:2"))
    specs = [model.spec for model in asked.plan.bound_models()]
    assert specs == ["k-anonymity:3", "m-uniqueness:2,on=ill"]
    assert (asked.m, asked.sensitive) == (2, "ill")


def test_every_reason_is_told_at_once():
    with pytest.raises(PlanError) as caught:
        ask(plan("t-closeness:0.2", sensitive=["ill"], missing="own"))
    told = str(caught.value)
    assert "must name m-invariance once" in told
    assert "t-closeness:0.2 cannot be promised" in told


@pytest.mark.parametrize(
    ("word", "value", "key"),
    [
        ("person", "name", "roles.person"),
        ("weight", "w", "roles.weight"),
        ("rows_are_people", True, "people.rows_are_people"),
        ("not_the_subject", "doctor", "people.not_the_subject"),
    ],
)
def test_the_key_says_who_a_person_is(word, value, key):
    with pytest.raises(PlanError, match=f"{key}: must be left out of a republication"):
        ask(plan("m-invariance:2", **{word: value}))

# SPDX-License-Identifier: Apache-2.0
"""The least rows of a group that a plan asks for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.methods.bucket_words import BucketWords, similarities
from diversa.plan.keywords import make_plan


def words_of(model, **given):
    plan = make_plan(
        quasi_identifiers="age",
        sensitive="ill",
        models=model,
        method="anatomy",
        **given,
    )
    return BucketWords.of(plan, plan.bound_models())


@pytest.mark.parametrize(
    ("model", "given", "least"),
    [
        ("frequency-l-diversity:3", {}, 12),
        ("frequency-l-diversity:2.5", {}, 12),
        ("distinct-l-diversity:2", {}, 8),
        ("frequency-l-diversity:3", {"nearby": False}, 1),
        ("frequency-l-diversity:3", {"group_rows": 5}, 5),
        ("frequency-l-diversity:3", {"nearby": False, "group_rows": 5}, 5),
        ("m-uniqueness:3", {}, 1),
    ],
)
def test_the_least_rows_of_a_group(model, given, least):
    found = words_of(model, **given)
    assert found.least == least
    assert found.nearby is given.get("nearby", True)


def test_similarities_are_those_that_models_name():
    plan = make_plan(models=["le-diversity:l=2,e=1", "k-anonymity:2"], sensitive="ill")
    assert similarities(plan.bound_models()) == [Fraction(1)]

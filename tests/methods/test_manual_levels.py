# SPDX-License-Identifier: Apache-2.0
"""Chosen levels are published if the models hold there, and refused otherwise."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import NoSolutionError, PlanError
from diversa.hierarchies import Intervals

AGES = pd.DataFrame(
    {
        "age": [21, 22, 23, 24, 31, 32, 33, 51],
        "sex": list("FFMMFFMM"),
        "ill": ["a", "b", "a", "b", "a", "a", "a", "b"],
    }
)
WORDS = {
    "quasi_identifiers": ["age", "sex"],
    "sensitive": "ill",
    "hierarchies": {"age": Intervals((10,))},
    "models": "k-anonymity:2",
}


def anonymize(levels, **words):
    return diversa.anonymize(AGES, levels=levels, **(WORDS | words))


def test_groups_that_fail_within_the_limit_are_suppressed():
    """By decade and sex 33 M and 51 M are alone: 2 of 8 rows."""
    release = anonymize({"age": 1, "sex": 0}, suppression=0.25)
    assert release.levels == {"age": 1, "sex": 0}
    assert release.suppressed == 2
    assert len(release.frame) == 6
    assert set(release.frame.groupby(["age", "sex"]).size()) == {2}


def test_beyond_the_limit_they_are_refused():
    with pytest.raises(NoSolutionError) as caught:
        anonymize({"age": 1, "sex": 0}, suppression=0.2)
    told = str(caught.value)
    assert "at most 1 of 8 rows suppressed" in told
    assert "k-anonymity:2: fails in 2 rows, in 2 of 5 groups." in told
    assert caught.value.attained == {"k-anonymity:2": 1}


def test_every_model_that_fails_is_named():
    """By decade the thirties all have `a`, and 51 is alone: 4 rows of two groups."""
    models = ["k-anonymity:2", "distinct-l-diversity:2"]
    with pytest.raises(NoSolutionError, match="distinct-l-diversity:2") as caught:
        anonymize({"age": 1, "sex": 1}, models=models)
    assert "fails in 4 rows, in 2 of 3 groups" in str(caught.value)
    release = anonymize({"age": 2, "sex": 0}, models=models)
    assert release.audit.holds


def test_a_higher_level_than_the_best_may_be_chosen():
    assert anonymize({"age": 2, "sex": 1}).metrics["loss"] == 1


@pytest.mark.parametrize(
    ("levels", "fault"),
    [
        ({"age": 1}, "must name a level of 'sex' too, from 0 to 1"),
        ({"age": 3, "sex": 0}, "'age' must be a whole number from 0 to 2, got 3"),
        ({"age": -1, "sex": 0}, "'age' must be a whole number from 0 to 2, got -1"),
        ({"age": True, "sex": 0}, "'age' must be a whole number from 0 to 2, got True"),
        ({"age": 1, "sex": 0, "ill": 1}, "'ill' must be a quasi-identifier"),
    ],
)
def test_levels_that_are_none(levels, fault):
    with pytest.raises(PlanError, match=fault):
        anonymize(levels)


def test_another_method_has_no_levels():
    with pytest.raises(PlanError, match="must come with the method full-domain"):
        anonymize({"age": 1, "sex": 1}, method="mondrian", labels="tight")

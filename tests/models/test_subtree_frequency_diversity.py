# SPDX-License-Identifier: Apache-2.0
"""Subtree-frequency diversity: spec §5.2 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.hierarchies import Taxonomy
from diversa.models import SubtreeFrequencyDiversity, parse
from diversa.models.distinct_l_diversity import ManyValues

TREE = Taxonomy(tree={"*": {"p": {"q": ["a", "b"]}, "c": {}, "r": ["d"]}})
"""q and r have the height 1, p has 2, the root has 3."""


def level(e, *counts, missing="raise", taxonomy=TREE):
    groups = Groups.from_counts(counts, on="s", taxonomy=taxonomy, missing=missing)
    return SubtreeFrequencyDiversity(1, e).attained(groups)


@pytest.mark.parametrize(
    ("e", "counts", "expected"),
    [
        (0, {"a": 2, "b": 1, "c": 1}, 2),
        (1, {"a": 2, "b": 1, "c": 1}, 4 / 3),
        ("1.9", {"a": 2, "b": 1, "c": 1}, 4 / 3),
        (2, {"a": 1, "b": 1, "c": 1, "d": 1}, 2),
        (3, {"a": 1, "b": 1, "c": 1, "d": 1}, 1),
        ("1e300", {"a": 1, "d": 1}, 1),
        (1, {"a": 1}, 1),
        (1, {"a": 1, "c": 1, "d": 1}, 3),
        (0, {"c": 7}, 1),
    ],
)
def test_level(e, counts, expected):
    assert level(e, counts) == expected


def test_a_value_above_e_is_a_subtree_of_its_own():
    assert level(1, {"p": 1, "a": 1, "c": 1}) == 3
    assert level(2, {"p": 1, "a": 1, "c": 1}) == 1.5


def test_no_group_is_vacuously_true():
    assert level(1) == math.inf


def test_one_always_holds():
    groups = Groups.from_counts([{"a": 3}, {"a": 1, "b": 1}], on="s", taxonomy=TREE)
    assert SubtreeFrequencyDiversity(1, 3).holds(groups).all()


@pytest.mark.parametrize(
    ("counts", "expected"),
    [({"a": 1, "c": 1, None: 1}, 1.5), ({None: 3}, 1), ({"a": 1, "b": 1, None: 0}, 1)],
)
def test_missing_values_lie_in_the_fullest_subtree(counts, expected):
    assert level(1, counts, missing="worst") == expected


def test_a_missing_value_of_its_own_is_a_leaf():
    assert level(1, {"a": 1, None: 1}, missing="own") == 2
    assert level(3, {"a": 1, None: 1}, missing="own") == 1


def test_without_a_taxonomy_it_is_refused(table):
    with pytest.raises(ModelError, match="must have a taxonomy, got none; declare one"):
        SubtreeFrequencyDiversity(2, 1, on="s").check(table((1, 1)).sensitive)


def test_implied():
    assert parse("subtree-frequency-diversity:l=2.5,e=1,on=s").implied() == (
        ManyValues(3, on="s"),
        parse("k-anonymity:3"),
    )

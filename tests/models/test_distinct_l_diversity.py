# SPDX-License-Identifier: Apache-2.0
"""Distinct l-diversity: spec §3.2 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.models import DistinctLDiversity
from diversa.models.distinct_l_diversity import ManyValues


@pytest.mark.parametrize(
    ("groups", "level"),
    [
        pytest.param([(49, 1)], 2, id="two values, one rare"),
        pytest.param([(1, 1, 2), (1, 1, 2)], 3, id="Figure 3"),
        pytest.param([(2, 2), (1, 1, 2), (0, 0, 4)], 1, id="Figure 2"),
        pytest.param([(1,)], 1, id="one row"),
    ],
)
def test_level(table, groups, level):
    assert DistinctLDiversity(1).attained(table(*groups)) == level


def test_no_group_is_vacuously_true(table):
    assert DistinctLDiversity(5).holds(table()).all()
    assert DistinctLDiversity(5).attained(table()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "level"), [((1,), 2, 1), ((), 3, 1), ((2, 1), 4, 2)]
)
def test_missing_values_add_nothing(table, known, unknown, level):
    assert DistinctLDiversity(1).attained(table(known, unknown=[unknown])) == level


def test_implied_without_the_other_sensitive_attributes():
    joint = DistinctLDiversity(3, on="s", joint=True)
    assert joint.implied() == (ManyValues(3, on="s"),)
    assert not joint.prunes(suppression=True)

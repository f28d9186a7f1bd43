# SPDX-License-Identifier: Apache-2.0
"""Frequency l-diversity: spec §3.3 and the edge cases of §14."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.models import FrequencyLDiversity, parse
from diversa.models.distinct_l_diversity import ManyValues


@pytest.mark.parametrize(
    ("counts", "level"),
    [
        ((2, 1, 1), 2),
        ((4,), 1),
        ((1,), 1),
        ((3,), 1),
        ((1, 1, 1), 3),
        ((1, 2), 1.5),
        ((6, 3, 2, 1), 2),
    ],
)
def test_level(table, counts, level):
    assert FrequencyLDiversity(1).attained(table(counts)) == level


@pytest.mark.parametrize(
    ("l", "holds"), [("2.5", True), ("2.5000001", False), ("5/2", True), (2, True)]
)
def test_bounds_are_exact(table, l, holds):
    assert FrequencyLDiversity(l).holds(table((2, 2, 1))).tolist() == [holds]


@pytest.mark.parametrize("size", range(2, 60))
def test_thirds_and_the_like(table, size):
    exact = Fraction(size, size - 1)
    assert FrequencyLDiversity(exact).holds(table((size - 1, 1))).all()


def test_no_group_is_vacuously_true(table):
    assert FrequencyLDiversity(5).holds(table()).all()
    assert FrequencyLDiversity(5).attained(table()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "level"),
    [((1,), 2, 1), ((), 3, 1), ((2, 2), 1, Fraction(5, 3)), ((1, 1, 1), 0, 3)],
)
def test_missing_values_count_as_the_most_frequent(table, known, unknown, level):
    groups = table(known, unknown=[unknown])
    assert FrequencyLDiversity(level).holds(groups).all()
    assert not FrequencyLDiversity(level + Fraction(1, 10**9)).holds(groups).any()


def test_implied():
    wanted = ManyValues(3, on="s"), parse("k-anonymity:3")
    model = parse("frequency-l-diversity:2.1,on=s")
    assert model.implied() == wanted

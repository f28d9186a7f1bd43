# SPDX-License-Identifier: Apache-2.0
"""Entropy l-diversity: spec §3.4, the exact comparison of §0.4, edge cases of §14."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.models import EntropyLDiversity, parse
from diversa.models.distinct_l_diversity import ManyValues
from diversa.models.entropy_l_diversity import reaches


@pytest.mark.parametrize(
    ("counts", "level"),
    [
        ((2, 1, 1), 2**1.5),
        ((2, 2), 2),
        ((2, 1), 1.8899),
        ((49, 1), 1.1030),
        ((99, 1), 1.0576),
        ((1,), 1),
        ((6, 3, 2, 1), 3.3163),
    ],
)
def test_level(table, counts, level):
    found = EntropyLDiversity(1).attained(table(counts))
    assert found == pytest.approx(level, abs=5e-5)


@pytest.mark.parametrize("size", range(1, 27))
@pytest.mark.parametrize("count", [1, 7, 1000])
def test_equal_counts_have_exactly_their_number(table, size, count):
    groups = table((count,) * size)
    assert EntropyLDiversity(size).holds(groups).all()
    assert EntropyLDiversity(1).attained(groups) == size
    above = size + Fraction(1, 10**12)
    assert not EntropyLDiversity(above).holds(groups).any()


@pytest.mark.parametrize(
    ("counts", "l", "holds"),
    [
        pytest.param((2, 1, 1), "2", True, id="(2,1,1) reaches 2"),
        pytest.param((2, 1, 1), "3", False, id="(2,1,1) misses 3"),
        pytest.param((2, 1, 1), "2.8", True, id="Figure 3 is 2.8-diverse"),
        pytest.param((2, 1, 1), "2.83", False, id="but not 2.83-diverse"),
        pytest.param((4, 1, 1, 1, 1), "4", True, id="a tie that is not uniform"),
        pytest.param((40, 10, 10, 10, 10), "4", True, id="the same, ten times"),
        pytest.param((4, 1, 1, 1, 1), "4.0000000001", False, id="just above it"),
        pytest.param((5, 1, 1, 1, 1), "4", False, id="just below"),
        pytest.param((1,), "1", True, id="one row"),
        pytest.param((1,), "1e300", False, id="a bound beyond any table"),
        pytest.param((1, 1), "1.0" + "0" * 30 + "1", True, id="a bound of many digits"),
    ],
)
def test_holds(table, counts, l, holds):
    assert EntropyLDiversity(l).holds(table(counts)).tolist() == [holds]


def test_exact_beyond_the_size_of_integers():
    small = (100_003,) * 4
    assert reaches((400_012, *small), Fraction(4))  # 100,003 times (4,1,1,1,1)
    # A row more of a value with a share above 1/4 lowers the entropy.
    assert not reaches((400_013, *small), Fraction(4))
    assert reaches((400_011, *small), Fraction(4))


def test_many_ties_at_once(table):
    groups = table(*[(4 * n, n, n, n, n) for n in range(1, 200)], (5, 1, 1, 1, 1))
    assert EntropyLDiversity(4).holds(groups).tolist() == [True] * 199 + [False]


def test_no_group_is_vacuously_true(table):
    assert EntropyLDiversity(5).holds(table()).all()
    assert EntropyLDiversity(5).attained(table()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "level"),
    [
        ((1,), 2, 1),
        ((), 3, 1),
        ((1, 1, 1, 1), 3, 7 / 4 ** (4 / 7)),
        ((2, 1, 1), 0, 2.8284),
    ],
)
def test_missing_values_count_as_the_most_frequent(table, known, unknown, level):
    found = EntropyLDiversity(1).attained(table(known, unknown=[unknown]))
    assert found == pytest.approx(level, abs=5e-5)
    assert EntropyLDiversity(1).holds(table(known, unknown=[unknown])).all()


def test_implied():
    model = parse("entropy-l-diversity:2.1,on=s,joint=true")
    assert model.implied() == (ManyValues(3, on="s"),)

# SPDX-License-Identifier: Apache-2.0
"""Variance control: spec §3.11 and the edge cases of §14."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.models import VarianceControl, parse


@pytest.mark.parametrize(
    ("values", "variance"),
    [
        ([40, 60], "100"),
        ([40, 50, 60], "200/3"),
        ([490, 500, 510, 1000], "46925"),
        ([7], "0"),
        ([7, 7, 7], "0"),
        ([4, 10], "9"),
        ([4, 4, 10], "8"),
        ([0, 10, 0, 10], "25"),
        ([0.1, 0.3], "0.01"),
        ([-0.5, 0.5], "1/4"),
    ],
)
def test_level(numbers, values, variance):
    groups, exact = numbers(values), Fraction(variance)
    assert VarianceControl(0).attained(groups) == float(exact)
    assert VarianceControl(exact).holds(groups).all()
    assert not VarianceControl(exact + Fraction(1, 10**12)).holds(groups).any()


def test_the_population_variance_not_the_samples(numbers):
    # With N - 1 {0,10} has 50 and twice {0,10} has 33.3: merging would break it.
    assert VarianceControl(25).holds(numbers([0, 10], [0, 10, 0, 10])).all()


@pytest.mark.parametrize("shift", [0, 10**15, 10**60])
def test_numbers_of_any_width(numbers, shift):
    groups = numbers([str(shift), str(shift + 1)] * 3, [f"{shift}.001"])
    assert VarianceControl("1/4").holds(groups).tolist() == [True, False]
    assert VarianceControl("0.2500000001").holds(groups).tolist() == [False, False]
    assert VarianceControl(0).measure(groups).floats.tolist() == [0.25, 0]


def test_wide_and_narrow_groups_together(numbers):
    groups = numbers(["0", "4e9"], ["1", "2"], ["0", "1e130"])
    assert VarianceControl("4e18").holds(groups).tolist() == [True, False, True]
    assert VarianceControl("4.1e18").holds(groups).tolist() == [False, False, True]
    assert VarianceControl("1e30").holds(groups).tolist() == [False, False, True]
    assert VarianceControl("2.5e259").holds(groups).tolist() == [False, False, True]
    assert VarianceControl("2.6e259").holds(groups).tolist() == [False] * 3


def test_many_rows(numbers):
    groups = numbers([0] * 3 + [10**6] * 1)
    many = groups.from_counts([{0: 3 * 10**9, 10**6: 10**9}], on="s")
    assert VarianceControl(0).attained(many) == VarianceControl(0).attained(groups)
    assert VarianceControl(Fraction(3 * 10**12, 16)).holds(many).all()


def test_no_group_is_vacuously_true(numbers):
    assert VarianceControl(9).holds(numbers()).all()
    assert VarianceControl(9).attained(numbers()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "variance"),
    [([40, 60], 2, 50), ([40, 60], 0, 100), ([], 3, 0)],
)
def test_missing_values_are_the_mean(numbers, known, unknown, variance):
    groups = numbers(known, unknown=[unknown])
    assert VarianceControl(0).attained(groups) == variance
    assert VarianceControl(0).holds(groups).all()


def test_spec_and_words():
    assert parse("variance-control:100,on=s").spec == "variance-control:100,on=s"
    assert VarianceControl(100).describe(200 / 3) == "variance = 66.666"

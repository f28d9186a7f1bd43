# SPDX-License-Identifier: Apache-2.0
"""A bound on near rows: its windows, against a look at every row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.models import DeltaLDiversity, EpsilonMAnonymity, parse
from diversa.models.proximity_bound import ProximityBound


def rows_in_a_window(rows, epsilon):
    """The most rows of an interval as long as epsilon that begins at a row."""
    return max(sum(low <= row <= low + epsilon for row in rows) for low in rows)


@pytest.mark.parametrize("epsilon", [0, 1, 9.5, 10, 20, 100])
def test_the_fullest_window(numbers, epsilon):
    groups = [40, 40, 50, 60, 80], [1, 2, 2, 13], [7]
    bound = ProximityBound(Fraction(epsilon), Fraction(2))
    expected = [rows_in_a_window(rows, epsilon) for rows in groups]
    assert bound.fullest(numbers(*groups).histogram()).tolist() == expected


def test_a_relative_window_grows_with_its_numbers(numbers):
    groups = numbers([90, 100, 900, 1000])  # 900 is 1000 less a tenth, 90 of 100
    bound = ProximityBound(Fraction(1, 10), Fraction(2), relative=True)
    assert bound.window(groups.histogram().sensitive).tolist() == [2, 2, 4, 4]
    shorter = ProximityBound(Fraction("0.09"), Fraction(2), relative=True)
    assert shorter.window(groups.histogram().sensitive).tolist() == [1, 2, 3, 4]


def test_an_unknown_number_is_in_every_window(numbers):
    histogram = numbers([1, 100], unknown=[2]).histogram()
    assert ProximityBound(Fraction(5), Fraction(2)).fullest(histogram).tolist() == [3]


def test_the_models_that_are_one():
    model = EpsilonMAnonymity(15, "2.5", on="pay", joint=True)
    bound = ProximityBound(Fraction(15), Fraction(5, 2), on="pay", joint=True)
    assert model.proximity == bound
    assert bound.least_rows == 3
    assert DeltaLDiversity("7.5", "2.5", on="pay", joint=True).proximity == bound
    assert parse("window-diversity:delta=1,l=2").proximity is None

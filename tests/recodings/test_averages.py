# SPDX-License-Identifier: Apache-2.0
"""Averages of groups, and how many decimals they have."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.intervals import Intervals
from diversa.recodings.averages import average_labels, mean_labels, median_labels
from examples import examples


def labels(values, average, kind, *, rows=None, of="number"):
    """What is published of one group of values."""
    dictionary = Dictionary.build("x", values, [1] * len(values), kind=of)
    hierarchy = kind.build(dictionary)
    codes = np.arange(hierarchy.sizes[0], dtype=np.int32)
    counts = np.ones(len(codes), dtype=np.int64) if rows is None else np.array(rows)
    starts = np.array([0, len(codes)])
    (label,) = average_labels(hierarchy, starts, codes, counts, average)
    return str(label)


@pytest.mark.parametrize(
    ("values", "rows", "mean", "median"),
    [
        ([1, 2, 6], [1, 1, 1], "3", "2"),
        ([1, 2], [1, 1], "1.5", "1"),
        ([1, 2], [1, 2], "1.7", "2"),
        ([7], [3], "7", "7"),
    ],
)
def test_numbers(values, rows, mean, median):
    kind = Intervals((10,))
    assert labels(values, mean_labels, kind, rows=rows) == mean
    assert labels(values, median_labels, kind, rows=rows) == median


def test_that_some_are_missing_is_said():
    assert labels([1, 3, None], mean_labels, Intervals((10,))) == "{2, missing}"


def test_the_mean_of_dates_is_one_of_them():
    days = ["2024-01-01", "2024-01-02", "2024-01-31"]
    assert labels(days, mean_labels, Dates(), of="date") == "2024-01-02"


def test_a_coded_end_is_published_as_it_is():
    kind = Coding(top=90, then=Intervals((10,)))
    assert labels([91, 95], median_labels, kind) == ">=90"


@examples(60)
@given(
    st.integers(0, 30),
    st.lists(st.integers(1, 10**6), min_size=2, max_size=6, unique=True),
)
def test_a_mean_is_inside_its_group_however_small_the_numbers(places, wholes):
    """Six decimals made 0 of small numbers, and left the group of near ones."""
    exact = [Decimal(whole).scaleb(-places) for whole in wholes]
    values = [f"{number:f}" for number in exact]
    mean = Decimal(labels(values, mean_labels, Intervals((10,))))
    assert min(exact) <= mean <= max(exact)
    wanted = sum(map(Fraction, exact)) / len(exact)
    span = Fraction(max(exact) - min(exact))
    assert abs(Fraction(mean) - wanted) <= span * Fraction(6, 100)


def test_a_mean_is_spelled_as_its_numbers():
    assert labels(["1,5", "2,5", "4,25"], mean_labels, Intervals((10,))) == "2,75"

# SPDX-License-Identifier: Apache-2.0
"""Scales of numbers and dates have the same borders for every table."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Dates, Intervals
from diversa.recodings.number_scale import NumberScale


def scale_of(values, kind, column="number"):
    built = kind.build(Dictionary.build("x", values, [1] * len(values), kind=column))
    return NumberScale.of(built)


def test_the_ladder_is_the_same_for_every_table():
    one, other = (scale_of(v, Intervals((5,))) for v in ([3], [70000]))
    assert one.ladder.tolist() == other.ladder.tolist()
    assert {0, 10, -500} <= set(one.ladder.tolist())


def test_numbers_are_counted_in_their_last_digit():
    scale = scale_of([1, 2.25, None], Intervals((5,)))
    assert scale.numbers.tolist() == [100, 225, 0]
    assert scale.known.tolist() == [True, True, False]
    assert float(scale.text(150)) == 1.5


@pytest.mark.parametrize(
    ("most", "borders"), [(40, 32), (20, 2)], ids=["by day", "by month"]
)
def test_days_are_borders_where_there_is_room(most, borders):
    scale = scale_of([dt.date(2020, 1, 5)], Dates(), column="date")
    first = dt.date(2020, 1, 1).toordinal()
    assert len(scale.borders(first, first + 31, most)) == borders

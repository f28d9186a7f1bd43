# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import datetime as dt

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Dates


def levels(kind, value):
    hierarchy = kind.build(Dictionary.build("born", [value], [1]))
    return [names[0] for names in hierarchy.labels[1:]]


@pytest.mark.parametrize(
    "value", ["2024-05-31", dt.date(2024, 5, 31), dt.datetime(2024, 5, 31, 12, 30)]
)
def test_every_level(value):
    kind = Dates(("day", "month", "quarter", "year", "decade"))
    expected = ["2024-05-31", "2024-05", "2024-Q2", "2024", "2020s", "*"]
    assert levels(kind, value) == expected


def test_default_levels_and_a_subset():
    assert levels(Dates(), "1999-12-31") == ["1999-12", "1999-Q4", "1999", "1990s", "*"]
    assert levels(Dates(("year",), top=False), "1999-12-31") == ["1999"]
    assert levels(Dates(()), "1999-12-31") == ["*"]


def test_another_form():
    kind = Dates(("month",), format="%d.%m.%Y")
    assert levels(kind, "31.05.2024") == ["05.2024", "*"]
    assert levels(kind, dt.date(2024, 5, 31)) == ["05.2024", "*"]


def test_values_that_are_not_dates_are_counted():
    column = Dictionary.build("born", ["2024-02-30", "2024-02-29"], [3, 1])
    with pytest.raises(HierarchyError, match=r"1 of 2 values \(3 rows\).*'2024-02-30'"):
        Dates().build(column)


def test_levels_must_be_known_and_in_order():
    with pytest.raises(HierarchyError, match="did you mean 'month'"):
        Dates(("months",))
    with pytest.raises(HierarchyError, match="from fine to coarse"):
        Dates(("year", "month"))
    with pytest.raises(HierarchyError, match="from fine to coarse"):
        Dates(("year", "year"))


def test_weeks_lie_in_the_year_of_their_thursday():
    days = Dictionary.build("d", ["2024-12-30", "2025-01-05", "2025-01-06"], [1] * 3)
    hierarchy = Dates(("week", "year")).build(days)
    assert hierarchy.labels[1:] == (("2025-W01", "2025-W02"), ("2025",), ("*",))
    with pytest.raises(HierarchyError, match="week must come without month"):
        Dates(("week", "month"))

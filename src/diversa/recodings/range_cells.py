# SPDX-License-Identifier: Apache-2.0
"""Cells of a number line: runs of values that one end of a range stands for.

Where many values are rare, as of money or of dates, ends of ranges are round: multiples
of 1, 2, 5, 10, ... of the last digit; months, years or decades of dates.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain

import numpy as np

from diversa.array_types import Ints
from diversa.data.spelling import Spelling
from diversa.recodings.averages import decimals, exponent

MOST_RARE = 0.1
"""Largest share of rows in cells that are not common."""

LARGEST = 2**53
"""Largest number that is exact as a float."""

YEARS = (1, 5, 10, 25, 100)
"""Lengths of cells of dates, in years; months are finer."""


@dataclass(frozen=True, eq=False)
class RangeCells:
    """Runs of neighbouring values that an end of a range stands for."""

    number: Ints = field(repr=False)
    """The cell of each position, ascending from 0."""
    lows: Sequence[object] = field(repr=False)
    """Text of the low end of a range, by cell."""
    highs: Sequence[object] = field(repr=False)
    """Text of the high end of a range, by cell."""

    def rows(self, rows: Ints) -> Ints:
        """The rows of the table in each cell."""
        return np.bincount(self.number, rows, len(self.lows)).astype(np.int64)

    def rare(self, rows: Ints, least: int) -> float:
        """Share of rows in cells of fewer than `least` rows."""
        inside = self.rows(rows)
        return float(inside[inside < least].sum()) / max(1, int(rows.sum()))


def moments_of(names: Sequence[object], spelling: Spelling) -> list[dt.datetime] | None:
    """The values as moments; None if one is no date."""
    if not names or decimals(names, spelling) is not None:
        return None
    try:
        return [spelling.moment(name) for name in names]
    except (TypeError, ValueError):
        return None


def whole_days(moments: Sequence[dt.datetime] | None) -> list[dt.date] | None:
    """Moments as days; None if one has a time of the day."""
    if moments is None or any(moment.time() != dt.time() for moment in moments):
        return None
    return [moment.date() for moment in moments]


def finest_cells(
    names: Sequence[object],
    days: Sequence[dt.date] | None,
    rows: Ints,
    least: int,
    spelling: Spelling,
) -> RangeCells:
    """The finest cells in which nearly all rows are common; else the values."""
    own = RangeCells(np.arange(len(names)), names, names)
    if days is None:
        coarser = round_cells(names, spelling)
    else:
        coarser = parts_of_the_calendar(days, spelling)
    for cells in chain([own], coarser):
        if cells.rare(rows, least) <= MOST_RARE:
            return cells
    return own


def round_cells(names: Sequence[object], spelling: Spelling) -> Iterator[RangeCells]:
    """Cells between multiples of 2, 5, 10, 20, ... of the last digit.

    Negative and positive numbers never share a cell.
    """
    exact = decimals(names, spelling)
    if not exact:  # coded ends of the scale: there are only the values
        return
    digits = max(0, *(-exponent(number) for number in exact.values()))
    scaled = [exact[place].scaleb(digits) for place in range(len(names))]
    if max(map(abs, scaled)) > LARGEST:
        return

    def text_of(number: int) -> str:
        return spelling.spell(decimal_text(number, digits))

    numbers = np.array([int(number) for number in scaled], dtype=np.int64)
    largest, power = int(np.abs(numbers).max()), 1
    while power <= largest:
        for step in (2 * power, 5 * power, 10 * power):
            cell = numbers // step
            if cell[0] == cell[-1]:
                return
            distinct, number = np.unique(cell, return_inverse=True)
            lows = [text_of(int(one) * step) for one in distinct]
            highs = [text_of((int(one) + 1) * step - 1) for one in distinct]
            yield RangeCells(number.ravel().astype(np.int64), lows, highs)
        power *= 10


def decimal_text(number: int, digits: int) -> str:
    """Format a number that is counted in its last digit.

    >>> decimal_text(2050, 2), decimal_text(-3, 0)
    ('20.5', '-3')
    """
    text = f"{Decimal(number).scaleb(-digits):f}"
    return text.rstrip("0").rstrip(".") if digits else text


def parts_of_the_calendar(
    days: Sequence[dt.date], spelling: Spelling
) -> Iterator[RangeCells]:
    """Cells of months, then of years."""
    months = np.array([12 * day.year + day.month - 1 for day in days])
    for length in (1, *(12 * years for years in YEARS)):
        distinct, number = np.unique(months // length, return_inverse=True)
        if len(distinct) < 2:
            return
        lows = [spelling.format_day(first_day(int(one) * length)) for one in distinct]
        ends = [last_day((int(one) + 1) * length - 1) for one in distinct]
        highs = [spelling.format_day(day) for day in ends]
        yield RangeCells(number.ravel().astype(np.int64), lows, highs)


def first_day(month: int) -> dt.date:
    """The first day of a month that is numbered from the year 0 on."""
    return dt.date(max(1, month // 12), month % 12 + 1, 1)


def last_day(month: int) -> dt.date:
    """The last day of a month that is numbered from the year 0 on."""
    year = min(month // 12, dt.MAXYEAR)
    return dt.date(year, month % 12 + 1, calendar.monthrange(year, month % 12 + 1)[1])

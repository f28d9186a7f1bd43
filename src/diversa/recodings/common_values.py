# SPDX-License-Identifier: Apache-2.0
"""CommonValues: ends of ranges and members of sets that many rows of the table have.

The box of a group that is as tight as its data ends at values of real rows, and a set
names them: whoever alone has such a value is seen. Boxes with coded ends show only what
at least so many rows of the table carry:

- An end of a range is moved outwards to the next value that is common. Beyond the last
  one the range stays open (`>=85`). Where many values are rare, as of money or of
  dates, ends are round: multiples of the finest of the steps 1, 2, 5, 10, ... on which
  nine of ten rows lie in cells that are common; months, years or decades of dates.
- A set with a value that is not common becomes the lowest common ancestor that is.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.data.dictionary import as_text
from diversa.data.spelling import Spelling
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.averages import decimals, exponent, or_missing
from diversa.recodings.axes import ladder, leaf_order

MOST_RARE = 0.1
"""The share of rows that may lie in cells that are not common."""

LARGEST = 2**53
"""Numbers beyond it are not exact as floats."""

YEARS = (1, 5, 10, 25, 100)
"""How many years a cell of dates may have; months are finer."""

OPEN = -1
"""The position of an end that is not shown."""


@dataclass(frozen=True, eq=False)
class RangeCells:
    """Runs of neighbouring values that an end of a range stands for."""

    number: NDArray[np.int64] = field(repr=False)
    """The cell of each position, ascending from 0."""
    lows: Sequence[object] = field(repr=False)
    """How a range is written that begins with each cell."""
    highs: Sequence[object] = field(repr=False)
    """How a range is written that ends with it."""

    def rows(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows of the table in each cell."""
        return np.bincount(self.number, rows, len(self.lows)).astype(np.int64)

    def rare(self, rows: NDArray[np.int64], least: int) -> float:
        """The share of rows in cells that are not common."""
        inside = self.rows(rows)
        return float(inside[inside < least].sum()) / max(1, int(rows.sum()))


@dataclass(frozen=True, eq=False)
class CommonNumbers:
    """Numbers or dates in their order, and where ranges of them may end."""

    names: tuple[object, ...] = field(repr=False)
    """The values in their order; None, the last one, is a missing value."""
    cells: RangeCells = field(repr=False)
    """What the ends of ranges stand for."""
    common: NDArray[np.bool_] = field(repr=False)
    """Which cells enough rows have."""
    missing: bool
    """Whether enough rows have a missing value."""
    has_dates: bool
    """Whether the values are dates: a range of them has two ends or none."""

    @classmethod
    def of(
        cls, hierarchy: Hierarchy, rows: NDArray[np.int64], least: int
    ) -> CommonNumbers:
        """Look at one attribute.

        Args:
            hierarchy: The attribute, a number line.
            rows: The rows of the table that have each value.
            least: How many rows must have what is shown.
        """
        order = leaf_order(hierarchy)
        names = tuple(hierarchy.labels[0][code] for code in order.tolist())
        missing = bool(names) and names[-1] is None
        known = names[:-1] if missing else names
        counts = rows[order]
        inside = counts[: len(known)]
        moments = moments_of(known, hierarchy.spelling)
        days = whole_days(moments)
        cells = finest_cells(known, days, inside, least, hierarchy.spelling)
        return cls(
            names,
            cells,
            cells.rows(inside) >= least,
            missing and bool(counts[-1] >= least),
            moments is not None,
        )

    @cached_property
    def _down(self) -> NDArray[np.int64]:
        """For each cell the next common one at or below it, or none."""
        places = np.where(self.common, np.arange(len(self.common)), OPEN)
        return np.maximum.accumulate(places) if len(places) else places

    @cached_property
    def _up(self) -> NDArray[np.int64]:
        """For each cell the next common one at or above it, or none."""
        beyond = len(self.common)
        places = np.where(self.common, np.arange(beyond), beyond)
        nearest = np.minimum.accumulate(places[::-1])[::-1] if beyond else places
        return np.where(nearest == beyond, OPEN, nearest)

    def ends(self, low: int, high: int) -> tuple[int, int]:
        """The cells at which the range of some positions ends, each may be `OPEN`."""
        first, last = self.cells.number[low], self.cells.number[high]
        down, up = int(self._down[first]), int(self._up[last])
        if self.has_dates and OPEN in (down, up):
            return OPEN, OPEN
        return down, up

    def label(self, low: int, high: int) -> object:
        """What is published of the values from one position to another."""
        if self.names[high] is None:
            return self._or_missing(low, high)
        down, up = self.ends(low, high)
        if down == up == OPEN:
            return TOP
        lows, highs = self.cells.lows, self.cells.highs
        if down == OPEN:
            return open_range(None, highs[up])
        if up == OPEN:
            return open_range(lows[down], None)
        if down == up and lows[down] == highs[up]:
            return lows[down]
        return range_label(lows[down], highs[up])

    def _or_missing(self, low: int, high: int) -> object:
        """What is published where some are missing, or all of them."""
        if low == high:
            return None if self.missing else TOP
        label = self.label(low, high - 1)
        plain = as_text(label)[:1] not in ("<", ">") and label != TOP
        return or_missing(label) if self.missing and plain and low > 0 else TOP

    def spans(
        self, lows: NDArray[np.integer], highs: NDArray[np.integer]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The positions that labels stand for: the first and the last one of each."""
        number, known = self.cells.number, len(self.cells.number)
        lost = highs >= known  # some of these values are missing
        only = lows >= known
        if known == 0:
            return lows.astype(np.int64), highs.astype(np.int64)
        down = self._down[number[np.minimum(lows, known - 1)]]
        up = self._up[number[np.minimum(highs, known - 1)]]
        hidden = (down == OPEN) | (up == OPEN)
        first = np.where(down == OPEN, 0, np.searchsorted(number, down))
        last = np.where(up == OPEN, known, np.searchsorted(number, up, "right")) - 1
        below, above = self._scale_ends
        starred = hidden if self.has_dates else (down == OPEN) & (up == OPEN)
        starred = starred | ((down == OPEN) | below[down]) & ((up == OPEN) | above[up])
        plain = ~(hidden | starred | below[down] | above[up]) & (lows > 0)
        starred = np.where(lost, ~(plain & self.missing), starred)
        first = np.where(only, lows, np.where(starred, 0, first))
        last = np.where(lost, highs, np.where(starred, len(self.names) - 1, last))
        if not self.missing:  # nobody is told to have no value
            first = np.where(only, 0, first)
        return first.astype(np.int64), last.astype(np.int64)

    @cached_property
    def _scale_ends(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The cells that are a coded end of the scale: `<18` below, `>=90` above."""
        lows, highs = map(as_text, self.cells.lows), map(as_text, self.cells.highs)
        return (
            np.array([text.startswith("<") for text in lows], dtype=bool),
            np.array([text.startswith(">") for text in highs], dtype=bool),
        )


def range_label(low: object, high: object) -> str:
    """A range; ends that have dashes themselves are set apart by a word.

    A coded end of the scale leaves the range open.

    >>> range_label(17, 25), range_label("2025-01-02", "2025-03-09")
    ('[17-25]', '[2025-01-02 to 2025-03-09]')
    >>> range_label(85, ">=90"), range_label("<18", 25), range_label("<18", ">=90")
    ('>=85', '<=25', '*')
    """
    ends = as_text(low), as_text(high)
    below, above = ends[0].startswith("<"), ends[1].startswith(">=")
    if below or above:
        return TOP if below and above else f"<={ends[1]}" if below else f">={ends[0]}"
    return f"[{(' to ' if '-' in ''.join(ends) else '-').join(ends)}]"


def open_range(low: object, high: object) -> str:
    """A range with one end; None stands for the end that is not shown.

    >>> open_range(85, None), open_range(None, 17), open_range(None, ">=90")
    ('>=85', '<=17', '*')
    """
    sign, end = ("<=", high) if low is None else (">=", low)
    text = as_text(end)
    if text.startswith(("<", ">")):  # a coded end of the scale, open on its own side
        return text if text[0] == sign[0] else TOP
    return sign + text


def moments_of(names: Sequence[object], spelling: Spelling) -> list[dt.datetime] | None:
    """The values as moments; None where one is no date."""
    if not names or decimals(names, spelling) is not None:
        return None
    try:
        return [spelling.moment(name) for name in names]
    except (TypeError, ValueError):
        return None


def whole_days(moments: Sequence[dt.datetime] | None) -> list[dt.date] | None:
    """Moments as days; None where one has a time of the day."""
    if moments is None or any(moment.time() != dt.time() for moment in moments):
        return None
    return [moment.date() for moment in moments]


def finest_cells(
    names: Sequence[object],
    days: Sequence[dt.date] | None,
    rows: NDArray[np.int64],
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
    """Cells between multiples of 2, 5, 10, 20, ... of the last digit, while several.

    What lies below zero is never in one cell with what lies above.
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
    """A whole number of the last digit, as a decimal.

    >>> decimal_text(2050, 2), decimal_text(-3, 0)
    ('20.5', '-3')
    """
    text = f"{Decimal(number).scaleb(-digits):f}"
    return text.rstrip("0").rstrip(".") if digits else text


def parts_of_the_calendar(
    days: Sequence[dt.date], spelling: Spelling
) -> Iterator[RangeCells]:
    """Months, then years and more of them."""
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


@dataclass(frozen=True, eq=False)
class CommonCategories:
    """Categories, and the ancestors that enough rows have."""

    hierarchy: Hierarchy = field(repr=False)
    """The attribute."""
    levels: NDArray[np.int32] = field(repr=False)
    """The ancestors along the axis, one line per level."""
    enough: NDArray[np.bool_] = field(repr=False)
    """Whether each of them is common."""
    common: NDArray[np.bool_] = field(repr=False)
    """Whether each value is, by its code."""

    @classmethod
    def of(
        cls, hierarchy: Hierarchy, rows: NDArray[np.int64], least: int
    ) -> CommonCategories:
        """Look at one attribute; see `CommonNumbers.of`."""
        order = leaf_order(hierarchy)
        levels = ladder(hierarchy, order)
        counts = rows[order]
        enough = np.stack([np.bincount(line, counts)[line] >= least for line in levels])
        enough[-1] = True  # all that there is
        return cls(hierarchy, levels, enough, rows >= least)

    def level(
        self, lows: NDArray[np.integer], highs: NDArray[np.integer]
    ) -> NDArray[np.int64]:
        """The lowest level on which two positions have one ancestor that is common."""
        common = self.levels[:, lows] == self.levels[:, highs]
        return np.argmax(common & self.enough[:, lows], axis=0)

    def label(self, low: int, high: int) -> object:
        """The common ancestor of two positions that is published."""
        level = int(self.level(np.array([low]), np.array([high]))[0])
        if level > self.hierarchy.height:
            return TOP
        return self.hierarchy.labels[level][self.levels[level, low]]

    def spans(
        self, lows: NDArray[np.integer], highs: NDArray[np.integer]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """All that lies below these ancestors: the first and the last position."""
        level, width = self.level(lows, highs), self.levels.shape[1]
        firsts, lasts = np.empty_like(self.levels), np.empty_like(self.levels)
        for number, line in enumerate(self.levels):
            _, first, which = np.unique(line, return_index=True, return_inverse=True)
            last = width - 1 - np.unique(line[::-1], return_index=True)[1]
            firsts[number], lasts[number] = first[which], last[which]
        return firsts[level, lows].astype(np.int64), lasts[level, lows].astype(np.int64)


CommonValues = CommonNumbers | CommonCategories
"""What of one attribute may be shown."""


def common_axes(finest: FrequencySet, least: int) -> tuple[CommonValues, ...]:
    """What of every attribute may be shown, where so many rows must have it."""
    sizes = finest.groups.sizes
    axes: list[CommonValues] = []
    for hierarchy, codes in zip(finest.hierarchies, finest.codes, strict=True):
        rows = np.bincount(codes, sizes, hierarchy.sizes[0]).astype(np.int64)
        kind = CommonNumbers if hierarchy.is_number_line else CommonCategories
        axes.append(kind.of(hierarchy, rows, least))
    return tuple(axes)

# SPDX-License-Identifier: Apache-2.0
"""Common values: ends of ranges and members of sets that many rows have.

A tight box ends at values of real rows, and a set names them: anyone who alone has such
a value can be recognized. Boxes with coded ends show only values that at least `least`
rows of the table have:

- An end of a range moves outwards to the next common value. Beyond the last one the
  range stays open (`>=85`). If many values are rare, ends are round (`range_cells`).
- A set with a rare value becomes the lowest common ancestor that enough rows have.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.averages import or_missing
from diversa.recodings.axes import ladder, leaf_order, spans_of_ancestors
from diversa.recodings.range_cells import (
    RangeCells,
    finest_cells,
    moments_of,
    whole_days,
)

OPEN = -1
"""Position of an end that is not shown."""


@dataclass(frozen=True, eq=False)
class CommonNumbers:
    """Numbers or dates in their order, and the possible ends of their ranges."""

    names: tuple[object, ...] = field(repr=False)
    """The values in their order; the last one is None if a value is missing."""
    cells: RangeCells = field(repr=False)
    """Cells that the ends of ranges stand for."""
    common: Bools = field(repr=False)
    """Mask of the cells that enough rows have."""
    missing: bool
    """True if enough rows have a missing value."""
    has_dates: bool
    """True for dates, whose ranges have two ends or none."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, rows: Ints, least: int) -> CommonNumbers:
        """The common values of a number line, from the rows of each value."""
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
    def _down(self) -> Ints:
        """The next common cell at or below each cell, or `OPEN`."""
        places = np.where(self.common, np.arange(len(self.common)), OPEN)
        return np.maximum.accumulate(places) if len(places) else places

    @cached_property
    def _up(self) -> Ints:
        """The next common cell at or above each cell, or `OPEN`."""
        beyond = len(self.common)
        places = np.where(self.common, np.arange(beyond), beyond)
        nearest = np.minimum.accumulate(places[::-1])[::-1] if beyond else places
        return np.where(nearest == beyond, OPEN, nearest)

    def ends(self, low: int, high: int) -> tuple[int, int]:
        """Cells at the ends of the range of some positions; each may be `OPEN`."""
        first, last = self.cells.number[low], self.cells.number[high]
        down, up = int(self._down[first]), int(self._up[last])
        if self.has_dates and OPEN in (down, up):
            return OPEN, OPEN
        return down, up

    def end_cells(self, places: Ints) -> tuple[Ints, Ints]:
        """Numbers of what a range states that begins, or ends, at each position.

        They ascend with the positions. A range that is open below states a row at or
        below the low end of the first common cell, so that all cells below it have one
        number, with this cell if it is one value; so have all above the last one.
        """
        number, shown = self.cells.number[places], np.flatnonzero(self.common)
        if not len(shown):
            return np.zeros_like(number), np.zeros_like(number)
        first, last = int(shown[0]), int(shown[-1])
        lows, highs = self.cells.lows, self.cells.highs
        below = first + int(lows[first] == highs[first])
        above = last - int(lows[last] == highs[last])
        low = np.where(number < below, 2 * first - 1, 2 * self._down[number])
        return low, np.where(number > above, 2 * last + 1, 2 * self._up[number])

    def shows_missing(self, lows: Ints) -> Bools:
        """Whether a range from each position on, beside missing values, is shown.

        Else its label is `*`: the range would be open, or everything.
        """
        known = len(self.cells.number)
        if not known or not self.missing or self._up[self.cells.number[-1]] == OPEN:
            return np.zeros(len(lows), dtype=np.bool_)
        down = self._down[self.cells.number[np.minimum(lows, known - 1)]]
        return (lows > 0) & (lows < known) & (down != OPEN)

    def label(self, low: int, high: int) -> object:
        """Label of the values from one position to another."""
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
        """Label if some of the values are missing, or all of them."""
        if low == high:
            return None if self.missing else TOP
        label = self.label(low, high - 1)
        plain = as_text(label)[:1] not in ("<", ">") and label != TOP
        return or_missing(label) if self.missing and plain and low > 0 else TOP

    def spans(
        self, lows: NDArray[np.integer], highs: NDArray[np.integer]
    ) -> tuple[Ints, Ints]:
        """First and last position that each label stands for."""
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
    def _scale_ends(self) -> tuple[Bools, Bools]:
        """Masks of the cells that are coded ends of the scale, low and high."""
        lows, highs = map(as_text, self.cells.lows), map(as_text, self.cells.highs)
        return (
            np.array([text.startswith("<") for text in lows], dtype=bool),
            np.array([text.startswith(">") for text in highs], dtype=bool),
        )


def range_label(low: object, high: object) -> str:
    """A range; ends that contain dashes are separated by a word.

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
    """A range with one end; None is the end that is not shown.

    >>> open_range(85, None), open_range(None, 17), open_range(None, ">=90")
    ('>=85', '<=17', '*')
    """
    sign, end = ("<=", high) if low is None else (">=", low)
    text = as_text(end)
    if text.startswith(("<", ">")):  # a coded end of the scale, open on its own side
        return text if text[0] == sign[0] else TOP
    return sign + text


@dataclass(frozen=True, eq=False)
class CommonCategories:
    """Categories, and the ancestors that enough rows have."""

    hierarchy: Hierarchy = field(repr=False)
    """The attribute."""
    levels: Codes = field(repr=False)
    """Ancestors along the axis, one line per level."""
    enough: Bools = field(repr=False)
    """Mask of the ancestors that enough rows have."""
    common: Bools = field(repr=False)
    """Mask of the values that enough rows have, by code."""

    @classmethod
    def of(cls, hierarchy: Hierarchy, rows: Ints, least: int) -> CommonCategories:
        """The common ancestors of categories, from the rows of each value."""
        order = leaf_order(hierarchy)
        levels = ladder(hierarchy, order)
        counts = rows[order]
        enough = np.stack([np.bincount(line, counts)[line] >= least for line in levels])
        enough[-1] = True  # all that there is
        return cls(hierarchy, levels, enough, rows >= least)

    def level(self, lows: NDArray[np.integer], highs: NDArray[np.integer]) -> Ints:
        """Lowest level on which two positions share a common ancestor."""
        common = self.levels[:, lows] == self.levels[:, highs]
        return np.argmax(common & self.enough[:, lows], axis=0)

    def label(self, low: int, high: int) -> object:
        """The published ancestor of two positions."""
        level = int(self.level(np.array([low]), np.array([high]))[0])
        if level > self.hierarchy.height:
            return TOP
        return self.hierarchy.labels[level][self.levels[level, low]]

    def spans(
        self, lows: NDArray[np.integer], highs: NDArray[np.integer]
    ) -> tuple[Ints, Ints]:
        """First and last position below the published ancestors."""
        level = self.level(lows, highs)
        firsts, lasts = spans_of_ancestors(self.levels)
        return firsts[level, lows].astype(np.int64), lasts[level, lows].astype(np.int64)


CommonValues = CommonNumbers | CommonCategories
"""The values of one attribute that may be shown."""


def common_axes(finest: FrequencySet, least: int) -> tuple[CommonValues, ...]:
    """The common values of every attribute."""
    sizes = finest.groups.sizes
    axes: list[CommonValues] = []
    for hierarchy, codes in zip(finest.hierarchies, finest.codes, strict=True):
        rows = np.bincount(codes, sizes, hierarchy.sizes[0]).astype(np.int64)
        kind = CommonNumbers if hierarchy.is_number_line else CommonCategories
        axes.append(kind.of(hierarchy, rows, least))
    return tuple(axes)

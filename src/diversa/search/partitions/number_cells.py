# SPDX-License-Identifier: Apache-2.0
"""Cells of numbers and dates: steps of one width between public ends.

The ends are declared (`coding`, or `low` and `high` of intervals), or found on a fixed
ladder (1, 2, 5, 10, 20, ...; some years from 2000 on and back) by counts with secret
noise; beyond them cells are open.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.averages import or_missing
from diversa.recodings.common_values import open_range, range_label
from diversa.recodings.number_scale import MOST_CELLS, Domain, NumberScale
from diversa.recodings.public_cells import PublicCells
from diversa.search.partitions.tree_cells import Blur, TreeCells

NOT_MISSING = "not {missing}"
"""The label of all numbers of a column with missing values."""

LEAST_CELLS = 8
"""Cells that even a small table may have."""

SURELY = 5.0
"""How many times the noise a step of a ladder must have more than all others may by
chance: they have it once in 300 tables."""


def number_cells(
    hierarchy: Hierarchy, rows: Ints, blur: Blur, domain: Domain | None = None
) -> TreeCells | None:
    """The cells of a number line; None if its values are on no scale."""
    scale = NumberScale.of(hierarchy)
    if scale is None:
        return None
    name, codes = hierarchy.attribute, np.flatnonzero(scale.known)
    numbers, counts = scale.numbers[codes], rows[codes]
    declared = domain or Domain()
    bottom, top = declared.coded_ends(scale)
    has_ends = declared.has_ends
    most = rows.sum() / max(1.0, 2 * blur.noise.scale)
    most = min(MOST_CELLS, max(LEAST_CELLS, most))
    if not has_ends:
        ladder = scale.ladder
        steps = tally(
            np.searchsorted(ladder, numbers, "right"), counts, len(ladder) + 1
        )
        rough = blur.noise.blur(f"ladder of {name}", steps)
        low, high = ladder_ends(ladder, rough, blur)
    else:
        low, high = declared.within(scale)
    low, high = low if bottom is None else bottom, high if top is None else top
    borders = scale.borders(low, max(high, low + 1), most)
    if has_ends:
        borders = np.unique(np.clip(borders, low, high))
    cells = np.searchsorted(borders, numbers, "right") - 1
    cells = np.clip(cells, 0, len(borders) - 2)
    blurred = blur.noise.blur(
        f"cells of {name}", tally(cells, counts, len(borders) - 1)
    )
    if not has_ends:
        first = 0 if bottom is not None else empty_end(blurred, blur)
        last = 0 if top is not None else empty_end(blurred[:first:-1], blur)
        borders = borders[first : len(borders) - last]
        ends = np.clip(np.arange(len(blurred)) - first, 0, len(borders) - 2)
        blurred = np.bincount(ends, blurred).astype(np.float64)
        borders, blurred = refine(scale, borders, blurred, most)
    closed = has_ends and not declared.is_open
    line = NumberBorders(hierarchy, scale, borders, bottom, top, closed)
    return line.cells(blurred, rows, blur)


def refine(
    scale: NumberScale, borders: Ints, counts: Floats, most: float
) -> tuple[Ints, Floats]:
    """Finer cells where there is room, once the ends are found.

    No more is counted: the rows of a cell are spread evenly over its parts.
    """
    low, high = int(borders[0]), int(borders[-1])
    finer = np.unique(np.clip(scale.borders(low, high, most), low, high))
    if len(finer) <= len(borders):
        return borders, counts
    upto = np.concatenate([[0.0], np.cumsum(counts)])
    return finer, np.diff(np.interp(finer, borders, upto))


def tally(cells: Ints, rows: Ints, size: int) -> Ints:
    """The rows of each cell."""
    return np.bincount(cells, rows, size).astype(np.int64)


def ladder_ends(ladder: Ints, rough: Floats, blur: Blur) -> tuple[int, int]:
    """The ends between which a ladder surely has rows."""
    enough = blur.least + blur.noise.scale * (SURELY + np.log(len(rough)))
    many = np.flatnonzero(rough >= min(enough, rough.max()))
    low = int(ladder[max(0, many[0] - 1)])
    high = int(ladder[min(many[-1], len(ladder) - 1)])
    return low, max(high, low + 1)


def empty_end(blurred: Floats, blur: Blur) -> int:
    """The most cells at an end, but not all, that may have no rows."""
    upto = np.cumsum(blurred[:-1])
    limits = [blur.tail(cells + 1) for cells in range(len(upto))]
    few = np.flatnonzero(upto <= limits)
    return int(few[-1]) + 1 if len(few) else 0


@dataclass(frozen=True, eq=False)
class NumberBorders:
    """The borders of the cells, between which values are never told apart."""

    hierarchy: Hierarchy = field(repr=False)
    """The column."""
    scale: NumberScale = field(repr=False)
    """Its values as whole numbers."""
    borders: Ints = field(repr=False)
    """The first number of each cell, and the one after the last; the first and the last
    cell are open."""
    bottom: int | None
    """The declared end below which values are coded."""
    top: int | None
    """The declared end from which on values are coded."""

    closed: bool = False
    """True if a declared domain ends at the first and the last border."""

    def cells(self, counts: Floats, rows: Ints, blur: Blur) -> TreeCells:
        """The cells; a declared end is one of its own, and many missing values too.

        Few missing values go to the last cell: they would stop all cuts of the column.
        """
        names = self.hierarchy.labels[0]
        missing = names.index(None) if None in names else None
        below, above = self.bottom is not None, self.top is not None
        every = np.concatenate([np.zeros(int(below)), counts, np.zeros(int(above))])
        unknown = np.array([0 if missing is None else rows[missing]])
        lost = float(blur.noise.blur(f"missing {self.hierarchy.attribute}", unknown)[0])
        apart = missing is not None and lost >= blur.plenty
        place = None if missing is None else 0 if apart else len(every) - 1
        if apart:
            every = np.concatenate([[lost], every])
        public = self.public(place)
        cell = public.place(self.hierarchy)
        depths = self.depths(len(every), begin=int(below) + apart)
        depths[1 : 1 + apart] = 0
        label = NumberLabels(self, cell, apart=apart, missing=missing)
        return TreeCells(
            cell, every, depths, in_the_middle=True, label=label, public=public
        )

    def public(self, missing: int | None) -> PublicCells:
        """The cells for values of any table, with the cell of missing values."""
        low = int(self.borders[0]) if self.closed and self.bottom is None else None
        high = int(self.borders[-1]) if self.closed and self.top is None else None
        scale, borders = self.scale, tuple(self.borders.tolist())
        return PublicCells(
            borders,
            scale.digits,
            scale.of_days,
            self.bottom,
            self.top,
            low,
            high,
            missing=missing,
        )

    def depths(self, size: int, *, begin: int) -> Ints:
        """The depth of the border before each cell: years, then months, then days."""
        depths = np.ones(size, dtype=np.int64)
        if self.scale.of_days:
            inner = len(self.borders) - 1
            depths[begin : begin + inner] = self.scale.roundness(self.borders[:-1])
        return depths


@dataclass(frozen=True, eq=False)
class NumberLabels:
    """Labels of runs of cells of a number line."""

    line: NumberBorders = field(repr=False)
    """The cells."""
    cell: Ints = field(repr=False)
    """The cell of each code."""
    apart: bool
    """True if missing values are the first cell."""
    missing: int | None
    """The code of a missing value, where there is one."""

    def __call__(self, first: int, last: int) -> object:
        """The label of the cells from one to before another."""
        every = self.line_end
        if (first, last) == (0, every):
            return TOP
        if self.apart and first == 0:
            return None
        if self.apart and (first, last) == (1, every):
            return NOT_MISSING
        label = self._label(first - self.apart, last - self.apart, every - self.apart)
        joined = self.missing is not None and not self.apart and last == every
        return or_missing(label) if joined else label

    @property
    def line_end(self) -> int:
        """The number of cells."""
        line = self.line
        coded = (line.bottom is not None) + (line.top is not None)
        return len(line.borders) - 1 + coded + self.apart

    def _label(self, first: int, last: int, every: int) -> object:
        line, text = self.line, self.line.scale.text
        below = line.bottom is not None
        if last - first == 1:
            codes = np.flatnonzero(self.cell == first + self.apart)
            names = {as_text(line.hierarchy.labels[0][code]) for code in codes}
            if len(names) == 1 and self._is_a_value(first, every):
                return line.hierarchy.labels[0][codes[0]]
        if first == 0 and not (line.closed and not below):
            return open_range(None, text(int(line.borders[last - below]) - 1))
        if last == every and not (line.closed and line.top is None):
            return open_range(text(int(line.borders[first - below])), None)
        ends = line.borders[first - below], line.borders[last - below] - 1
        return range_label(*(text(int(end)) for end in ends))

    def _is_a_value(self, first: int, every: int) -> bool:
        """True if a cell stands for one value of the scale, or a declared end."""
        line = self.line
        below, above = line.bottom is not None, line.top is not None
        if (first == 0 and below) or (first == every - 1 and above):
            return True
        low, high = line.borders[first - below], line.borders[first - below + 1]
        inside = (below or first > 0 or line.closed) and (
            above or first < every - 1 or line.closed
        )
        return bool(inside and high - low == 1)

# SPDX-License-Identifier: Apache-2.0
"""Cells of numbers and dates: steps of one width between public ends.

The ends are declared (`coding`), or found on a fixed ladder (1, 2, 5, 10, 20, ...; some
years from 2000 on and back) by counts with secret noise; beyond them cells are open.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.averages import or_missing
from diversa.recodings.common_values import open_range, range_label
from diversa.search.partitions.number_scale import MOST_CELLS, NumberScale
from diversa.search.partitions.tree_cells import Blur, TreeCells

NOT_MISSING = "not {missing}"
"""The label of all numbers of a column with missing values."""

LEAST_CELLS = 8
"""Cells that even a small table may have."""

SURELY = 5.0
"""How many times the noise a step of a ladder must have more than all others may by
chance: they have it once in 300 tables."""


def number_cells(hierarchy: Hierarchy, rows: Ints, blur: Blur) -> TreeCells | None:
    """The cells of a number line; None if its values are on no scale."""
    scale = NumberScale.of(hierarchy)
    if scale is None:
        return None
    name, codes = hierarchy.attribute, np.flatnonzero(scale.known)
    numbers, counts, ladder = scale.numbers[codes], rows[codes], scale.ladder
    steps = np.searchsorted(ladder, numbers, side="right")
    rough = blur.noise.blur(f"ladder of {name}", tally(steps, counts, len(ladder) + 1))
    bottom, top = public_ends(hierarchy, scale)
    low, high = ladder_ends(ladder, rough, blur)
    low, high = low if bottom is None else bottom, high if top is None else top
    most = rough.sum() / max(1.0, 2 * blur.noise.scale)
    most = min(MOST_CELLS, max(LEAST_CELLS, most))
    borders = scale.borders(low, max(high, low + 1), most)
    cells = np.clip(
        np.searchsorted(borders, scale.numbers, "right") - 1, 0, len(borders) - 2
    )
    blurred = blur.noise.blur(
        f"cells of {name}", tally(cells[codes], counts, len(borders) - 1)
    )
    first = 0 if bottom is not None else empty_end(blurred, blur)
    last = 0 if top is not None else empty_end(blurred[:first:-1], blur)
    borders = borders[first : len(borders) - last]
    line = NumberBorders(hierarchy, scale, borders, bottom, top)
    ends = np.clip(np.arange(len(blurred)) - first, 0, len(borders) - 2)
    return line.cells(np.bincount(ends, blurred).astype(np.float64), rows, blur)


def tally(cells: Ints, rows: Ints, size: int) -> Ints:
    """The rows of each cell."""
    return np.bincount(cells, rows, size).astype(np.int64)


def public_ends(
    hierarchy: Hierarchy, scale: NumberScale
) -> tuple[int | None, int | None]:
    """The ends of a scale that a plan declares, as numbers of the scale."""
    found: dict[str, int] = {}
    for name in hierarchy.labels[0]:
        text = "" if name is None else as_text(name)
        for sign in ("<", ">="):
            if text.startswith(sign):
                found[sign] = scale.number(text.removeprefix(sign), hierarchy.spelling)
    return found.get("<"), found.get(">=")


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

    def cells(self, counts: Floats, rows: Ints, blur: Blur) -> TreeCells:
        """The cells; a declared end is one of its own, and many missing values too.

        Few missing values go to the last cell: they would stop all cuts of the column.
        """
        inner = len(self.borders) - 1
        below, above = self.bottom is not None, self.top is not None
        cell = np.searchsorted(self.borders, self.scale.numbers, "right") - 1
        cell = np.clip(cell, 0, inner - 1) + below
        names = self.hierarchy.labels[0]
        for code in np.flatnonzero(~self.scale.known).tolist():
            low = names[code] is not None and as_text(names[code]).startswith("<")
            cell[code] = 0 if low else inner + below + above - 1
        missing = names.index(None) if None in names else None
        own = np.zeros(int(below)), counts, np.zeros(int(above))
        every = np.concatenate(own)
        unknown = np.array([0 if missing is None else rows[missing]])
        lost = float(blur.noise.blur(f"missing {self.hierarchy.attribute}", unknown)[0])
        apart = missing is not None and lost >= blur.plenty
        if apart:
            cell = cell + 1
            cell[missing] = 0
            every = np.concatenate([[lost], every])
        depths = np.ones(len(every), dtype=np.int64)
        depths[1 : 1 + apart] = 0
        label = NumberLabels(self, cell, apart=apart, missing=missing)
        return TreeCells(cell, every, depths, in_the_middle=True, label=label)


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
        if first == 0:
            return open_range(None, text(int(line.borders[last - below]) - 1))
        if last == every:
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
        inside = (below or first > 0) and (above or first < every - 1)
        return bool(inside and high - low == 1)

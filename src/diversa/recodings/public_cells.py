# SPDX-License-Identifier: Apache-2.0
"""The cells of a public tree by value, so that values of any table find theirs.

Numbers and dates are between borders, categories are listed. A value outside of what
was declared or listed has no cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.codec.numbers import Count
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.number_scale import NumberScale
from diversa.recodings.range_cells import LARGEST

NO_CELL = -1
"""Cell of a value that no cell has a place for."""


@dataclass(frozen=True)
class PublicCells:
    """The values of each cell of a column, in the order of its tree."""

    borders: tuple[int, ...] = field(default=(), repr=False)
    """The first number of each cell, and the one after the last; empty for
    categories."""
    digits: Count = 0
    """Decimals of the last digit that numbers are counted in."""
    of_days: bool = False
    """True if numbers are days."""
    bottom: int | None = None
    """Smaller numbers are coded, and are a cell of their own before all others."""
    top: int | None = None
    """From here on numbers are coded, and are a cell after all others."""
    low: int | None = None
    """The first number of a declared domain; None if the first cell is open."""
    high: int | None = None
    """The number after a declared domain; None if the last cell is open."""
    values: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    """The categories of each cell."""
    names: tuple[str | None, ...] = field(default=(), repr=False)
    """The node of a hierarchy that each cell has all values of; None for none."""
    rest: Count | None = None
    """The cell of all categories that are not listed; None without one."""
    missing: Count | None = None
    """The cell of missing values; None if there were none."""

    @property
    def is_missing_apart(self) -> bool:
        """True if missing values are the first cell of a number line."""
        return bool(self.borders) and self.missing == 0

    @property
    def ends(self) -> int:
        """The number of cells of numbers."""
        coded = (self.bottom is not None) + (self.top is not None)
        return len(self.borders) - 1 + coded

    def place(self, hierarchy: Hierarchy) -> Ints:
        """The cell of each code of the lowest level of any table; see `NO_CELL`."""
        names = hierarchy.labels[0]
        cell = self._numbers(hierarchy) if self.borders else self._listed(hierarchy)
        if None in names:
            cell[names.index(None)] = NO_CELL if self.missing is None else self.missing
        return cell

    def _numbers(self, hierarchy: Hierarchy) -> Ints:
        """The cells of a number line."""
        names = hierarchy.labels[0]
        scale = NumberScale.of(hierarchy)
        if scale is None or (scale.of_days != self.of_days and scale.known.any()):
            return np.full(len(names), NO_CELL, dtype=np.int64)
        numbers, fits = rescale(scale.numbers, self.digits - scale.digits)
        first, last = int(self.is_missing_apart), self.ends - 1
        below = self.bottom is not None
        cell = np.searchsorted(np.array(self.borders), numbers, "right") - 1
        cell = np.clip(cell, 0, len(self.borders) - 2) + below
        if self.bottom is not None:
            cell[numbers < self.bottom] = 0
        if self.top is not None:
            cell[numbers >= self.top] = last
        if self.low is not None:
            fits &= numbers >= self.low
        if self.high is not None:
            fits &= numbers < self.high
        cell[~fits] = NO_CELL - first
        for code in np.flatnonzero(~scale.known).tolist():  # coded by the hierarchy
            low = as_text(names[code]).startswith("<") if names[code] else False
            cell[code] = 0 if low else last
        return cell + first

    def _listed(self, hierarchy: Hierarchy) -> Ints:
        """The cells of categories: by value, by a node above it, or the rest."""
        own = {text: n for n, cell in enumerate(self.values) for text in cell}
        nodes = {name: n for n, name in enumerate(self.names) if name is not None}
        cell = np.full(len(hierarchy.labels[0]), NO_CELL, dtype=np.int64)
        above = [hierarchy.step(0, level) for level in range(1, hierarchy.height + 1)]
        for code, name in enumerate(hierarchy.labels[0]):
            if name is None:
                continue
            upward = [
                hierarchy.labels[level][codes[code]]
                for level, codes in enumerate(above, 1)
            ]
            # A label that is no text stands for a value that the hierarchy lacks.
            known = all(label is None or isinstance(label, str) for label in upward)
            texts = [label for label in upward if isinstance(label, str)]
            found = [nodes[text] for text in texts if text in nodes and text != TOP]
            if (place := own.get(as_text(name))) is not None:
                cell[code] = place
            elif found:
                cell[code] = found[0]
            elif self.rest is not None and (known or not nodes):
                cell[code] = self.rest
        return cell


def rescale(numbers: Ints, digits: int) -> tuple[Ints, Bools]:
    """Numbers counted in more digits (fewer if negative), and which of them fit.

    >>> rescale(np.array([15, 20]), -1)
    (array([1, 2]), array([False,  True]))
    """
    if digits < 0:
        factor = 10 ** min(-digits, 18)
        return numbers // factor, numbers % factor == 0
    factor = 10 ** min(digits, 18)
    most = LARGEST // factor
    return np.clip(numbers, -most, most) * factor, np.ones(len(numbers), dtype=bool)

# SPDX-License-Identifier: Apache-2.0
"""Tuples of cells: which cells agree in some of their columns.

Models, metrics and recodings ask this of the same columns one after the other, so it is
found out once. An engine that sorts its cells leaves hardly anything to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.cells import Cells
from diversa.counts.level_maps import KEY_SPACE
from diversa.counts.light_numpy import changes


@dataclass(frozen=True, eq=False)
class CellTuples:
    """The distinct tuples that cells have in some columns, by first appearance."""

    number: Codes = field(repr=False)
    """The tuple of each cell."""
    first: Ints = field(repr=False)
    """The first cell of each tuple."""

    def __len__(self) -> int:
        return len(self.first)

    def of(self, codes: Codes) -> Codes:
        """The code of each tuple, from the code of each cell."""
        return codes if len(self.first) == len(codes) else codes[self.first]


def cell_tuples(cells: Cells, names: Sequence[str]) -> CellTuples:
    """Number the distinct tuples of some columns.

    Example:
        >>> from diversa.data.dictionary import Dictionary
        >>> columns = [Dictionary.build(name, "abc", [1, 1, 1]) for name in "xy"]
        >>> codes = np.array([[2, 0], [0, 1], [2, 1]], dtype=np.int32)
        >>> tuples = cell_tuples(Cells(tuple(columns), codes, np.ones(3, int)), ["x"])
        >>> tuples.number.tolist(), tuples.first.tolist()
        ([0, 1, 0], [0, 1])
    """
    key = "tuples", *names
    return cells.memo.once(
        key, lambda: CellTuples(*number_keys(*pack_cells(cells, names)))
    )


def pack_cells(cells: Cells, names: Sequence[str]) -> tuple[Ints, int]:
    """One key for each cell, ascending where codes are; and how many there may be."""
    keys, space = np.zeros(len(cells.counts), dtype=np.int64), 1
    for name in names:
        size = max(1, cells.dictionary(name).size)
        if space * size >= KEY_SPACE:
            number, first = number_keys(keys, space)
            keys, space = number.astype(np.int64), len(first)
        keys *= size
        keys += cells.column(name)
        space *= size
    return keys, space


def number_keys(keys: Ints, space: int) -> tuple[Codes, Ints]:
    """Number the distinct keys by first appearance, as `group_keys` does.

    >>> [array.tolist() for array in number_keys(np.array([4, 4, 9]), 10)]
    [[0, 0, 1], [0, 2]]
    """
    if not (keys[1:] >= keys[:-1]).all():
        return kernels.group_keys(keys, space)
    fresh = changes(keys)
    number = np.cumsum(fresh, dtype=np.int32)
    number -= 1
    return number, np.flatnonzero(fresh)

# SPDX-License-Identifier: Apache-2.0
"""Cells: the distinct tuples of a table over chosen columns, with their row counts.

The engine makes cells once; nothing after that touches rows until the release is
recoded. `frequency_set` groups them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.light_numpy import changes
from diversa.data.dictionary import Dictionary
from diversa.memo import Memo

FEW = 1 << 16
"""Values of a column that are counted one by one: their rows stay in a cache."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Distinct tuples of codes and how many rows have each."""

    dictionaries: tuple[Dictionary, ...]
    """One dictionary per column, in column order."""
    codes: Codes = field(repr=False)
    """One line per cell, one column per dictionary."""
    counts: Ints = field(repr=False)
    """Rows of each cell, all positive."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @cached_property
    def rows(self) -> int:
        """Number of rows that were counted."""
        return int(self.counts.sum())

    def _place(self, name: str) -> int:
        return [dictionary.column for dictionary in self.dictionaries].index(name)

    def column(self, name: str) -> Codes:
        """The codes of one column."""
        return self.codes[:, self._place(name)]

    def rows_of(self, name: str) -> Ints:
        """Rows of every value of one column."""
        codes, size = self.column(name), self.dictionary(name).size
        if size <= FEW or not (codes[1:] >= codes[:-1]).all():
            return np.bincount(codes, self.counts, size).astype(np.int64)
        first = np.flatnonzero(changes(codes))  # the first column of sorted cells
        rows = np.zeros(size, dtype=np.int64)
        rows[codes[first]] = np.add.reduceat(self.counts, first) if len(first) else 0
        return rows

    def dictionary(self, name: str) -> Dictionary:
        """The dictionary of one column."""
        return self.dictionaries[self._place(name)]

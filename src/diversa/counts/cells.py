# SPDX-License-Identifier: Apache-2.0
"""Cells: the distinct tuples of a table over chosen columns, with their row counts.

The engine makes cells once; nothing after that touches rows until the release is
recoded. `frequency_set` groups them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary


@dataclass(frozen=True, eq=False)
class Cells:
    """Distinct tuples of codes and how many rows have each."""

    dictionaries: tuple[Dictionary, ...]
    """One dictionary per column, in column order."""
    codes: NDArray[np.int32] = field(repr=False)
    """One line per cell, one column per dictionary."""
    counts: NDArray[np.int64] = field(repr=False)
    """Rows of each cell, all positive."""

    @cached_property
    def rows(self) -> int:
        """Number of rows that were counted."""
        return int(self.counts.sum())

    def _place(self, name: str) -> int:
        return [dictionary.column for dictionary in self.dictionaries].index(name)

    def column(self, name: str) -> NDArray[np.int32]:
        """The codes of one column."""
        return self.codes[:, self._place(name)]

    def dictionary(self, name: str) -> Dictionary:
        """The dictionary of one column."""
        return self.dictionaries[self._place(name)]

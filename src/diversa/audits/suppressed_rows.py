# SPDX-License-Identifier: Apache-2.0
"""Suppressed rows: those with `*` in every quasi-identifier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.hierarchies.hierarchy import TOP


def suppressed_cells(
    cells: Cells, quasi_identifiers: Sequence[str]
) -> NDArray[np.bool_]:
    """The cells with `*` in every quasi-identifier; none where there is no column."""
    starred = np.full(len(cells.counts), bool(quasi_identifiers))
    for name in quasi_identifiers:
        stars = np.flatnonzero(cells.dictionary(name).values == TOP)
        starred &= np.isin(cells.column(name), stars)
    return starred


def audited_cells(
    cells: Cells, starred: NDArray[np.bool_], *, count_suppressed: bool
) -> Cells:
    """The cells that make groups; the dictionaries still know the whole table.

    A table of nothing but stars is generalized to the top: it is its only group.
    """
    if count_suppressed or starred.all() or not starred.any():
        return cells
    return Cells(cells.dictionaries, cells.codes[~starred], cells.counts[~starred])

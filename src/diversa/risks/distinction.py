# SPDX-License-Identifier: Apache-2.0
"""Distinction and separation: measures of columns that single rows out.

Distinction is the share of different tuples, separation the share of pairs of rows that
differ. A small set of columns with a high distinction is a quasi-identifier: whoever
knows these columns of a person finds the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.codec import to_json
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.counts.population_cells import number_lines
from diversa.errors import InputError

NEARLY = 0.9
"""Least distinction of columns that nearly identify."""


@dataclass(frozen=True)
class ColumnSet:
    """The distinction and separation of a set of columns."""

    columns: tuple[str, ...]
    """The columns."""
    distinction: float
    """Different tuples / rows."""
    separation: float
    """Share of the pairs of rows that differ."""

    def to_json(self) -> dict[str, Any]:
        """The columns and both numbers."""
        return to_json(self)


def distinction(sizes: NDArray[np.int64]) -> float:
    """Different tuples / rows; 1 if all rows differ.

    Reference:
        R. Motwani, Y. Xu, Efficient algorithms for masking and finding
        quasi-identifiers, SIAM workshop on practical privacy-preserving data mining,
        2008.

    Example:
        >>> distinction(np.array([1, 3]))
        0.5
    """
    return int((sizes > 0).sum()) / max(1, int(sizes.sum()))


def separation(sizes: NDArray[np.int64]) -> float:
    """The share of pairs of rows that differ; 1 without a pair.

    Reference:
        See `distinction`.

    Example:
        >>> separation(np.array([1, 3]))
        0.5
    """
    rows = int(sizes.sum())
    pairs = rows * (rows - 1)
    alike = int((sizes * (sizes - 1)).sum())
    return 1.0 if pairs == 0 else 1 - alike / pairs


def quasi_identifier_sets(
    cells: Cells,
    columns: Sequence[str],
    *,
    nearly: float = NEARLY,
    most: int = 3,
    kinds: Kinds | None = None,
) -> tuple[ColumnSet, ...]:
    """The smallest sets of columns that nearly identify, most distinct first.

    Supersets of such a set are left out, because their distinction is never less. With
    `kinds` of people, rows of a person that look alike count as one.
    """
    if not 0 < nearly <= 1:
        raise InputError(
            f"nearly: must be above 0 and at most 1, got {nearly}; it is the share of"
            " different tuples"
        )
    telling: list[ColumnSet] = []
    for size in range(1, min(most, len(columns)) + 1):
        smaller = [set(column_set.columns) for column_set in telling]
        sets = [
            measure_columns(cells, chosen, kinds)
            for chosen in combinations(columns, size)
            if not any(column_set <= set(chosen) for column_set in smaller)
        ]
        telling += [members for members in sets if members.distinction >= nearly]
    return tuple(
        sorted(
            telling,
            key=lambda column_set: (len(column_set.columns), -column_set.distinction),
        )
    )


def measure_columns(
    cells: Cells, columns: Sequence[str], kinds: Kinds | None = None
) -> ColumnSet:
    """Measure a set of columns."""
    codes = np.stack([cells.column(name) for name in columns], axis=1)
    number = number_lines(codes, [cells.dictionary(name) for name in columns])
    if kinds is None:
        sizes = np.bincount(number, weights=cells.counts).astype(np.int64)
    else:
        kind = np.repeat(np.arange(len(kinds)), kinds.sizes)
        domain = int(number.max(initial=0)) + 1
        pairs = np.unique(kind * domain + number[kinds.cells])
        people = kinds.people[pairs // domain]
        sizes = np.bincount(pairs % domain, people, domain).astype(np.int64)
    return ColumnSet(tuple(columns), distinction(sizes), separation(sizes))

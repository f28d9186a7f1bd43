# SPDX-License-Identifier: Apache-2.0
"""Association between attributes, in the table and as a release shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.distributions import Bucketed

AT_ONCE = 2**15
"""Boxes whose shares are multiplied at once."""


@dataclass(frozen=True)
class Association:
    """How strongly two attributes go together, before and after."""

    attributes: tuple[str, str]
    """The two."""
    measure: str
    """`cramers-v` (0 to 1), or `spearman` (-1 to 1) for two attributes of numbers."""
    before: float
    """In the table."""
    after: float
    """As the release shows it."""

    def to_json(self) -> dict[str, Any]:
        """Both numbers."""
        return {
            "attributes": list(self.attributes),
            "measure": self.measure,
            "before": self.before,
            "after": self.after,
        }


def associations(bucketed: Bucketed) -> tuple[Association, ...]:
    """The association of every pair of attributes, by their buckets."""
    every = (*bucketed.known, *bucketed.secret)
    ends = np.cumsum([0, *map(len, every)])
    together = published_pairs(bucketed, int(ends[-1]))
    found = []
    for one, other in combinations(range(len(every)), 2):
        ours = counted_pairs(bucketed, one, other)
        theirs = together[ends[one] : ends[one + 1], ends[other] : ends[other + 1]]
        names = every[one].attribute, every[other].attribute
        ordered = every[one].ordered and every[other].ordered
        measure = spearman if ordered else cramers_v
        word = "spearman" if ordered else "cramers-v"
        found.append(Association(names, word, measure(ours), measure(theirs)))
    return tuple(found)


def counted_pairs(bucketed: Bucketed, one: int, other: int) -> NDArray[np.float64]:
    """Rows of the table by the buckets of two attributes."""
    every = (*bucketed.known, *bucketed.secret)
    shape = len(every[one]), len(every[other])
    key = bucketed.before[one] * shape[1] + bucketed.before[other]
    counts = bucketed.recoded.original.counts
    rows = np.bincount(key, weights=counts, minlength=shape[0] * shape[1])
    return rows.astype(np.float64).reshape(shape)


def published_pairs(bucketed: Bucketed, width: int) -> NDArray[np.float64]:
    """Rows that the release lets expect, by the buckets of all attributes at once.

    Inside a box, attributes are taken to be independent.
    """
    total = np.zeros((width, width))
    for spread, rows in box_shares(bucketed):
        total += (spread * rows[:, None].astype(np.float32)).T @ spread
    return total


def box_shares(
    bucketed: Bucketed,
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    """How boxes spread over the buckets of all attributes, and their rows."""
    recoded = bucketed.recoded
    for begin in range(0, recoded.boxes, AT_ONCE):
        some = slice(begin, begin + AT_ONCE)
        rows = recoded.box_rows[some]
        parts = [
            spread[side.label[some]]
            for side, spread in zip(recoded.sides, bucketed.known_after, strict=True)
        ]
        parts += [
            counted[some] / np.maximum(rows, 1)[:, None]
            for counted in bucketed.secret_after
        ]
        yield np.concatenate(parts, axis=1, dtype=np.float32), rows


def cramers_v(table: NDArray[np.float64]) -> float:
    """Cramér's V of a table of counts; 0 where one attribute has a single value.

    Reference:
        H. Cramér, Mathematical methods of statistics, 1946, Section 21.9.

    Example:
        >>> cramers_v(np.array([[2.0, 0.0], [0.0, 2.0]]))
        1.0
    """
    lines, columns = table.sum(axis=1), table.sum(axis=0)
    table = table[np.ix_(lines > 0, columns > 0)]
    least = min(table.shape) - 1
    if least < 1:
        return 0.0
    total = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / total
    square = float(((table - expected) ** 2 / expected).sum())
    return float(np.sqrt(min(1.0, square / (total * least))))


def spearman(table: NDArray[np.float64]) -> float:
    """The rank correlation of two ordered attributes, ties at their middle rank.

    Reference:
        C. Spearman, The proof and measurement of association between two things, 1904.

    Example:
        >>> spearman(np.array([[0.0, 2.0], [2.0, 0.0]]))
        -1.0
    """
    lines, columns = table.sum(axis=1), table.sum(axis=0)
    first, second = middle_ranks(lines), middle_ranks(columns)
    spread = float(np.sqrt((lines @ first**2) * (columns @ second**2)))
    return float(first @ table @ second) / spread if spread else 0.0


def middle_ranks(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The middle rank of each value, less the mean rank."""
    middle = np.cumsum(counts) - counts / 2
    return middle - counts.sum() / 2

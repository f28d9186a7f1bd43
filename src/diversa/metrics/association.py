# SPDX-License-Identifier: Apache-2.0
"""Association between attributes, in the table and as a release shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt, prod

import numpy as np

from diversa.array_types import Codes, Floats
from diversa.metrics.distributions import Bucketed

MANY_BUCKETS = 512
"""Combinations of the buckets of a block; a table of two blocks stays in a cache."""

FEW = 8
"""Boxes of one label from which on they are added up first."""

MANY_PAIRS = 1 << 16
"""Pairs of labels that are added up however few boxes there are."""


@dataclass(frozen=True)
class Association:
    """Strength of the association of two attributes, before and after."""

    attributes: tuple[str, str]
    """The two."""
    measure: str
    """`cramers-v` (0 to 1), or `spearman` (-1 to 1) for two attributes of numbers."""
    before: float
    """In the table."""
    after: float
    """As the release shows it."""


def associations(bucketed: Bucketed) -> tuple[Association, ...]:
    """The association of every pair of attributes, by their buckets.

    Raw buckets (`Bucketed.raw`) show an association that a release destroys: published
    labels are spread evenly over what they cover.
    """
    every = bucketed.every
    before, after = table_pairs(bucketed), release_pairs(bucketed)
    pairs = []
    for first, second in combinations(range(len(every)), 2):
        ours, theirs = before[first, second], after[first, second]
        names = every[first].attribute, every[second].attribute
        ordered = every[first].ordered and every[second].ordered
        measure = spearman if ordered else cramers_v
        word = "spearman" if ordered else "cramers-v"
        pairs.append(Association(names, word, measure(ours), measure(theirs)))
    return tuple(pairs)


def table_pairs(bucketed: Bucketed) -> dict[tuple[int, int], Floats]:
    """Rows of the table by the buckets of every two attributes.

    Cells are added up by blocks of attributes, two at a time; what two attributes have
    is a sum over the others of their blocks.
    """
    cells, every = bucketed.recoded.original, bucketed.every
    sizes, rows = [len(classes) for classes in every], cells.counts.astype(np.float64)
    blocks = blocks_of(sizes, min(MANY_BUCKETS, isqrt(len(rows))))
    keys = [block_keys(bucketed, block) for block in blocks]
    pairs: dict[tuple[int, int], Floats] = {}
    numbers = tuple(range(len(blocks)))
    for some in combinations(numbers, 2) if len(blocks) > 1 else [numbers]:
        places = [place for number in some for place in blocks[number]]
        joint = np.zeros(len(rows), dtype=np.int64)
        for number in some:
            joint *= prod(sizes[place] for place in blocks[number])
            joint += keys[number]
        shape = [sizes[place] for place in places]
        table = np.bincount(joint, rows, prod(shape)).astype(np.float64).reshape(shape)
        for ours, theirs in combinations(range(len(places)), 2):
            pairs[places[ours], places[theirs]] = sum_over_others(table, ours, theirs)
    return pairs


def blocks_of(sizes: Sequence[int], most: int) -> list[list[int]]:
    """Attributes one after the other, in blocks of few combinations of buckets.

    >>> blocks_of([2, 3, 20, 4], 6)
    [[0, 1], [2], [3]]
    """
    blocks: list[list[int]] = []
    for place, size in enumerate(sizes):
        last = [sizes[other] for other in blocks[-1]] if blocks else []
        if last and prod(last) * size <= most:
            blocks[-1].append(place)
        else:
            blocks.append([place])
    return blocks


def block_keys(bucketed: Bucketed, block: Sequence[int]) -> Codes:
    """The combination of buckets that each cell has in the attributes of a block."""
    cells = bucketed.recoded.original
    keys = np.zeros(len(cells.counts), dtype=np.int32)
    for place in block:
        classes = bucketed.every[place]
        keys *= len(classes)
        keys += classes.bucket.astype(np.int32)[cells.column(classes.attribute)]
    return keys


def sum_over_others(table: Floats, first: int, second: int) -> Floats:
    """The sums of a table over all axes but two."""
    others = tuple(axis for axis in range(table.ndim) if axis not in (first, second))
    return np.asarray(table.sum(axis=others), dtype=np.float64)


def release_pairs(bucketed: Bucketed) -> dict[tuple[int, int], Floats]:
    """Rows that the release lets expect, by the buckets of every two attributes.

    Inside a box, attributes are taken to be independent.
    """
    pairs, known = {}, bucketed.label_spreads
    number = len(bucketed.quasi_identifiers) + len(bucketed.secret)
    for second in range(number):
        rows = None
        for first in range(second):
            labels = label_pairs(bucketed, first, second)
            if labels is not None:
                pairs[first, second] = known[first].T @ labels @ known[second]
                continue
            if rows is None:
                rows = box_rows(bucketed, second)
            pairs[first, second] = spread_rows(bucketed, first, rows)
    return pairs


def label_pairs(bucketed: Bucketed, first: int, second: int) -> Floats | None:
    """Rows by the labels of two quasi-identifiers; None where too many labels meet."""
    if second >= len(bucketed.quasi_identifiers):
        return None
    recoded = bucketed.recoded
    ours, theirs = recoded.sides[first], recoded.sides[second]
    shape = len(ours.sizes), len(theirs.sizes)
    if shape[0] * shape[1] > max(MANY_PAIRS, FEW * recoded.boxes):
        return None
    meeting = ours.label.astype(np.int64) * shape[1] + theirs.label
    rows = np.bincount(meeting, weights=recoded.box_rows, minlength=shape[0] * shape[1])
    return rows.astype(np.float64, copy=False).reshape(shape)


def box_rows(bucketed: Bucketed, place: int) -> Floats:
    """Bucket by box: the rows that an attribute is expected to have."""
    public = len(bucketed.quasi_identifiers)
    if place >= public:
        return np.ascontiguousarray(bucketed.secret_after[place - public].T)
    label = bucketed.recoded.sides[place].label
    spread = np.ascontiguousarray(bucketed.label_spreads[place].T)
    return spread[:, label] * bucketed.recoded.box_rows


def spread_rows(bucketed: Bucketed, place: int, rows: Floats) -> Floats:
    """Spread rows of boxes over the buckets of one more attribute."""
    public, recoded = len(bucketed.quasi_identifiers), bucketed.recoded
    if place >= public:
        counted = bucketed.secret_after[place - public]
        return (rows @ (counted / np.maximum(recoded.box_rows, 1)[:, None])).T
    side = recoded.sides[place]
    if len(side.sizes) * FEW > len(side.label):  # hardly any box shares its label
        return (rows @ bucketed.label_spreads[place][side.label]).T
    by_label = [
        np.bincount(side.label, weights=line, minlength=len(side.sizes))
        for line in rows
    ]
    return bucketed.label_spreads[place].T @ np.array(by_label, dtype=np.float64).T


def cramers_v(table: Floats) -> float:
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


def spearman(table: Floats) -> float:
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


def middle_ranks(counts: Floats) -> Floats:
    """The middle rank of each value, less the mean rank."""
    middle = np.cumsum(counts) - counts / 2
    return middle - counts.sum() / 2

# SPDX-License-Identifier: Apache-2.0
"""Spans of values on an axis: their order, and equal ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.histogram import reduce_groups
from diversa.hierarchies.hierarchy import Hierarchy

MOST_BITS = 63
"""Sets of so many values fit one integer."""


def value_order(hierarchy: Hierarchy) -> Ints:
    """Value codes sorted so that a range is one span."""
    numbers = hierarchy.numbers
    if numbers is None or not hierarchy.is_number_line:
        return np.arange(hierarchy.sizes[0])
    return np.argsort(numbers, kind="stable")


def positions(order: Ints) -> Ints:
    """The position of each value code in an order."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place


def join_spans(
    part: NDArray[np.integer],
    first: NDArray[np.integer],
    last: NDArray[np.integer],
    parts: int,
) -> tuple[Ints, Ints, Ints]:
    """Spans of each part in their order; those that touch or overlap become one.

    Returns where the spans of each part begin, and their first and last positions.

    >>> part, first, last = np.array([[1, 0, 1, 0], [4, 3, 2, 0], [6, 3, 3, 0]])
    >>> [line.tolist() for line in join_spans(part, first, last, 2)]
    [[0, 2, 3], [0, 3, 2], [0, 3, 6]]
    """
    if len(part) == 0:
        return np.zeros(parts + 1, dtype=np.int64), *np.zeros((2, 0), dtype=np.int64)
    width = np.int64(last.max()) + 2  # neighbours of two parts do not touch
    begin, end = part * width + first, part * width + last
    order = np.argsort(begin, kind="stable")
    begin, end = begin[order], np.maximum.accumulate(end[order])
    fresh = np.flatnonzero(np.append(True, begin[1:] > end[:-1] + 1))
    begin, end = begin[fresh], np.append(end[fresh[1:] - 1], end[-1])
    owner, low = np.divmod(begin, width)
    return np.searchsorted(owner, np.arange(parts + 1)), low, end - owner * width


def same_sets(starts: Ints, first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """A number for each part, the same for equal sets, and a part of each number.

    A set is a whole number, with a bit for each value.
    """
    powers = np.uint64(1) << np.arange(MOST_BITS + 1, dtype=np.uint64)
    sets = reduce_groups(np.add, powers[last + 1] - powers[first], starts)
    _, chosen, label = np.unique(sets, return_index=True, return_inverse=True)
    return label, chosen


def same_spans(starts: Ints, first: Ints, last: Ints, width: int) -> tuple[Ints, Ints]:
    """The same, where parts of one span each are compared and others are not."""
    parts = len(starts) - 1
    single = np.diff(starts) == 1
    key = np.arange(parts) - parts  # below all keys of spans
    at = starts[:-1][single]
    key[single] = first[at] * width + last[at]
    _, chosen, label = np.unique(key, return_index=True, return_inverse=True)
    return label, chosen

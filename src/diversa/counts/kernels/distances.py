# SPDX-License-Identifier: Apache-2.0
"""Distances between the histograms of groups and others, in one pass and in integers.

The callers make sure that products of both sizes fit 64 bits. What is rounded says of
groups near a bound that it cannot decide.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.arrays import GroupEntries, Histograms
from diversa.counts.kernels.kernel import kernel, kernel_beside

UNDECIDED = 2
"""Answer for a group that rounded numbers cannot decide."""


@kernel
def first_above(ascending: NDArray[Any], limit: float, begin: int, end: int) -> int:
    """The first place from `begin` on with a number above the limit, or the end."""
    while begin < end:
        middle = (begin + end) // 2
        if ascending[middle] > limit:
            end = middle
        else:
            begin = middle + 1
    return begin


def small_surpluses(starts: Ints, counts: Ints, expected: Ints, totals: Ints) -> Ints:
    """The NumPy form of `surpluses`: all groups at once."""
    entries = np.diff(starts)
    sizes = sums_between(starts, counts)
    more = counts * np.repeat(totals, entries) - expected * np.repeat(sizes, entries)
    return sums_between(starts, np.maximum(more, 0))


def sums_between(starts: Ints, numbers: Ints) -> Ints:
    """The sum of the numbers from each start to the next; a stretch may be empty."""
    upto = np.zeros(len(numbers) + 1, dtype=np.int64)
    np.cumsum(numbers, out=upto[1:])
    return np.diff(upto[starts])


@kernel_beside(small_surpluses)
def surpluses(starts: Ints, counts: Ints, expected: Ints, totals: Ints) -> Ints:
    """Σ max(n T - t N, 0) over the entries of each group of N rows.

    n are the `counts`; t, `expected`, are the rows of the reference with the value of
    an entry; T, `totals`, are all rows of the reference of each group.
    """
    above = np.zeros(len(starts) - 1, dtype=np.int64)
    for group in range(len(above)):
        first, last = starts[group], starts[group + 1]
        size = 0
        for entry in range(first, last):
            size += counts[entry]
        for entry in range(first, last):
            more = counts[entry] * totals[group] - expected[entry] * size
            above[group] += max(more, 0)
    return above


def small_table_surpluses(entries: GroupEntries, reference: Ints, total: int) -> Ints:
    """The NumPy form of `table_surpluses`: all groups at once."""
    owners, values, counts, sizes = entries
    above = np.zeros(len(sizes), dtype=np.int64)
    more = counts * total - reference[values] * sizes[owners]
    np.add.at(above, owners, np.maximum(more, 0))
    return above


@kernel_beside(small_table_surpluses)
def table_surpluses(entries: GroupEntries, reference: Ints, total: int) -> Ints:
    """As `surpluses` from one reference for all groups, in one loop over all entries.

    The reference has `reference[value]` rows of each value, `total` in all.
    """
    owners, values, counts, sizes = entries
    above = np.zeros(len(sizes), dtype=np.int64)
    for entry in range(len(counts)):
        group = np.uint32(owners[entry])
        expected = reference[np.uint32(values[entry])] * sizes[group]
        above[group] += max(counts[entry] * total - expected, 0)
    return above


@kernel
def block_surpluses(
    histograms: Histograms, blocks: Codes, reference: Ints, total: int
) -> Ints:
    """As `surpluses` from one reference, over the blocks of values of several lines.

    Every line of `blocks` gives each value its block; no block is in two lines. The
    reference has `reference[block]` rows in each block, `total` in all.
    """
    starts, values, counts = histograms
    above = np.zeros(len(starts) - 1, dtype=np.int64)
    rows = np.zeros(len(reference), dtype=np.int64)
    for group in range(len(above)):
        first, last = starts[group], starts[group + 1]
        size = 0
        for entry in range(first, last):
            size += counts[entry]
            for line in range(len(blocks)):
                rows[blocks[line, np.uint32(values[entry])]] += counts[entry]
        for entry in range(first, last):
            for line in range(len(blocks)):
                block = blocks[line, np.uint32(values[entry])]
                if rows[block]:  # a block counts once
                    above[group] += max(
                        rows[block] * total - reference[block] * size, 0
                    )
                    rows[block] = 0
    return above


class CumulativeCounts(NamedTuple):
    """Cumulative counts of references whose values stand on a line."""

    starts: Ints
    """The entries of reference r are starts[r]:starts[r + 1]."""
    upto: Ints
    """C, the rows up to each entry."""
    width: Ints
    """The sum of the gaps behind all entries before each, and before the end."""
    area: Ints
    """The sum of these gaps times C."""


@kernel
def areas(
    starts: Ints,
    counts: Ints,
    places: Ints,
    parents: Ints,
    references: CumulativeCounts,
) -> Ints:
    """N T times the area between the cumulative shares of groups and references.

    The cumulative count A of a group stays the same between two of its values and that
    of the reference, C, only grows: A T - C N changes its sign once there. The value of
    an entry has the place `places` in the reference of its group (`parents`).
    """
    ends, upto, width, area = references
    work = np.zeros(len(starts) - 1, dtype=np.int64)
    for group in range(len(work)):
        first, last = starts[group], starts[group + 1]
        begin, end = ends[parents[group]], ends[parents[group] + 1]
        if first == last or begin == end:
            continue
        total, size, reached = upto[end - 1], 0, 0
        for entry in range(first, last):
            size += counts[entry]
        work[group] = (area[places[first]] - area[begin]) * size
        for entry in range(first, last):
            reached += counts[entry]
            here = places[entry]
            after = places[entry + 1] if entry + 1 < last else end
            share = reached * total // size
            turn = first_above(upto, share, here, after)
            before = (width[turn] - width[here]) - (width[after] - width[turn])
            under = (area[after] - area[turn]) - (area[turn] - area[here])
            work[group] += reached * total * before + under * size
    return work


def small_within(
    entries: GroupEntries, floors: Floats, caps: Floats, near: float
) -> NDArray[np.int8]:
    """The NumPy form of `within`: all groups at once."""
    owners, values, counts, sizes = entries
    size = sizes[owners]
    beyond = np.maximum(counts - caps[values] * size, floors[values] * size - counts)
    said = np.ones(len(sizes), dtype=np.int8)
    said[owners[beyond >= -near * size]] = UNDECIDED
    said[owners[beyond > near * size]] = 0
    return said


@kernel_beside(small_within)
def within(
    entries: GroupEntries, floors: Floats, caps: Floats, near: float
) -> NDArray[np.int8]:
    """Test that each value of a group has a share between its floor and its cap.

    1 for a group that passes, 0 for one that fails, and UNDECIDED if a share is so near
    to a bound that it must be looked at exactly. One loop over all entries.
    """
    owners, values, counts, sizes = entries
    said = np.ones(len(sizes), dtype=np.int8)
    for entry in range(len(counts)):
        group, value = np.uint32(owners[entry]), np.uint32(values[entry])
        rows, size = counts[entry], sizes[group]
        beyond = max(rows - caps[value] * size, floors[value] * size - rows)
        if beyond >= -near * size:
            if beyond > near * size:
                said[group] = 0
            elif said[group] == 1:
                said[group] = UNDECIDED
    return said

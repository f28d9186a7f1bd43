# SPDX-License-Identifier: Apache-2.0
"""Cuts of a part: proposals for one part and one axis.

`points` holds the ranks of the tuples, one
line per tuple, and `rows` how many rows each of them has; a part is a run of lines. A
cut is the last rank of the lower side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.kernel import kernel
from diversa.counts.kernels.spans import (
    ONE,
    RANGE,
    SET,
    TREE,
    Axes,
    common_level,
    span_loss,
)


class Room(NamedTuple):
    """Arrays to work in, as long as the longest part."""

    order: Ints
    """Places of tuples, sorted by rank."""
    tally: Ints
    """A number for each rank."""
    ranks: Ints
    """Distinct ranks, ascending."""
    counts: Ints
    """Rows of each of them."""
    columns: Codes
    """Ranks of few tuples, one line per axis."""
    lower: Floats
    """Losses below each cut."""
    upper: Floats
    """Losses above each cut."""


@kernel
def room_for(axes: Axes, size: int, few: int) -> Room:
    """Room for a part of `size` tuples; columns have no more than `few`."""
    domain, few = 2, min(size, few)
    for axis in range(len(axes.kinds)):
        domain = max(domain, axes.offsets[axis + 1] - axes.offsets[axis] + 2)
    return Room(
        np.empty(size, dtype=np.int64),
        np.empty(domain, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty((len(axes.kinds), few), dtype=np.int32),
        np.empty(few),
        np.empty(few),
    )


@kernel
def sort_places(ranks: Codes, order: Ints) -> None:
    """Shell's sort, for few ranks that lie far from each other."""
    size = len(ranks)
    for place in range(size):
        order[place] = place
    gap = size // 2
    while gap:
        for place in range(gap, size):
            line, at = order[place], place
            while at >= gap and ranks[order[at - gap]] > ranks[line]:
                order[at] = order[at - gap]
                at -= gap
            order[at] = line
        gap = 1 if gap == 2 else int(gap / 2.2)


@kernel
def lowest_and_highest(ranks: Codes) -> tuple[int, int]:
    """The lowest and the highest of some ranks."""
    low = high = int(ranks[0])
    for rank in ranks:
        low, high = min(low, int(rank)), max(high, int(rank))
    return low, high


@kernel
def by_rank(ranks: Codes, order: Ints, tally: Ints) -> None:
    """Put the places of ranks into `order`, the lowest rank first."""
    size = len(ranks)
    low, high = lowest_and_highest(ranks)
    if high - low <= 4 * size:
        tally[low : high + 2] = 0
        for rank in ranks:
            tally[rank + 1] += 1
        for rank in range(low, high):
            tally[rank + 1] += tally[rank]
        for place in range(size):
            order[tally[ranks[place]]] = place
            tally[ranks[place]] += 1
        return
    sort_places(ranks, order)


@kernel
def separates(axes: Axes, axis: int, level: int, below: int, above: int) -> bool:
    """True if a cut may part two neighbours: in a tree, those of two children.

    `level` is that of the common ancestor of the part.
    """
    if below == above:
        return False
    if axes.kinds[axis] != TREE:
        return True
    domain = axes.offsets[axis + 1] - axes.offsets[axis]
    line = axes.roots[axis] + (level - 1) * domain
    return axes.ancestors[line + below] != axes.ancestors[line + above]


@kernel
def add_losses(
    axes: Axes,
    axis: int,
    ranks: Codes,
    order: Ints,
    losses: Floats,
    step: int,
    tuples: int,
) -> None:
    """Add the losses of 1, 2, ... tuples on an axis, from the first or from the last.

    `ranks` are those of the part's lines on this axis, `order` sorts them; `step` is 1
    or -1; it ends after `tuples`.
    """
    first = 0 if step > 0 else len(order) - 1
    kind, begin, places = axes.kinds[axis], axes.offsets[axis], axes.places
    low = high = ranks[order[first]]
    more = axes.steps[axis]
    bits, loss = np.uint64(0), -more
    if kind == SET:
        for place in range(tuples):
            at = first + step * place
            bit = ONE << np.uint64(ranks[order[at]])
            if not bits & bit:
                bits |= bit
                loss += more
            losses[at] += loss
        return
    loss = 0.0
    for place in range(tuples):
        at = first + step * place
        rank = ranks[order[at]]
        if rank < low or rank > high:
            low, high = min(low, rank), max(high, rank)
            if kind == RANGE:
                loss = places[begin + high] - places[begin + low]
            else:
                loss = span_loss(axes, axis, int(low), int(high))
        losses[at] += loss


@kernel
def cheapest_cut(
    axes: Axes,
    columns: Codes,
    rows: Ints,
    axis: int,
    order: Ints,
    least: int,
    room: Room,
) -> tuple[float, int]:
    """The cut after which both sides lose least, and their loss together.

    Losses are rows times the sum over the axes. `columns` has one line per axis, `rows`
    and `order` (by rank) go with it.
    """
    lower, upper = room.lower, room.upper
    size, total = len(order), rows.sum()
    begin, end = -1, -1  # the cuts between these leave enough rows on both sides
    count = np.int64(0)
    for place in range(size - 1):
        count += rows[order[place]]
        if count >= least and total - count >= least:
            begin = place if begin < 0 else begin
            end = place
    if begin < 0:
        return np.inf, -1
    lower[:size] = 0
    upper[:size] = 0
    last, step = size - 1, np.int64(1)  # no constants, see `parts`
    for other in range(len(columns)):
        column = columns[other]
        add_losses(axes, other, column, order, lower, step, end + 1)
        add_losses(axes, other, column, order, upper, -step, last - begin)
    ranks, count = columns[axis], np.int64(0)
    level = common_level(axes, axis, int(ranks[order[0]]), int(ranks[order[size - 1]]))
    best, cut = np.inf, -1
    for place in range(end + 1):
        count += rows[order[place]]
        both = lower[place] * count + upper[place + 1] * (total - count)
        if place < begin or both >= best:
            continue
        below, above = int(ranks[order[place]]), int(ranks[order[place + 1]])
        if separates(axes, axis, level, below, above):
            best, cut = both, below
    return best, cut


@kernel
def rows_by_rank(column: Codes, rows: Ints, room: Room) -> int:
    """Write the ranks of a column and their rows into the room; their number."""
    order, tally, ranks, counts = room.order, room.tally, room.ranks, room.counts
    runs = 0
    low, high = lowest_and_highest(column)
    if high - low <= 4 * len(column):
        tally[low : high + 1] = 0
        for place in range(len(column)):
            tally[column[place]] += rows[place]
        for rank in range(low, high + 1):
            if tally[rank]:
                ranks[runs], counts[runs] = rank, tally[rank]
                runs += 1
        return runs
    by_rank(column, order, tally)
    for place in order[: len(column)]:
        if runs == 0 or column[place] != ranks[runs - 1]:
            ranks[runs], counts[runs] = column[place], 0
            runs += 1
        counts[runs - 1] += rows[place]
    return runs


@kernel
def median_cut(axes: Axes, axis: int, ranks: Ints, counts: Ints, least: int) -> int:
    """The rank of the median, or the one below where nothing is above it; -1 for none.

    In a tree the end of the child that the median is below.
    """
    total = counts.sum()
    level = common_level(axes, axis, ranks[0], ranks[-1])
    cut, lower, count = -1, np.int64(0), np.int64(0)
    for place in range(len(ranks) - 1):
        count += counts[place]
        if separates(axes, axis, level, ranks[place], ranks[place + 1]):
            cut, lower = ranks[place], count
            if 2 * count >= total:
                break
    enough = lower >= least and total - lower >= least
    return cut if enough else -1

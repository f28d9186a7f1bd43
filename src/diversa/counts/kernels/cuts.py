# SPDX-License-Identifier: Apache-2.0
"""Cuts of a partition.

`axes` is a named tuple of arrays: ranks (one line per axis), places, offsets, numeric,
widths; `search.axes` makes it.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray


@numba.njit(cache=True, nogil=True)
def extend(
    axes: Any,  # noqa: ANN401 - a named tuple of arrays
    line: int,
    seen: NDArray[np.int64],
    stamp: int,
    span: NDArray[np.int64],
    loss: float,
) -> float:
    """The loss of a set of lines after one more joins it; -1 is the empty set."""
    first = loss < 0
    loss = max(loss, 0.0)
    for axis in range(len(axes.ranks)):
        place = axes.offsets[axis] + axes.ranks[axis, line]
        if not axes.numeric[axis]:
            if seen[place] != stamp:
                seen[place] = stamp
                loss += 0.0 if first else 1 / axes.widths[axis]
        elif first:
            span[axis, 0] = span[axis, 1] = place
        elif place < span[axis, 0]:
            wider = axes.places[span[axis, 0]] - axes.places[place]
            loss += wider / axes.widths[axis]
            span[axis, 0] = place
        elif place > span[axis, 1]:
            wider = axes.places[place] - axes.places[span[axis, 1]]
            loss += wider / axes.widths[axis]
            span[axis, 1] = place
    return loss


@numba.njit(cache=True, nogil=True)
def prefix_losses(
    axes: Any,  # noqa: ANN401
    along: NDArray[np.int64],
    sizes: NDArray[np.int64],
    seen: NDArray[np.int64],
    stamp: int,
    span: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Loss times rows, and rows, of the first 1, 2, ... lines."""
    losses = np.empty(len(along))
    counts = np.empty(len(along), dtype=np.int64)
    rows, loss = np.int64(0), -1.0
    for place in range(len(along)):
        loss = extend(axes, along[place], seen, stamp, span, loss)
        rows += sizes[along[place]]
        losses[place] = loss * rows
        counts[place] = rows
    return losses, counts


@numba.njit(cache=True, nogil=True)
def cheapest_cut(
    ranks: NDArray[np.int32],
    lower: NDArray[np.float64],
    upper: NDArray[np.float64],
    rows: NDArray[np.int64],
    least: int,
) -> tuple[float, int]:
    """The cut between two ranks after which both sides lose least together."""
    best, cut = np.inf, -1
    lines = len(ranks)
    for place in range(1, lines):
        if ranks[place] == ranks[place - 1]:
            continue
        if rows[place - 1] < least or rows[-1] - rows[place - 1] < least:
            continue
        both = lower[place - 1] + upper[lines - 1 - place]
        if both < best:
            best, cut = both, ranks[place - 1]
    return best, cut


@numba.njit(cache=True, nogil=True)
def cheapest_cuts(
    axes: Any,  # noqa: ANN401
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    least: int,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """For every part and axis the cut after which the two sides lose least.

    Returns the loss (rows times the sum over the axes; infinite where no cut leaves
    `least` rows on both sides) and the last rank of the lower side.
    """
    parts, dimensions = len(starts) - 1, len(axes.ranks)
    losses = np.full((parts, dimensions), np.inf)
    cuts = np.zeros((parts, dimensions), dtype=np.int32)
    seen = np.zeros(len(axes.places), dtype=np.int64)
    span = np.empty((dimensions, 2), dtype=np.int64)
    stamp = 0
    for part in range(parts):
        lines = order[starts[part] : starts[part + 1]]
        for axis in range(dimensions):
            ranks = axes.ranks[axis][lines]
            if ranks.min() == ranks.max():
                continue
            along = lines[np.argsort(ranks, kind="mergesort")]
            stamp += 2
            lower, rows = prefix_losses(axes, along, sizes, seen, stamp - 1, span)
            upper, _ = prefix_losses(axes, along[::-1], sizes, seen, stamp, span)
            losses[part, axis], cuts[part, axis] = cheapest_cut(
                axes.ranks[axis][along], lower, upper, rows, least
            )
    return losses, cuts


@numba.njit(cache=True, nogil=True)
def median_cut(
    ranks: NDArray[np.int32],
    lines: NDArray[np.int64],
    sizes: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> tuple[int, int, int]:
    """The rank of the median, or the one below where nothing is above it.

    Returns the rank, the rows up to it and the rows in all.
    """
    low, high = int(ranks.min()), int(ranks.max())
    tally[low : high + 1] = 0
    total = 0
    for place in range(len(lines)):
        tally[ranks[place]] += sizes[lines[place]]
        total += sizes[lines[place]]
    cut, rows = low, int(tally[low])
    while 2 * rows < total:
        cut += 1
        rows += tally[cut]
    if cut == high:
        rows -= tally[cut]
        cut -= 1
        while tally[cut] == 0:
            cut -= 1
    return cut, rows, total


@numba.njit(cache=True, nogil=True)
def median_cuts(
    axes: Any,  # noqa: ANN401
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    least: int,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """For every part and axis the cut at the median; the widest axis scores lowest.

    Returns minus the normalized span (infinite where no cut leaves `least` rows on
    both sides) and the last rank of the lower side.
    """
    parts, dimensions = len(starts) - 1, len(axes.ranks)
    scores = np.full((parts, dimensions), np.inf)
    cuts = np.zeros((parts, dimensions), dtype=np.int32)
    tally = np.zeros(len(axes.places), dtype=np.int64)
    for part in range(parts):
        lines = order[starts[part] : starts[part + 1]]
        for axis in range(dimensions):
            ranks = axes.ranks[axis][lines]
            low, high = ranks.min(), ranks.max()
            if low == high:
                continue
            cut, rows, total = median_cut(ranks, lines, sizes, tally)
            if rows < least or total - rows < least:
                continue
            cuts[part, axis] = cut
            begin = axes.offsets[axis]
            wide = float(high - low)
            if axes.numeric[axis]:
                wide = axes.places[begin + high] - axes.places[begin + low]
            scores[part, axis] = -wide / axes.widths[axis]
    return scores, cuts

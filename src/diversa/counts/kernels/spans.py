# SPDX-License-Identifier: Apache-2.0
"""What a group hides on an axis, by how its values are published.

`axes` is a named tuple of arrays that `search.axes` makes; positions on an axis are
called ranks.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

RANGE, SET, TREE, STAR = 0, 1, 2, 3
"""A range of numbers; a set of at most 64 values; a common ancestor; `*`."""

ONE = np.uint64(1)


@numba.njit(cache=True, nogil=True)
def common_level(
    axes: Any,  # noqa: ANN401 - a named tuple of arrays
    axis: int,
    low: int,
    high: int,
) -> int:
    """The lowest level on which two ranks have the same ancestor."""
    domain = axes.offsets[axis + 1] - axes.offsets[axis]
    begin = axes.roots[axis]
    for level in range(axes.heights[axis]):
        line = begin + level * domain
        if axes.ancestors[line + low] == axes.ancestors[line + high]:
            return level
    return int(axes.heights[axis])


@numba.njit(cache=True, nogil=True)
def span_loss(
    axes: Any,  # noqa: ANN401
    axis: int,
    low: int,
    high: int,
) -> float:
    """What everything from one rank to another hides."""
    kind = axes.kinds[axis]
    begin = axes.offsets[axis]
    if kind <= SET:  # a range, or a set of neighbours
        return axes.places[begin + high] - axes.places[begin + low]
    if low >= high:
        return 0.0
    if kind == STAR:
        return 1.0
    domain = axes.offsets[axis + 1] - begin
    level = common_level(axes, axis, low, high)
    return axes.hidden[axes.roots[axis] + level * domain + low]


@numba.njit(cache=True, nogil=True)
def count_bits(bits: np.uint64) -> int:
    """The number of ones in 64 bits."""
    count = 0
    while bits:
        bits &= bits - ONE
        count += 1
    return count


@numba.njit(cache=True, nogil=True)
def extents(
    points: NDArray[np.int32],
    offsets: NDArray[np.int64],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """The lowest and the highest rank of every part, and how many different ones.

    `points` has one line per tuple; the results have one line per part.
    """
    shape = len(starts) - 1, points.shape[1]
    lows, highs = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    values = np.zeros(shape, np.int64)
    seen = np.full(offsets[-1], -1, dtype=np.int64)
    for part in range(shape[0]):
        low, high, count = lows[part], highs[part], values[part]
        low[:] = points[order[starts[part]]]
        high[:] = low
        for place in range(starts[part], starts[part + 1]):
            point = points[order[place]]
            for axis in range(shape[1]):
                rank = point[axis]
                low[axis], high[axis] = min(low[axis], rank), max(high[axis], rank)
                if seen[offsets[axis] + rank] != part:
                    seen[offsets[axis] + rank] = part
                    count[axis] += 1
    return lows, highs, values


@numba.njit(cache=True, nogil=True)
def span_losses(
    axes: Any,  # noqa: ANN401
    axis: int,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
) -> NDArray[np.float64]:
    """What each span hides."""
    losses = np.empty(len(lows))
    for place in range(len(lows)):
        losses[place] = span_loss(axes, axis, lows[place], highs[place])
    return losses

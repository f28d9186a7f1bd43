# SPDX-License-Identifier: Apache-2.0
"""The loss of a group on an axis, by the form in which its values are published.

Positions on an axis are called ranks; `recodings.axes` makes the axes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.kernel import kernel

RANGE, SET, TREE, STAR = 0, 1, 2, 3
"""A range of numbers; a set of at most 64 values; a common ancestor; `*`."""

ONE = np.uint64(1)

PAIRS, FOURS, BYTES, EVERY_BYTE = (
    np.uint64(0x5555555555555555),
    np.uint64(0x3333333333333333),
    np.uint64(0x0F0F0F0F0F0F0F0F),
    np.uint64(0x0101010101010101),
)
"""The lower half of every pair, every four and every eight bits; the lowest bit of
every byte."""


class Axes(NamedTuple):
    """Positions of the tuples of quasi-identifiers, and the loss of spans."""

    ranks: Codes
    """Position of each tuple on each axis, one line per axis."""
    places: Floats
    """Distance of each position from the first, axis after axis; the last is at 1."""
    offsets: Ints
    """Begin of the positions of each axis in `places`."""
    kinds: NDArray[np.int8]
    """Measure of the loss on each axis: `RANGE`, `SET`, `TREE` or `STAR`."""
    steps: Floats
    """Loss of one more value of a set on each axis."""
    ancestors: Codes
    """The ancestor of each position on each level, level after level, for the axes
    that are trees."""
    hidden: Floats
    """Loss of each of these ancestors."""
    roots: Ints
    """Begin of the ancestors of each axis."""
    heights: Ints
    """Number of levels above the values."""


@kernel
def common_level(axes: Axes, axis: int, low: int, high: int) -> int:
    """The lowest level on which two ranks have the same ancestor."""
    domain = axes.offsets[axis + 1] - axes.offsets[axis]
    begin = axes.roots[axis]
    for level in range(axes.heights[axis]):
        line = begin + level * domain
        if axes.ancestors[line + low] == axes.ancestors[line + high]:
            return level
    return int(axes.heights[axis])


@kernel
def span_loss(axes: Axes, axis: int, low: int, high: int) -> float:
    """The loss of everything from one rank to another."""
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


@kernel
def count_bits(bits: np.uint64) -> int:
    """The number of ones in 64 bits: summed in pairs, fours, and bytes at once."""
    bits -= (bits >> ONE) & PAIRS
    bits = (bits & FOURS) + ((bits >> np.uint64(2)) & FOURS)
    bits = (bits + (bits >> np.uint64(4))) & BYTES
    return int((bits * EVERY_BYTE) >> np.uint64(56))


@kernel
def extents(
    points: Codes, offsets: Ints, order: Ints, starts: Ints
) -> tuple[Codes, Codes, Ints]:
    """The lowest and the highest rank of every part, and how many different ones.

    `points` has one line per tuple; the results have one line per part.
    """
    shape = len(starts) - 1, points.shape[1]
    lows, highs = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    values = np.zeros(shape, np.int64)
    seen = np.full(offsets[-1], -1, dtype=np.int64)
    for part in range(shape[0]):
        low, high, count = lows[part], highs[part], values[part]
        for axis in range(shape[1]):  # copying slices would compile for seconds
            low[axis] = high[axis] = points[order[starts[part]], axis]
        for place in range(starts[part], starts[part + 1]):
            point = points[order[place]]
            for axis in range(shape[1]):
                rank = point[axis]
                low[axis], high[axis] = min(low[axis], rank), max(high[axis], rank)
                if seen[offsets[axis] + rank] != part:
                    seen[offsets[axis] + rank] = part
                    count[axis] += 1
    return lows, highs, values


@kernel
def span_losses(axes: Axes, axis: int, lows: Codes, highs: Codes) -> Floats:
    """The loss of each span."""
    losses = np.empty(len(lows))
    for place in range(len(lows)):
        losses[place] = span_loss(axes, axis, int(lows[place]), int(highs[place]))
    return losses

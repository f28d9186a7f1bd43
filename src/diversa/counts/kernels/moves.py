# SPDX-License-Identifier: Apache-2.0
"""Moves of tuples between the parts of a partition.

`axes` is the named tuple of `search.axes`. A part is summed up per axis by its lowest
and highest rank and, on axes of categories, by one bit per value.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.compiled import compiled
from diversa.counts.kernels.spans import ONE, SET, Axes, count_bits, span_loss


@compiled
def axis_loss(
    axes: Axes,
    axis: int,
    low: int,
    high: int,
    bits: np.uint64,
) -> float:
    """What a span or a set of values hides on one axis."""
    if axes.kinds[axis] == SET:
        return (count_bits(bits) - 1) * axes.steps[axis]
    return span_loss(axes, axis, int(low), int(high))


@compiled
def loss_of_lines(
    axes: Axes,
    lines: NDArray[np.int64],
    left_out: int,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    bits: NDArray[np.uint64],
) -> float:
    """Sum up the lines but one into lows, highs and bits; their loss over all axes."""
    loss = 0.0
    for axis in range(len(axes.ranks)):
        low, high, set_bits = np.int32(2**31 - 1), np.int32(-1), np.uint64(0)
        for line in lines:
            if line == left_out:
                continue
            rank = axes.ranks[axis, line]
            low, high = min(low, rank), max(high, rank)
            set_bits |= ONE << np.uint64(rank & 63)
        lows[axis], highs[axis], bits[axis] = low, high, set_bits
        loss += axis_loss(axes, axis, low, high, set_bits)
    return loss


@compiled
def sum_up(
    axes: Axes,
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> tuple[
    NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64], NDArray[np.float64]
]:
    """Lows, highs, bits and loss of every part."""
    parts, dimensions = len(starts) - 1, len(axes.ranks)
    lows = np.zeros((parts, dimensions), dtype=np.int32)
    highs = np.zeros((parts, dimensions), dtype=np.int32)
    bits = np.zeros((parts, dimensions), dtype=np.uint64)
    losses = np.zeros(parts)
    for part in range(parts):
        lines = order[starts[part] : starts[part + 1]]
        if len(lines):
            losses[part] = loss_of_lines(
                axes, lines, -1, lows[part], highs[part], bits[part]
            )
    return lows, highs, bits, losses


@compiled
def joined_loss(
    axes: Axes,
    line: int,
    lows: NDArray[np.int32],
    highs: NDArray[np.int32],
    bits: NDArray[np.uint64],
    most: float,
) -> float:
    """The loss of a part that a line joins; infinite as soon as it exceeds `most`."""
    loss = 0.0
    for axis in range(len(axes.ranks)):
        rank = axes.ranks[axis, line]
        low, high = min(lows[axis], rank), max(highs[axis], rank)
        loss += axis_loss(
            axes, axis, low, high, bits[axis] | (ONE << np.uint64(rank & 63))
        )
        if loss > most:
            return np.inf
    return loss


@compiled
def best_target(
    axes: Axes,
    line: int,
    own: int,
    gain: float,
    targets: NDArray[np.int64],
    parts: Any,  # noqa: ANN401 - lows, highs, bits, losses
    rows: NDArray[np.int64],
    size: int,
) -> tuple[int, float]:
    """The part that a line should join, and what is gained in all."""
    lows, highs, bits, losses = parts
    best, target = 0.0, -1
    for part in targets:
        if part == own:
            continue
        room = gain - best
        if losses[part] * size >= room:
            continue
        after = rows[part] + size
        most = (room + losses[part] * rows[part]) / after
        joined = joined_loss(axes, line, lows[part], highs[part], bits[part], most)
        net = gain - (joined * after - losses[part] * rows[part])
        if net > best:
            best, target = net, part
    return target, best


@compiled
def propose_moves(
    axes: Axes,
    pending: NDArray[np.int64],
    part: NDArray[np.int32],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    block: NDArray[np.int64],
    block_parts: NDArray[np.int64],
    block_starts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    rows: NDArray[np.int64],
    least: int,
    parts: Any,  # noqa: ANN401 - lows, highs, bits, losses
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """For every pending line the part of its block that it should move to, and why.

    Returns that part, what is gained in all, and what its own part gains alone.
    """
    dimensions = len(axes.ranks)
    low = np.zeros(dimensions, dtype=np.int32)
    high = np.zeros(dimensions, dtype=np.int32)
    bits = np.zeros(dimensions, dtype=np.uint64)
    targets = np.full(len(pending), -1, dtype=np.int64)
    nets, gains = np.zeros(len(pending)), np.zeros(len(pending))
    for place in range(len(pending)):
        line = pending[place]
        own, size = part[line], sizes[line]
        lines = order[starts[own] : starts[own + 1]]
        if len(lines) < 2 or rows[own] - size < least:
            continue
        rest = loss_of_lines(axes, lines, line, low, high, bits)
        gain = parts[3][own] * rows[own] - rest * (rows[own] - size)
        gains[place] = gain
        home = block[own]
        others = block_parts[block_starts[home] : block_starts[home + 1]]
        targets[place], nets[place] = best_target(
            axes, line, own, gain, others, parts, rows, size
        )
    return targets, nets, gains


@compiled
def independent_moves(
    sources: NDArray[np.int64], targets: NDArray[np.int64], parts: int
) -> NDArray[np.bool_]:
    """Take moves in order as long as no part is touched twice."""
    touched = np.zeros(parts, dtype=np.bool_)
    taken = np.zeros(len(sources), dtype=np.bool_)
    for place in range(len(sources)):
        source, target = sources[place], targets[place]
        if not touched[source] and not touched[target]:
            touched[source] = touched[target] = taken[place] = True
    return taken

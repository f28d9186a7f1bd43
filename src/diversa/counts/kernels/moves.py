# SPDX-License-Identifier: Apache-2.0
"""Moves of tuples between the parts of a partition.

A part is summed up per axis by its lowest
and highest rank and, on axes of categories, by one bit per value.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.kernels.kernel import kernel
from diversa.counts.kernels.spans import ONE, RANGE, SET, Axes, count_bits, span_loss


class PartSums(NamedTuple):
    """Every part summed up, one line per part, one column per axis."""

    lows: Codes
    """The lowest rank."""
    highs: Codes
    """The highest rank."""
    bits: NDArray[np.uint64]
    """A bit for each value of a set."""
    losses: Floats
    """The loss over all axes, one number per part."""


class SpansOfParts(NamedTuple):
    """Spans of parts on each axis (lines), those of a block side by side (columns)."""

    firsts: Floats
    """The place of the first end of a range; the values of a set beyond the first."""
    lasts: Floats
    """The place of the last end of a range."""
    sets: NDArray[np.uint64]
    """The bits of a set."""


class Assignment(NamedTuple):
    """The tuples of each part."""

    part: Codes
    """The part of each tuple."""
    order: Ints
    """The tuples, part after part."""
    starts: Ints
    """The tuples of part p are order[starts[p]:starts[p + 1]]."""
    rows: Ints
    """Rows of each part."""


class BlocksOfParts(NamedTuple):
    """The parts of each block; tuples move inside their block."""

    block: Ints
    """The block of each part."""
    parts: Ints
    """The parts, block after block."""
    starts: Ints
    """The parts of block b are parts[starts[b]:starts[b + 1]]."""


@kernel
def axis_loss(axes: Axes, axis: int, low: int, high: int, bits: np.uint64) -> float:
    """The loss of a span or a set of values on one axis."""
    if axes.kinds[axis] == SET:
        return (count_bits(bits) - 1) * axes.steps[axis]
    return span_loss(axes, axis, int(low), int(high))


@kernel
def loss_of_lines(
    axes: Axes,
    lines: Ints,
    left_out: int,
    lows: Codes,
    highs: Codes,
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


@kernel
def sum_up(axes: Axes, order: Ints, starts: Ints) -> PartSums:
    """Sum every part up."""
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
    return PartSums(lows, highs, bits, losses)


@kernel
def lay_out(axes: Axes, block_parts: Ints, sums: PartSums) -> SpansOfParts:
    """The spans of some parts; trees and stars are looked up by their ends."""
    shape = len(axes.ranks), len(block_parts)
    firsts, lasts = np.zeros(shape), np.zeros(shape)
    sets = np.zeros(shape, dtype=np.uint64)
    lows, highs, bits, _ = sums
    for axis in range(len(axes.ranks)):
        begin, is_set = axes.offsets[axis], axes.kinds[axis] == SET
        for slot in range(len(block_parts)):
            part = block_parts[slot]
            if is_set:
                sets[axis, slot] = bits[part, axis]
                firsts[axis, slot] = count_bits(bits[part, axis]) - 1
            else:
                firsts[axis, slot] = axes.places[begin + lows[part, axis]]
                lasts[axis, slot] = axes.places[begin + highs[part, axis]]
    return SpansOfParts(firsts, lasts, sets)


@kernel
def add_range(place: float, firsts: Floats, lasts: Floats, losses: Floats) -> None:
    """Add what each range hides that a place joins."""
    for slot in range(len(losses)):
        first, last = firsts[slot], lasts[slot]
        low = place if place < first else first
        high = place if place > last else last
        losses[slot] += high - low


@kernel
def add_set(
    bit: np.uint64, step: float, more: Floats, sets: NDArray[np.uint64], losses: Floats
) -> None:
    """Add what each set hides that a value joins."""
    for slot in range(len(losses)):
        is_new = (sets[slot] & bit) == 0
        losses[slot] += (more[slot] + 1.0 if is_new else more[slot]) * step


@kernel
def losses_after_join(
    axes: Axes,
    line: int,
    targets: Ints,
    begin: int,
    sums: PartSums,
    spans: SpansOfParts,
    losses: Floats,
) -> None:
    """The loss of each part of a block, if a line joined it.

    Axis after axis over all parts: the processor then takes several parts at once.
    """
    firsts, lasts, sets = spans
    end = begin + len(targets)
    losses[:] = 0.0
    for axis in range(len(axes.ranks)):
        rank = axes.ranks[axis, line]
        if axes.kinds[axis] == SET:
            bit = ONE << np.uint64(rank & 63)
            more, inside = firsts[axis, begin:end], sets[axis, begin:end]
            add_set(bit, axes.steps[axis], more, inside, losses)
        elif axes.kinds[axis] == RANGE:
            place = axes.places[axes.offsets[axis] + rank]
            add_range(place, firsts[axis, begin:end], lasts[axis, begin:end], losses)
        else:
            for slot in range(len(targets)):
                part = targets[slot]
                low, high = sums.lows[part, axis], sums.highs[part, axis]
                losses[slot] += span_loss(
                    axes, axis, int(min(low, rank)), int(max(high, rank))
                )


@kernel
def best_target(
    own: int,
    gain: float,
    targets: Ints,
    joined: Floats,
    losses: Floats,
    rows: Ints,
    size: int,
) -> tuple[int, float]:
    """The part that a line of `size` rows should join, and the gain in all.

    Its own part gains `gain`. It may join one of the `targets`, whose losses are
    `joined` then; `losses` and `rows` are those of every part as it is.
    """
    best, target = 0.0, -1
    for slot in range(len(targets)):
        part = targets[slot]
        if part == own:
            continue
        before, after = losses[part] * rows[part], rows[part] + size
        net = gain - (joined[slot] * after - before)
        if net > best:
            room = gain - best  # what is more than rounding is seen here too
            if losses[part] * size < room and joined[slot] <= (room + before) / after:
                best, target = net, part
    return target, best


@kernel
def propose_moves(
    axes: Axes,
    pending: Ints,
    sizes: Ints,
    assignment: Assignment,
    blocks: BlocksOfParts,
    sums: PartSums,
    least: int,
) -> tuple[Ints, Floats, Floats]:
    """For every pending line the part of its block that it should move to.

    Returns that part, the gain in all, and the gain of its own part alone. Parts keep
    `least` rows; `sizes` are the rows of each line.
    """
    part, order, starts, rows = assignment
    dimensions = len(axes.ranks)
    low = np.zeros(dimensions, dtype=np.int32)
    high = np.zeros(dimensions, dtype=np.int32)
    bits = np.zeros(dimensions, dtype=np.uint64)
    targets = np.full(len(pending), -1, dtype=np.int64)
    nets, gains = np.zeros(len(pending)), np.zeros(len(pending))
    spans, joined = lay_out(axes, blocks.parts, sums), np.zeros(len(blocks.parts))
    for place in range(len(pending)):
        line = pending[place]
        own, size = part[line], sizes[line]
        lines = order[starts[own] : starts[own + 1]]
        if len(lines) < 2 or rows[own] - size < least:
            continue
        rest = loss_of_lines(axes, lines, line, low, high, bits)
        gain = sums.losses[own] * rows[own] - rest * (rows[own] - size)
        gains[place] = gain
        if gain <= 0:
            continue
        block = blocks.block[own]
        begin, end = blocks.starts[block], blocks.starts[block + 1]
        others, after = blocks.parts[begin:end], joined[begin:end]
        losses_after_join(axes, line, others, begin, sums, spans, after)
        targets[place], nets[place] = best_target(
            own, gain, others, after, sums.losses, rows, size
        )
    return targets, nets, gains


@kernel
def independent_moves(sources: Ints, targets: Ints, parts: int) -> Bools:
    """Take moves in order as long as no part is touched twice."""
    touched = np.zeros(parts, dtype=np.bool_)
    taken = np.zeros(len(sources), dtype=np.bool_)
    for place in range(len(sources)):
        source, target = sources[place], targets[place]
        if not touched[source] and not touched[target]:
            touched[source] = touched[target] = taken[place] = True
    return taken

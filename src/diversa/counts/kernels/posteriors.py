# SPDX-License-Identifier: Apache-2.0
"""The beliefs about the rows of groups whose values are known as counts only.

A world gives every row of a group a value, so that each value has its count. Its weight
is the product of the weights of its (row, value) pairs. The belief that a row has a
value is the weight of the worlds in which it does, as a share of all.

Sums over worlds are sums over *states*: how often each value was given to the rows so
far. There are Π (count + 1) of them; the states after i rows are a *layer*, and a state
leads to one state of the next layer for each value that is not used up. Groups of too
many states are balanced instead (Sinkhorn), which is an approximation.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.kernel import Kernel, kernel

EXACT, BALANCED, CONTRADICTED = 0, 1, 2
"""How the beliefs of a group were found; in the last case there is no world."""

MOST_STATES = 1 << 16
"""Most states of a group that are summed; a state and its free values fit 16 bits."""

ROUNDS = 200
"""Most times that rows and columns are balanced."""

TOLERANCE = 1e-6
"""Distance of a column from its count, as a share of the rows, that ends that."""

FEW_WEIGHTS = 1 << 8
"""Weights of a plain call: there may be many states of them."""


class RowGroups(NamedTuple):
    """Groups of rows, and the counts of their values."""

    rows: Ints
    """The rows of group g are rows[g]:rows[g + 1]."""
    values: Ints
    """Its values are values[g]:values[g + 1]."""
    counts: Ints
    """Rows of each value."""
    weights: Ints
    """Its weights begin at weights[g]: a line for each row, a number for each value."""


class States(NamedTuple):
    """Space for the states of a group, layer after layer."""

    order: Codes
    """The states, by layer."""
    free: Codes
    """For each state, a bit for each value that is not used up."""
    layers: Codes
    """Begin of each layer in `order`."""
    strides: Codes
    """What a value adds to the number of a state."""
    ahead: Floats
    """Weight of the ways to each state, relative to its layer."""
    back: Floats
    """Weight of the ways from each state to the end, relative to its layer."""


@partial(Kernel, few=FEW_WEIGHTS)
def posteriors(
    groups: RowGroups,
    weights: Floats,
    most_states: int,
    with_beliefs: bool,  # noqa: FBT001 - Numba's functions have no keywords
) -> tuple[Floats, Floats, Codes]:
    """The belief of each weight, and for each group its sum and how it was found.

    The sum is the logarithm of the weight of all worlds. Beliefs stay 0 if nobody wants
    them: sums alone are half the work.
    """
    number = len(groups.rows) - 1
    beliefs = np.zeros(len(weights), dtype=np.float64)
    logarithms = np.empty(number, dtype=np.float64)
    ways = np.empty(number, dtype=np.int32)
    states = _space_for(groups, most_states)
    previous = -1
    for group in range(number):
        first, last = groups.values[group], groups.values[group + 1]
        values = last - first
        begin = groups.weights[group]
        end = begin + (groups.rows[group + 1] - groups.rows[group]) * values
        lines = weights[begin:end].copy().reshape(-1, max(values, 1))
        found = beliefs[begin:end].reshape(-1, max(values, 1))
        counts = groups.counts[first:last]
        ways[group] = CONTRADICTED
        logarithm = _scale_rows(lines)
        if logarithm == -np.inf:
            pass
        elif _states_of(counts, most_states) > 0:
            if previous < 0 or not _equal(groups, previous, group):
                _lay_out(counts, states)
                previous = group
            logarithm += _sum_ahead(lines, states)
            is_possible = logarithm > -np.inf
            if is_possible and (not with_beliefs or _sum_back(lines, states, found)):
                ways[group] = EXACT
        else:
            logarithm += _balance(lines, counts, found)
            if logarithm > -np.inf:
                ways[group] = BALANCED
        logarithms[group] = logarithm
    return beliefs, logarithms, ways


@kernel
def _states_of(counts: Ints, most_states: int) -> int:
    """The number of states of a group; 0 if there are more than allowed."""
    states = 1
    for count in counts:
        states *= count + 1
        if states > most_states:
            return 0
    return states


@kernel
def _space_for(groups: RowGroups, most_states: int) -> States:
    """Space for the largest group whose states are summed."""
    most, rows, values = 1, 1, 1
    for group in range(len(groups.rows) - 1):
        first, last = groups.values[group], groups.values[group + 1]
        states = _states_of(groups.counts[first:last], most_states)
        if states > 0:
            most = max(most, states)
            rows = max(rows, groups.rows[group + 1] - groups.rows[group])
            values = max(values, last - first)
    return States(
        np.empty(most, dtype=np.int32),
        np.empty(most, dtype=np.int32),
        np.empty(rows + 2, dtype=np.int32),
        np.empty(values, dtype=np.int32),
        np.empty(most, dtype=np.float64),
        np.empty(most, dtype=np.float64),
    )


@kernel
def _equal(groups: RowGroups, one: int, other: int) -> bool:
    """True if two groups have the same counts, so that their states are the same."""
    begin, first = groups.values[one], groups.values[other]
    values = groups.values[other + 1] - first
    if groups.values[one + 1] - begin != values:
        return False
    for place in range(values):
        if groups.counts[begin + place] != groups.counts[first + place]:
            return False
    return True


@kernel
def _lay_out(counts: Ints, states: States) -> None:
    """Sort the states of a group by layer, and note what each has left to give."""
    order, layers, strides = states.order, states.layers, states.strides
    size, rows = 1, 0
    for value in range(len(counts)):
        strides[value] = size
        size *= counts[value] + 1
        rows += counts[value]
    layer_of = np.empty(size, dtype=np.int32)
    _walk(counts, states, layer_of)
    layers[: rows + 2] = 0
    for state in range(size):
        layers[layer_of[state] + 1] += 1
    for row in range(rows + 1):
        layers[row + 1] += layers[row]
    next_place = layers[: rows + 1].copy()
    for state in range(size):
        row = layer_of[state]
        order[next_place[row]] = state
        next_place[row] += 1


@kernel
def _walk(counts: Ints, states: States, layer_of: Codes) -> None:
    """Go through the states as an odometer does: note layers and free values."""
    values = len(counts)
    used = np.zeros(values, dtype=np.int64)
    layer, every = 0, 0
    for value in range(values):
        every |= (counts[value] > 0) << value
    mask = every
    for state in range(len(layer_of)):
        layer_of[state] = layer
        states.free[state] = mask
        for value in range(values):
            if used[value] < counts[value]:
                used[value] += 1
                layer += 1
                if used[value] == counts[value]:
                    mask &= ~(1 << value)
                break
            layer -= used[value]
            used[value] = 0
            mask |= every & (1 << value)


@kernel
def _scale_rows(lines: Floats) -> float:
    """Divide each line by its largest weight; the logarithm of all that is divided."""
    logarithm = 0.0
    for row in range(lines.shape[0]):
        largest = 0.0
        for value in range(lines.shape[1]):
            largest = max(largest, lines[row, value])
        if largest == 0.0:
            return -np.inf
        logarithm += math.log(largest)
        for value in range(lines.shape[1]):
            lines[row, value] /= largest
    return logarithm


@kernel
def _sum_ahead(lines: Floats, states: States) -> float:
    """Sum the ways to each state; the logarithm of the weight of all worlds.

    Each layer is divided by its sum: as it is used, not as it is written.
    """
    order, free, layers, strides = (
        states.order,
        states.free,
        states.layers,
        states.strides,
    )
    ahead = states.ahead
    rows, values = lines.shape
    ahead[: layers[rows + 1]] = 0.0
    ahead[0] = 1.0
    logarithm, total = 0.0, 1.0
    for row in range(rows):
        for place in range(layers[row], layers[row + 1]):
            state = order[place]
            weight = ahead[state] / total
            ahead[state] = weight
            mask = free[state]
            for value in range(values):
                if mask & (1 << value):
                    ahead[state + strides[value]] += weight * lines[row, value]
        total = 0.0
        for place in range(layers[row + 1], layers[row + 2]):
            total += ahead[order[place]]
        if total == 0.0:
            return -np.inf
        logarithm += math.log(total)
    return logarithm


@kernel
def _sum_back(lines: Floats, states: States, beliefs: Floats) -> bool:
    """Sum the ways to the end, and write the beliefs; False if nothing is left."""
    order, free, layers, strides = (
        states.order,
        states.free,
        states.layers,
        states.strides,
    )
    ahead, back = states.ahead, states.back
    rows, values = lines.shape
    back[order[layers[rows]]] = 1.0
    largest = 1.0
    for row in range(rows - 1, -1, -1):
        below, largest = largest, 0.0
        for place in range(layers[row], layers[row + 1]):
            state = order[place]
            weight, mask, total = ahead[state], free[state], 0.0
            for value in range(values):
                if mask & (1 << value):
                    way = lines[row, value] * back[state + strides[value]]
                    total += way
                    beliefs[row, value] += weight * way
            back[state] = total / below
            largest = max(largest, back[state])
        total = 0.0
        for value in range(values):
            total += beliefs[row, value]
        if total == 0.0:
            return False
        for value in range(values):
            beliefs[row, value] /= total
    return True


@kernel
def _balance(lines: Floats, counts: Ints, beliefs: Floats) -> float:
    """Scale rows to 1 and columns to their counts, in turn; write the beliefs.

    The result estimates the logarithm of the weight of all worlds; for rows alike it is
    that.
    """
    rows, values = lines.shape
    factors = np.where(counts > 0, 1.0, 0.0)
    scales = np.empty(rows, dtype=np.float64)
    sums = np.empty(values, dtype=np.float64)
    for _ in range(ROUNDS):
        if not _scale_to_one(lines, factors, scales, sums):
            return -np.inf
        if np.abs(sums - counts).max() < TOLERANCE * rows:
            break
        if (sums[counts > 0] == 0.0).any():
            return -np.inf
        factors[counts > 0] *= counts[counts > 0] / sums[counts > 0]
    if not _scale_to_one(lines, factors, scales, sums):
        return -np.inf
    for row in range(rows):
        beliefs[row] = lines[row] * factors / scales[row]
    return _estimate(counts, factors, scales)


@kernel
def _scale_to_one(lines: Floats, factors: Floats, scales: Floats, sums: Floats) -> bool:
    """Write what scales each row to 1, and the columns then; False for an empty row."""
    sums[:] = 0.0
    for row in range(lines.shape[0]):
        total = 0.0
        for value in range(lines.shape[1]):
            total += lines[row, value] * factors[value]
        if total == 0.0:
            return False
        scales[row] = total
        for value in range(lines.shape[1]):
            sums[value] += lines[row, value] * factors[value] / total
    return True


@kernel
def _estimate(counts: Ints, factors: Floats, scales: Floats) -> float:
    """The logarithm of the weight of all worlds, as if they had been balanced alike."""
    rows = float(len(scales))
    logarithm = math.lgamma(rows + 1.0) - rows * math.log(rows)
    for row in range(len(scales)):
        logarithm += math.log(scales[row])
    for value in range(len(counts)):
        if counts[value] > 0:
            count = float(counts[value])
            logarithm += count * (math.log(count) - math.log(factors[value]))
            logarithm -= math.lgamma(count + 1.0)
    return logarithm

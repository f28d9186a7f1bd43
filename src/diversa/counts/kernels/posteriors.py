# SPDX-License-Identifier: Apache-2.0
"""The beliefs about the rows of groups whose values are known as counts only.

A world gives every row of a group a value, so that each value has its count. Its weight
is the product of the weights of its (row, value) pairs. The belief that a row has a
value is the weight of the worlds in which it does, as a share of all.

Sums over worlds are sums over *states*: how often each value was given to the rows so
far, Π (count + 1) of them. A state is a number whose digits are these; the row that is
next is the sum of its digits. A *run* has the states that differ in the first digit
alone, which is that of the largest count.

Weights that are far apart are balanced first (`balance`), so that no sum vanishes.
Groups of too many states are left at that, which is an approximation.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.balance import (
    TOLERANCE,
    balance,
    estimate,
    keeps_sums,
    scale,
)
from diversa.counts.kernels.kernel import Kernel, kernel

EXACT, BALANCED, CONTRADICTED = 0, 1, 2
"""How the beliefs of a group were found; in the last case there is no world."""

MOST_STATES = 1 << 16
"""Most states of a group that are summed."""

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


class Effort(NamedTuple):
    """How far a sum over worlds goes."""

    most_states: int = MOST_STATES
    """Most states of a group that are summed; larger groups are balanced."""
    tolerance: float = TOLERANCE
    """Distance of a column of a balanced group from its count, as a share of rows."""
    with_beliefs: bool = True
    """False if the sums are enough, which is half the work; beliefs mean nothing."""


class StateSpace(NamedTuple):
    """Space for the states of a group."""

    strides: Ints
    """What a value adds to the number of a state."""
    limits: Ints
    """The count of each value, the largest first."""
    used: Ints
    """How often a state has given each value."""
    lines: Floats
    """The balanced weights, a line for each value."""
    found: Floats
    """The weight of the worlds of each belief, a line for each value."""
    ahead: Floats
    """Weight of the ways to each state."""
    back: Floats
    """Weight of the ways from each state to the end."""
    scales: Floats
    """What each row is divided by."""
    sums: Floats
    """The sum of each column."""


@partial(Kernel, few=FEW_WEIGHTS)
def posteriors(
    groups: RowGroups, weights: Floats, factors: Floats, effort: Effort
) -> tuple[Floats, Floats, Codes]:
    """The belief of each weight, and for each group its sum and how it was found.

    The sum is the logarithm of the weight of all worlds. `factors` scales the column of
    each value. Any numbers above 0 will do; what was found is written there, so that
    similar weights are balanced sooner.
    """
    number = len(groups.rows) - 1
    beliefs = np.zeros(len(weights), dtype=np.float64)
    logarithms = np.empty(number, dtype=np.float64)
    ways = np.empty(number, dtype=np.int32)
    space = _space_for(groups, effort.most_states)
    for group in range(number):
        first, last = groups.values[group], groups.values[group + 1]
        begin, end = groups.weights[group], groups.weights[group + 1]
        shape = (groups.rows[group + 1] - groups.rows[group], last - first)
        lines = weights[begin:end].reshape(shape)
        found = beliefs[begin:end].reshape(shape)
        counts, columns = groups.counts[first:last], factors[first:last]
        logarithm, way = -np.inf, CONTRADICTED
        if _states_of(counts, effort.most_states) > 0:
            if keeps_sums(lines, columns, space.scales) or balance(
                lines, counts, -1.0, columns, space.scales, space.sums
            ):
                logarithm = scale(lines, counts, columns, space.scales, found)
                logarithm += _sum_worlds(counts, space, effort.with_beliefs, found)
                way = EXACT
        elif balance(
            lines, counts, effort.tolerance, columns, space.scales, space.sums
        ):
            logarithm = scale(lines, counts, columns, space.scales, found)
            logarithm += estimate(counts)
            way = BALANCED
        logarithms[group] = logarithm
        ways[group] = CONTRADICTED if logarithm == -np.inf else way
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
def _space_for(groups: RowGroups, most_states: int) -> StateSpace:
    """Space for the largest group."""
    most, rows, values, size = 1, 1, 1, 1
    for group in range(len(groups.rows) - 1):
        first, last = groups.values[group], groups.values[group + 1]
        most = max(most, _states_of(groups.counts[first:last], most_states))
        rows = max(rows, groups.rows[group + 1] - groups.rows[group])
        values = max(values, last - first)
        size = max(size, groups.weights[group + 1] - groups.weights[group])
    return StateSpace(
        np.empty(values, dtype=np.int64),
        np.empty(values, dtype=np.int64),
        np.empty(values, dtype=np.int64),
        np.empty(size, dtype=np.float64),
        np.empty(size, dtype=np.float64),
        np.empty(most, dtype=np.float64),
        np.empty(most, dtype=np.float64),
        np.empty(rows, dtype=np.float64),
        np.empty(values, dtype=np.float64),
    )


@kernel
def _sum_worlds(
    counts: Ints,
    space: StateSpace,
    with_beliefs: bool,  # noqa: FBT001 - Numba's
    beliefs: Floats,
) -> float:
    """The logarithm of the weight of all worlds; write the beliefs.

    `beliefs` has the weights.
    """
    rows, values = beliefs.shape
    if rows == 0:
        return 0.0
    top, size = np.argmax(counts), 1
    for value in range(values):
        place = top if value == 0 else 0 if value == top else value
        for row in range(rows):
            space.lines[value * rows + row] = beliefs[row, place]
        space.limits[value], space.used[value] = counts[place], 0
        space.strides[value] = size
        size *= counts[place] + 1
    _sum_ahead(rows, values, space, size)
    space.used[:values] = space.limits[:values]
    total = space.ahead[size - 1]
    if total > 0.0 and with_beliefs:
        _sum_back(rows, values, space, size)
        for value in range(values):
            place = top if value == 0 else 0 if value == top else value
            for row in range(rows):
                beliefs[row, place] = space.found[value * rows + row] / total
    return math.log(total) if total > 0.0 else -np.inf


@kernel
def _sum_ahead(rows: int, values: int, space: StateSpace, size: int) -> None:
    """Sum the ways to each state, run after run."""
    limits, used, strides = space.limits, space.used, space.strides
    ahead, lines = space.ahead, space.lines
    ahead[:size] = 0.0
    ahead[0] = 1.0
    last, row = limits[0], 0
    for begin in range(0, size, last + 1):
        for step in range(last):
            ahead[begin + step + 1] += ahead[begin + step] * lines[row + step]
        for value in range(1, values):
            if used[value] < limits[value]:
                to, line = begin + strides[value], value * rows + row
                for step in range(last + 1):
                    ahead[to + step] += ahead[begin + step] * lines[line + step]
        for value in range(1, values):
            if used[value] < limits[value]:
                used[value] += 1
                row += 1
                break
            row -= used[value]
            used[value] = 0


@kernel
def _sum_back(rows: int, values: int, space: StateSpace, size: int) -> None:
    """Sum the ways to the end, and the weight of the worlds of each belief."""
    limits, used, strides = space.limits, space.used, space.strides
    ahead, back, lines, found = space.ahead, space.back, space.lines, space.found
    found[: rows * values] = 0.0
    last = limits[0]
    row = rows - last
    for begin in range(size - last - 1, -1, -last - 1):
        for step in range(last, -1, -1):
            total = 1.0 if begin + step == size - 1 else 0.0
            weight = ahead[begin + step]
            for value in range(1, values):
                if used[value] < limits[value]:
                    place = value * rows + row + step
                    way = lines[place] * back[begin + strides[value] + step]
                    total += way
                    found[place] += weight * way
            if step < last:
                way = lines[row + step] * back[begin + step + 1]
                total += way
                found[row + step] += weight * way
            back[begin + step] = total
        for value in range(1, values):
            if used[value] > 0:
                used[value] -= 1
                row -= 1
                break
            used[value] = limits[value]
            row += limits[value]

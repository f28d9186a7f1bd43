# SPDX-License-Identifier: Apache-2.0
"""Costs of the rows of a node, where every code of a level has a cost.

The costs of all codes of all levels stand in one array; `begins[a]` is where those of
attribute a begin at the level that it has.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.kernels.arrays import Prices
from diversa.counts.kernels.kernel import kernel


@kernel
def attribute_costs(codes: Codes, rows: Ints, kept: Bools, prices: Prices) -> Ints:
    """The costs of the rows of all groups kept, added up for every attribute."""
    some = np.empty(len(rows), dtype=np.int64)
    groups = np.uint64(0)
    for group in range(len(rows)):
        some[groups] = group
        groups += np.uint64(kept[group])
    totals = np.zeros(len(codes), dtype=np.int64)
    for attribute in range(len(codes)):
        line, begin, total = codes[attribute], prices.begins[attribute], 0
        for place in range(groups):
            chosen = np.uint64(some[place])
            total += rows[chosen] * prices.costs[np.uint64(begin + line[chosen])]
        totals[attribute] = total
    return totals


@kernel
def costs_below(
    codes: Codes, rows: Ints, begins: Ints, sizes: Ints, levels: Ints, costs: Floats
) -> Floats:
    """The costs of all rows at a node and at every node below it, one after the other.

    Where an attribute has the level L, its costs are L + 1 lines with one number per
    code of L: what a row with that code costs on the levels 0, 1, ..., L.
    """
    totals = np.zeros(1)
    for attribute in range(len(codes)):
        line, begin, size = codes[attribute], begins[attribute], sizes[attribute]
        marginal = np.zeros(size, dtype=np.int64)
        for group in range(len(rows)):
            marginal[np.uint32(line[group])] += rows[group]
        steps = levels[attribute] + 1
        wider = np.empty(len(totals) * steps)
        for level in range(steps):
            total = 0.0
            for code in range(size):
                total += marginal[code] * costs[begin + level * size + code]
            for place in range(len(totals)):
                wider[place * steps + level] = totals[place] + total
        totals = wider
    return totals


@kernel
def open_below(
    bounds: Floats, settled: Bools, shape: Ints, node: Ints, reach: float
) -> int:
    """Count the nodes at or below one that are neither settled nor known to cost more.

    Nodes of the lattice of `shape` stand one after the other in `bounds` and `settled`;
    `reach` is the cost.
    """
    levels = np.zeros(len(node), dtype=np.int64)
    place, total = 0, 0
    while place >= 0:
        total += bounds[place] <= reach and not settled[place]
        place = _next_below(levels, place, shape, node)
    return total


@kernel
def raise_below(
    bounds: Floats, floors: Floats, shape: Ints, node: Ints, added: Floats
) -> None:
    """Raise the bounds at and below a node to the floors and what is added to them.

    Nodes of the lattice of `shape` stand one after the other in `bounds` and `floors`;
    `added` has a number for each node below, in order, or one for all.
    """
    levels = np.zeros(len(node), dtype=np.int64)
    place, number, step = 0, 0, 1 if len(added) > 1 else 0
    while place >= 0:
        bounds[place] = max(bounds[place], floors[place] + added[number])
        number += step
        place = _next_below(levels, place, shape, node)


@kernel
def _next_below(levels: Ints, place: int, shape: Ints, node: Ints) -> int:
    """Go on to the next node below one; its place in the lattice, -1 at the end."""
    stride = 1
    for attribute in range(len(node) - 1, -1, -1):
        if levels[attribute] < node[attribute]:
            levels[attribute] += 1
            return place + stride
        place -= levels[attribute] * stride
        levels[attribute] = 0
        stride *= shape[attribute]
    return -1

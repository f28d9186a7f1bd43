# SPDX-License-Identifier: Apache-2.0
"""What the rows of a node cost, where every code of a level has a cost.

The costs of all codes of all levels stand in one array; `begins[a]` is where those of
attribute a begin at the level that it has.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.compiled import compiled


@compiled
def attribute_costs(
    codes: NDArray[np.int32],
    rows: NDArray[np.int64],
    begins: NDArray[np.int64],
    costs: NDArray[np.int64],
) -> NDArray[np.int64]:
    """The costs of all rows, added up for every attribute."""
    totals = np.zeros(len(codes), dtype=np.int64)
    for attribute in range(len(codes)):
        line, begin = codes[attribute], begins[attribute]
        for group in range(len(rows)):
            totals[attribute] += rows[group] * costs[np.uint64(begin + line[group])]
    return totals


@compiled
def costs_below(
    codes: NDArray[np.int32],
    rows: NDArray[np.int64],
    begins: NDArray[np.int64],
    sizes: NDArray[np.int64],
    levels: NDArray[np.int64],
    costs: NDArray[np.float64],
) -> NDArray[np.float64]:
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

# SPDX-License-Identifier: Apache-2.0
"""One row of a group of which the values are known as counts only, in whole numbers.

`counts.group_posterior` has the same for all rows of all groups, in floating point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from diversa.counts.group_posterior import group_posterior

MOST_STEPS = 1 << 21
"""Most steps of a sum over worlds in whole numbers; larger groups are round_worlds."""


def row_worlds(
    weights: Sequence[Sequence[int]], rows: Sequence[int], counts: Sequence[int]
) -> list[Fraction] | None:
    """The beliefs about a row of the first kind; None if there is no world.

    A world gives every row a value so that each value has its count. Its weight is the
    product of the weights of its rows and values.

    Args:
        weights: For each kind of row, how well each value fits it.
        rows: Rows of each kind.
        counts: Rows of each value.

    Example:
        >>> [str(belief) for belief in row_worlds([[9, 1], [1, 9]], [1, 1], [1, 1])]
        ['81/82', '1/82']
    """
    if sum(rows) != sum(counts) or not rows[0]:
        return None
    states = math.prod(count + 1 for count in counts)
    if states * len(counts) * sum(rows) > MOST_STEPS:
        return round_worlds(weights, rows, counts)
    strides = np.cumprod([1, *(count + 1 for count in counts)]).tolist()
    ahead = {0: 1}
    for kind, line in enumerate(weights):
        for _ in range(rows[kind] - (kind == 0)):
            ahead = step(ahead, line, counts, strides)
    full = sum(count * stride for count, stride in zip(counts, strides, strict=False))
    found = [
        weight * ahead.get(full - stride, 0) if count else 0
        for weight, count, stride in zip(weights[0], counts, strides, strict=False)
    ]
    total = sum(found)
    return [Fraction(one, total) for one in found] if total else None


def step(
    ahead: dict[int, int],
    line: Sequence[int],
    counts: Sequence[int],
    strides: Sequence[int],
) -> dict[int, int]:
    """Give one more row a value, in every way."""
    after: dict[int, int] = {}
    for state, worlds in ahead.items():
        for weight, count, stride in zip(line, counts, strides, strict=False):
            if weight and state // stride % (count + 1) < count:
                place = state + stride
                after[place] = after.get(place, 0) + worlds * weight
    return after


def round_worlds(
    weights: Sequence[Sequence[int]], rows: Sequence[int], counts: Sequence[int]
) -> list[Fraction]:
    """The same in floating point, for a large group."""
    lines = np.repeat(np.array(weights, dtype=np.float64), rows, axis=0)
    return [Fraction(belief) for belief in group_posterior(lines, counts)[0].tolist()]

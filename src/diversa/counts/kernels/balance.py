# SPDX-License-Identifier: Apache-2.0
"""Balance the weights of the rows of a group (Sinkhorn).

Rows are scaled to 1 and columns to their counts, in turn, so that weights that are far
apart make no sum vanish. Balanced weights are beliefs, too: an approximation, where a
group has too many states.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.kernels.kernel import kernel

ROUNDS = 200
"""Most times that rows and columns are balanced."""

TOLERANCE = 1e-6
"""Distance of a column from its count, as a share of the rows, that ends that."""

SHORT = 8.0
"""Most rows that a column may lack where balance only keeps sums from vanishing; it
may lack half of them at most."""

LEAST = 1e-250
"""Least product of weights, each relative to the largest of its row, that does without
that."""


@kernel
def keeps_sums(lines: Floats, factors: Floats, scales: Floats) -> bool:
    """Find the largest weight of each row; True if no product can vanish then."""
    rows, values = lines.shape
    smallest = 1.0
    for row in range(rows):
        largest, least = 0.0, np.inf
        for value in range(values):
            weight = lines[row, value] * factors[value]
            if weight > 0.0:
                largest, least = max(largest, weight), min(least, weight)
        if largest == 0.0:
            return False
        scales[row] = largest
        smallest *= least / largest
    return smallest > LEAST


@kernel
def balance(
    lines: Floats,
    counts: Ints,
    tolerance: float,
    factors: Floats,
    scales: Floats,
    sums: Floats,
) -> bool:
    """Scale rows to 1 and columns to their counts, in turn, by factors of columns.

    It ends when every column is near its count; a negative tolerance asks only that no
    column is far too small. False if a row or a column is empty.
    """
    for _ in range(ROUNDS):
        if not scale_to_one(lines, factors, scales, sums):
            return False
        apart = distance(counts, tolerance, sums)
        if apart <= max(tolerance, 0.0) * len(lines):
            break
        if apart == np.inf:
            return False
        for value in range(len(counts)):
            if counts[value] == 0:
                factors[value] = 0.0
            else:
                factors[value] *= counts[value] / sums[value]
    return scale_to_one(lines, factors, scales, sums)


@kernel
def distance(counts: Ints, tolerance: float, sums: Floats) -> float:
    """Distance of columns from their counts, or 0 if it is small enough."""
    apart = 0.0
    for value in range(len(counts)):
        count, total = float(counts[value]), sums[value]
        if count > 0.0 and total == 0.0:
            return np.inf
        if tolerance >= 0.0:
            apart = max(apart, abs(total - count))
        elif count - total > min(count / 2, SHORT):
            apart = max(apart, count - total)
    return apart


@kernel
def scale_to_one(lines: Floats, factors: Floats, scales: Floats, sums: Floats) -> bool:
    """Find what scales each row to 1, and the columns then; False for an empty row."""
    rows, values = lines.shape
    for value in range(values):
        sums[value] = 0.0
    for row in range(rows):
        line, total = lines[row], 0.0
        for value in range(values):
            total += line[value] * factors[value]
        if total == 0.0:
            return False
        scales[row] = total
        for value in range(values):
            sums[value] += line[value] * factors[value] / total
    return True


@kernel
def scale(
    lines: Floats, counts: Ints, factors: Floats, scales: Floats, balanced: Floats
) -> float:
    """Write the balanced weights; the logarithm of all that they were divided by."""
    logarithm = 0.0
    for row in range(lines.shape[0]):
        line, divisor = lines[row], scales[row]
        logarithm += math.log(divisor)
        for value in range(lines.shape[1]):
            balanced[row, value] = line[value] * factors[value] / divisor
    for value in range(len(counts)):
        if counts[value] > 0:
            logarithm -= counts[value] * math.log(factors[value])
    return logarithm


@kernel
def estimate(counts: Ints) -> float:
    """The logarithm of the weight of all worlds of balanced rows, if they are alike."""
    rows = float(counts.sum())
    logarithm = math.lgamma(rows + 1.0) - rows * math.log(rows)
    for count in counts:
        if count > 0:
            logarithm += count * math.log(float(count)) - math.lgamma(count + 1.0)
    return logarithm

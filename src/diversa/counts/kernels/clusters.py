# SPDX-License-Identifier: Apache-2.0
"""Clusters of points in a space of numbers and categories.

Numbers are scaled beforehand; categories that differ are one apart. Distances are
squared. Points carry weights: the rows that lie on them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.compiled import compiled, compiled_soon


@compiled
def distance(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    point: int,
    other: int,
) -> float:
    """The squared distance of two points."""
    total = 0.0
    for axis in range(numbers.shape[1]):
        step = numbers[point, axis] - numbers[other, axis]
        total += step * step
    for axis in range(categories.shape[1]):
        if categories[point, axis] != categories[other, axis]:
            total += 1.0
    return total


@compiled
def farthest_from_centre(
    numbers: NDArray[np.float64], weights: NDArray[np.int64], lines: NDArray[np.int64]
) -> int:
    """The place in `lines` of the point farthest from the centre, by its numbers."""
    centre = np.zeros(numbers.shape[1])
    rows = 0
    for line in lines:
        rows += weights[line]
        for axis in range(len(centre)):
            centre[axis] += weights[line] * numbers[line, axis]
    best, far = 0, -1.0
    for place in range(len(lines)):
        total = 0.0
        for axis in range(len(centre)):
            step = numbers[lines[place], axis] - centre[axis] / rows
            total += step * step
        if total > far:
            best, far = place, total
    return best


@compiled
def farthest_from(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    lines: NDArray[np.int64],
    seed: int,
) -> int:
    """The place in `lines` of the point farthest from another point."""
    best, far = 0, -1.0
    for place in range(len(lines)):
        here = distance(numbers, categories, lines[place], seed)
        if here > far:
            best, far = place, here
    return best


@compiled
def nearest_to(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    lines: NDArray[np.int64],
    seed: int,
    most: int,
) -> NDArray[np.int64]:
    """The places in `lines` of the points nearest to a point, nearest first."""
    places = np.empty(most, dtype=np.int64)
    distances = np.empty(most)
    count = 0
    for place in range(len(lines)):
        here = distance(numbers, categories, lines[place], seed)
        if count == most and here >= distances[count - 1]:
            continue
        slot = count if count < most else most - 1
        while slot > 0 and distances[slot - 1] > here:
            distances[slot], places[slot] = distances[slot - 1], places[slot - 1]
            slot -= 1
        distances[slot], places[slot] = here, place
        count = min(count + 1, most)
    return places[:count]


@compiled
def take(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    weights: NDArray[np.int64],
    lines: NDArray[np.int64],
    seed: int,
    least: int,
    part: NDArray[np.int32],
    number: int,
) -> NDArray[np.int64]:
    """Give the points nearest to a seed a number until they have enough rows.

    Returns the lines that are left, in their order.
    """
    rows = 0
    for place in nearest_to(numbers, categories, lines, seed, least):
        if rows >= least:
            break
        part[lines[place]] = number
        rows += weights[lines[place]]
    return lines[part[lines] < 0]


@compiled_soon
def mdav(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    weights: NDArray[np.int64],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    least: int,
) -> tuple[NDArray[np.int32], int]:
    """Cluster the points of each block around those farthest from the centre.

    Args:
        numbers: Where each point lies, one line per point.
        categories: The categories of each point, one line per point.
        weights: The rows of each point.
        order: The points, block after block.
        starts: Where each block begins in `order`.
        least: The rows that a cluster should have.
    """
    part = np.full(len(weights), -1, dtype=np.int32)
    parts = 0
    for block in range(len(starts) - 1):
        lines = order[starts[block] : starts[block + 1]]
        rows = weights[lines].sum()
        while rows >= 2 * least:
            seed = lines[farthest_from_centre(numbers, weights, lines)]
            other = lines[farthest_from(numbers, categories, lines, seed)]
            two = rows >= 3 * least
            lines = take(numbers, categories, weights, lines, seed, least, part, parts)
            parts += 1
            if two and part[other] < 0:
                lines = take(
                    numbers, categories, weights, lines, other, least, part, parts
                )
                parts += 1
            rows = weights[lines].sum()
        for line in lines:
            part[line] = parts
        parts += len(lines) > 0
    return part, parts


@compiled_soon
def nearest_others(
    numbers: NDArray[np.float64],
    categories: NDArray[np.int32],
    chosen: NDArray[np.int64],
) -> NDArray[np.int64]:
    """For each chosen point the nearest of all other points."""
    nearest = np.empty(len(chosen), dtype=np.int64)
    for place in range(len(chosen)):
        best, least = chosen[place], np.inf
        for other in range(len(numbers)):
            if other == chosen[place]:
                continue
            here = distance(numbers, categories, chosen[place], other)
            if here < least:
                best, least = other, here
        nearest[place] = best
    return nearest


@compiled
def join(
    count: int, ones: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Number the sets that come about when every pair is joined."""
    above = np.arange(count)
    for place in range(len(ones)):
        line, other = ones[place], others[place]
        while above[line] != line:
            line = above[line]
        while above[other] != other:
            other = above[other]
        above[max(line, other)] = min(line, other)
    number = np.full(count, -1, dtype=np.int32)
    sets = 0
    # A set is numbered at its least member, which comes first.
    for line in range(count):
        if above[line] == line:
            number[line] = sets
            sets += 1
        else:
            number[line] = number[above[line]]
    return number

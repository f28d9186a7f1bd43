# SPDX-License-Identifier: Apache-2.0
"""Clusters of points in a space of numbers and categories.

Numbers are scaled beforehand; categories that differ are one apart. Distances are
squared. Points carry weights: the rows that lie on them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.kernel import kernel, quadratic_kernel


class Points(NamedTuple):
    """The places of tuples or groups, one line each."""

    numbers: Floats
    """In standard deviations from the mean."""
    categories: Codes
    """Codes."""


@kernel
def distance(points: Points, point: int, other: int) -> float:
    """The squared distance of two points."""
    numbers, categories = points
    total = 0.0
    for axis in range(numbers.shape[1]):
        step = numbers[point, axis] - numbers[other, axis]
        total += step * step
    for axis in range(categories.shape[1]):
        if categories[point, axis] != categories[other, axis]:
            total += 1.0
    return total


@kernel
def farthest_from_centre(numbers: Floats, weights: Ints, lines: Ints) -> int:
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


@kernel
def farthest_from(points: Points, lines: Ints, seed: int) -> int:
    """The place in `lines` of the point farthest from another point."""
    best, far = 0, -1.0
    for place in range(len(lines)):
        here = distance(points, lines[place], seed)
        if here > far:
            best, far = place, here
    return best


@kernel
def insert(
    distances: Floats, things: Ints, count: int, distance: float, thing: int
) -> int:
    """Insert a thing among the nearest so far, nearest first; their number then.

    If there is no more room, the last one has to go.
    """
    most = len(distances)
    slot = min(count, most - 1)
    while slot > 0 and distances[slot - 1] > distance:
        distances[slot], things[slot] = distances[slot - 1], things[slot - 1]
        slot -= 1
    distances[slot], things[slot] = distance, thing
    return min(count + 1, most)


@kernel
def nearest_to(points: Points, lines: Ints, seed: int, most: int) -> Ints:
    """The places in `lines` of the points nearest to a point, nearest first."""
    places = np.empty(most, dtype=np.int64)
    distances = np.empty(most)
    count = 0
    for place in range(len(lines)):
        here = distance(points, lines[place], seed)
        if count < most or here < distances[count - 1]:
            count = insert(distances, places, count, here, place)
    return places[:count]


@kernel
def take(
    points: Points,
    weights: Ints,
    lines: Ints,
    seed: int,
    least: int,
    part: Codes,
    number: int,
) -> Ints:
    """Give the points nearest to a seed a number until they have enough rows.

    Returns the lines that are left, in their order.
    """
    rows = 0
    for place in nearest_to(points, lines, seed, least):
        if rows >= least:
            break
        part[lines[place]] = number
        rows += weights[lines[place]]
    return lines[part[lines] < 0]


@quadratic_kernel
def mdav(
    points: Points, weights: Ints, order: Ints, starts: Ints, least: int
) -> tuple[Codes, int]:
    """Cluster the points of each block around those farthest from the centre.

    The points of block b are order[starts[b]:starts[b + 1]]; a cluster should have
    `least` rows.
    """
    part = np.full(len(weights), -1, dtype=np.int32)
    parts = 0
    for block in range(len(starts) - 1):
        lines = order[starts[block] : starts[block + 1]]
        rows = weights[lines].sum()
        while rows >= 2 * least:
            seed = lines[farthest_from_centre(points.numbers, weights, lines)]
            other = lines[farthest_from(points, lines, seed)]
            two = rows >= 3 * least
            lines = take(points, weights, lines, seed, least, part, parts)
            parts += 1
            if two and part[other] < 0:
                lines = take(points, weights, lines, other, least, part, parts)
                parts += 1
            rows = weights[lines].sum()
        for line in lines:
            part[line] = parts
        parts += len(lines) > 0
    return part, parts


@quadratic_kernel
def nearest_others(points: Points, chosen: Ints) -> Ints:
    """For each chosen point the nearest of all other points."""
    nearest = np.empty(len(chosen), dtype=np.int64)
    for place in range(len(chosen)):
        best, least = chosen[place], np.inf
        for other in range(len(points.numbers)):
            if other == chosen[place]:
                continue
            here = distance(points, chosen[place], other)
            if here < least:
                best, least = other, here
        nearest[place] = best
    return nearest


@kernel
def join(count: int, ones: Ints, others: Ints) -> Codes:
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

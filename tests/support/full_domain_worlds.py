# SPDX-License-Identifier: Apache-2.0
"""The judge of full-domain releases: every table that a search maps to a release.

Tables of 4 × 2 points, a lattice of 3 × 2 levels, the node of least loss whose groups
all have k rows. Nothing of the package is used here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

POINTS = tuple(product(range(4), range(2)))
"""All tuples: four values of one column, two of the other."""
LEVELS = tuple(product(range(3), range(2)))
"""All nodes: single values, pairs or all of the first column; both or each of two."""

Point = tuple[int, int]
Release = tuple[tuple[int, int], tuple[tuple[object, int], ...]]


def box(point: Point, node: tuple[int, int]) -> tuple[frozenset[int], frozenset[int]]:
    """The values that the labels of a point stand for at a node."""
    first = {0: {point[0]}, 1: {point[0] // 2 * 2, point[0] // 2 * 2 + 1}}
    return (
        frozenset(first.get(node[0], set(range(4)))),
        frozenset({point[1]} if node[1] == 0 else {0, 1}),
    )


def loss(node: tuple[int, int]) -> Fraction:
    """The mean loss of a row at a node."""
    return Fraction((0, 1, 3)[node[0]], 3) + Fraction(node[1])


def publish(table: tuple[Point, ...], k: int) -> Release:
    """The release of a table: the node of least loss, and its groups."""
    for node in sorted(LEVELS, key=lambda one: (loss(one), one)):
        groups = Counter(box(point, node) for point in table)
        if min(groups.values()) >= k:
            break
    listed = sorted(groups.items(), key=lambda one: tuple(map(sorted, one[0])))
    return node, tuple(listed)


def cells_of(
    label: tuple[frozenset[int], frozenset[int]],
) -> Iterator[frozenset[Point]]:
    """The public cells inside a box: products of one node of each column."""
    first = [{value} for value in range(4)] + [{0, 1}, {2, 3}, {0, 1, 2, 3}]
    second = [{0}, {1}, {0, 1}]
    for one, other in product(first, second):
        if one <= label[0] and other <= label[1]:
            cell = frozenset(product(one, other))
            if len(cell) < len(label[0]) * len(label[1]):
                yield cell


@dataclass(frozen=True)
class Leak:
    """What knowledge of the choice of a node tells, over all tables."""

    claimed: Fraction
    """Chance-weighted share of the published groups with a claim."""
    downcoded: Fraction
    """Share of the rows that the best claim of each group makes finer."""


def weight(table: tuple[Point, ...]) -> Fraction:
    """The chance of a multiset of independent uniform rows."""
    counts = Counter(table)
    ways = factorial(len(table)) // prod(map(factorial, counts.values()))
    return Fraction(ways, len(POINTS) ** len(table))


def worlds_by_release(rows: int, k: int) -> Mapping[Release, list[tuple[Point, ...]]]:
    """All tables of so many rows, by their release."""
    found = defaultdict(list)
    for table in combinations_with_replacement(POINTS, rows):
        found[publish(table, k)].append(table)
    return found


def backings(label, worlds) -> dict[frozenset[Point], int]:
    """The backing of each public cell of a group, over all worlds of its release."""
    inside = [
        Counter(p for p in world if p[0] in label[0] and p[1] in label[1])
        for world in worlds
    ]
    return {
        cell: min(sum(count[point] for point in cell) for count in inside)
        for cell in cells_of(label)
    }


def leak(rows: int, k: int) -> Leak:
    """Enumerate what the choice of the node tells."""
    groups = claimed = downcoded = Fraction(0)
    for release, worlds in worlds_by_release(rows, k).items():
        chance = sum(map(weight, worlds), start=Fraction(0))
        for label, _ in release[1]:
            found = backings(label, worlds)
            groups += chance
            claimed += chance * any(found.values())
            downcoded += chance * max(found.values(), default=0)
    return Leak(claimed / groups, downcoded / rows)

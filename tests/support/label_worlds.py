# SPDX-License-Identifier: Apache-2.0
"""The judge of claims: all groups that a rule gives the same label, in exact fractions.

A world is a multiset of values (or of tuples). Nothing of the package is used here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

World = tuple[Hashable, ...]
"""The rows of a group, in the order of the domain."""


def worlds_of(
    rule: Callable[[World], object], label: object, domain: Sequence, rows: int
) -> list[World]:
    """All groups of so many rows that the rule gives the label."""
    every = combinations_with_replacement(domain, rows)
    return [world for world in every if rule(world) == label]


def backing(worlds: Sequence[World], cell: Collection) -> int:
    """Fewest rows in the cell, over all worlds."""
    return min(sum(row in cell for row in world) for world in worlds)


def chance(world: World, weight: Mapping[Hashable, Fraction]) -> Fraction:
    """The chance that independent rows make this multiset."""
    counts = Counter(world)
    ways = factorial(len(world)) // prod(map(factorial, counts.values()))
    return ways * prod((weight[row] for row in world), start=Fraction(1))


def chance_of_one(
    worlds: Sequence[World], cell: Collection, weight: Mapping[Hashable, Fraction]
) -> Fraction:
    """The chance of exactly one row in the cell, given the worlds."""
    chances = {world: chance(world, weight) for world in worlds}
    alone = sum(
        share
        for world, share in chances.items()
        if sum(row in cell for row in world) == 1
    )
    return Fraction(alone) / sum(chances.values())


def tight_range(world: World) -> str:
    """The range of some numbers; None is missing and stands after it."""
    known = [row for row in world if row is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    label = str(low) if low == high else f"[{low}-{high}]"
    return label if len(known) == len(world) else f"{{{label}, missing}}"


def tight_set(world: World) -> str:
    """The set of some categories."""
    values = sorted(set(world))
    return values[0] if len(values) == 1 else f"{{{', '.join(values)}}}"


def star_if_several(world: World) -> str:
    """`*` for several values."""
    return world[0] if len(set(world)) == 1 else "*"


def ancestor_rule(parents: Mapping[str, str], root: str) -> Callable[[World], str]:
    """The lowest common ancestor in a tree of two levels."""

    def label(world: World) -> str:
        if len(set(world)) == 1:
            return world[0]
        above = {parents[row] for row in world}
        return above.pop() if len(above) == 1 else root

    return label


def widened(rule: Callable[[World], str], least: int) -> Callable[[World], str]:
    """The tight label where each value has enough rows, else `*`."""

    def label(world: World) -> str:
        counts = Counter(world)
        if len(counts) > 1 and min(counts.values()) < least:
            return "*"
        return rule(world)

    return label


def widened_range(least: int) -> Callable[[World], str]:
    """The tight range where both ends have enough rows, else `*`."""

    def label(world: World) -> str:
        ends = Counter(world)[min(world)], Counter(world)[max(world)]
        return tight_range(world) if min(ends) >= least else "*"

    return label

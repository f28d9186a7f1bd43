# SPDX-License-Identifier: Apache-2.0
"""All worlds of a group, one after the other, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod


def worlds(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give the values of a group to its rows.

    >>> list(worlds([1, 2]))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    if not any(counts):
        yield ()
    for value, count in enumerate(counts):
        if count:
            left = [one - (place == value) for place, one in enumerate(counts)]
            for rest in worlds(left):
                yield (value, *rest)


def total_weight(weights: Sequence[Sequence[Fraction]], counts: Sequence[int]):
    """The weight of all worlds together."""
    return sum(
        prod(row[value] for row, value in zip(weights, world, strict=True))
        for world in worlds(counts)
    )


def posterior_by_worlds(
    weights: Sequence[Sequence[Fraction]], counts: Sequence[int]
) -> list[list[Fraction]] | None:
    """The belief of each row and value; None if no world has a weight.

    >>> posterior_by_worlds([[Fraction(9), Fraction(1)], [Fraction(1)] * 2], [1, 1])
    [[Fraction(9, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(9, 10)]]
    """
    sums = [[Fraction(0)] * len(counts) for _ in weights]
    total = Fraction(0)
    for world in worlds(counts):
        weight = prod(
            (row[value] for row, value in zip(weights, world, strict=True)),
            start=Fraction(1),
        )
        total += weight
        for row, value in enumerate(world):
            sums[row][value] += weight
    return [[one / total for one in row] for row in sums] if total else None

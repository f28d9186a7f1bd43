# SPDX-License-Identifier: Apache-2.0
"""All trees of cuts of a small table, from the definition: a brute force.

A region is a set of values on each axis. It is cut on one axis: a number between two
values; a category between one value, one node of the hierarchy, or some of the most
frequent values in the region, and the rest. Both sides need `least` rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

Region = tuple[frozenset, ...]
"""The values of a region on each axis."""


@dataclass(frozen=True)
class Axis:
    """One attribute: its values in order, what is a number, and its nodes."""

    values: tuple
    is_number: bool
    nodes: tuple[frozenset, ...] = ()

    def loss(self, values: frozenset) -> float:
        """The loss of a label that stands for these values."""
        if not self.is_number:
            return (len(values) - 1) / max(1, len(self.values) - 1)
        span = (max(self.values) - min(self.values)) or 1
        return (max(values) - min(values)) / span

    def lower_sides(self, region: frozenset, rows: list) -> Iterator[frozenset]:
        """The values of one side of each cut; `rows` has the values that occur."""
        if self.is_number:
            # Every threshold, whether or not a row is near it.
            ordered = sorted(region)
            for cut in range(1, len(ordered)):
                yield frozenset(ordered[:cut])
            return
        for value in region:
            yield frozenset([value])
        for node in self.nodes:
            yield node & region
        often = sorted(
            (value for value in set(rows)),
            key=lambda value, count=Counter(rows): (
                -count[value],
                self.values.index(value),
            ),
        )
        for cut in range(1, len(often)):
            yield frozenset(often[:cut])


def loss_of(axes: tuple[Axis, ...], region: Region, rows: list) -> float:
    """The loss of all rows of a region, summed over the axes."""
    pairs = zip(axes, region, strict=True)
    return len(rows) * sum(axis.loss(values) for axis, values in pairs)


def cuts_of(
    axes: tuple[Axis, ...], region: Region, rows: list, least: int
) -> Iterator[tuple[tuple[Region, list], tuple[Region, list]]]:
    """Both sides of every cut of a region, each with its rows."""
    for place, axis in enumerate(axes):
        column = [row[place] for row in rows]
        for lower in axis.lower_sides(region[place], column):
            upper = region[place] - lower
            below = [row for row in rows if row[place] in lower]
            above = [row for row in rows if row[place] in upper]
            if lower and upper and min(len(below), len(above)) >= least:
                sides = (
                    (*region[:place], one, *region[place + 1 :])
                    for one in (lower, upper)
                )
                yield (next(sides), below), (next(sides), above)


def least_loss(axes: tuple[Axis, ...], region: Region, rows: list, least: int) -> float:
    """The least loss of all trees of cuts of a region."""
    best = loss_of(axes, region, rows)
    for sides in cuts_of(axes, region, rows, least):
        best = min(best, sum(least_loss(axes, *side, least) for side in sides))
    return best

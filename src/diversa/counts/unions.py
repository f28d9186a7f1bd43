# SPDX-License-Identifier: Apache-2.0
"""Unions of groups that share people, as somebody sees them who knows less.

Where a person is in several groups, who knows only a part of a row (the ward without
the week) sees groups together. A model that holds in each of them may fail there. Only
attributes that differ between the rows of a person matter: where all others are merged,
the people of different groups are different people.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from diversa.counts.frequency_set import FrequencySet, project, roll_up

Levels = tuple[int, ...]
"""The level of each attribute; one more than it has where it is left out."""


def lowest_constant(finest: FrequencySet) -> Levels:
    """For each attribute the lowest level on which it is constant for everybody.

    One level more than there are where it is on none.
    """
    visits = finest.visits
    if visits is None:
        return finest.levels
    return tuple(
        next(
            (
                level
                for level in range(own, hierarchy.height + 1)
                if visits.agree(hierarchy.step(own, level)[codes])
            ),
            hierarchy.height + 1,
        )
        for hierarchy, own, codes in zip(
            finest.hierarchies, finest.levels, finest.codes, strict=True
        )
    )


def levels_of_unions(node: FrequencySet, constant: Sequence[int]) -> Iterator[Levels]:
    """The levels of all unions of a node's groups for whoever knows less.

    `constant` has the lowest level of each attribute on which it is constant.
    """
    ranges = []
    for level, hierarchy, lowest in zip(
        node.levels, node.hierarchies, constant, strict=True
    ):
        # On a level of one label an attribute is left out already.
        end = hierarchy.height + 1 + (hierarchy.sizes[-1] > 1)
        ranges.append(range(level, end) if level < lowest else range(level, level + 1))
    return (levels for levels in itertools.product(*ranges) if levels != node.levels)


def unite(node: FrequencySet, levels: Levels) -> FrequencySet:
    """The union of a node's groups by the levels that somebody knows."""
    heights = [hierarchy.height for hierarchy in node.hierarchies]
    rolled = roll_up(node, list(map(min, levels, heights)))
    known = [place for place, height in enumerate(heights) if levels[place] <= height]
    return rolled if len(known) == len(heights) else project(rolled, known)

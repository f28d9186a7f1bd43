# SPDX-License-Identifier: Apache-2.0
"""Frequency sets of nodes, each rolled up from the smallest finer one at hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diversa.counts.frequency_set import FrequencySet, roll_up
from diversa.search.lattice import Node

KEPT_SETS = 256
"""Most frequency sets kept for later roll-ups."""

SHARED_NODES = 64
"""Most sets in between: combinations of levels of the largest attributes."""

SMALL = 1024
"""A source of so few entries is rolled up at once."""

UNUSABLE = np.iinfo(np.int64).max

WORTH = 0.7
"""A set is kept when it has at most this share of its source's entries."""


class RollUps:
    """A store of frequency sets that answers for any node above the first one.

    Before a node is counted, the store makes sure of a set in between: the node's own
    levels in the few attributes with the largest domains, the finest elsewhere. Many
    nodes share it, and it is much smaller than the finest set.
    """

    def __init__(self, finest: FrequencySet) -> None:
        self._sets = [finest]
        self._levels = np.zeros((KEPT_SETS, len(finest.levels)), dtype=np.int16)
        self._levels[0] = finest.levels
        self._sizes = np.zeros(KEPT_SETS, dtype=np.int64)
        self._sizes[0] = len(finest.groups.counts)
        self._shared = shared_attributes(finest)

    def at(self, node: Node) -> FrequencySet:
        """The frequency set of a node."""
        source = self._smallest_below(node)
        if source.levels == node:
            return source
        if len(source.groups.counts) > SMALL:
            source = self._between(node, source)
        return self._add_up(source, node)

    def _between(self, node: Node, source: FrequencySet) -> FrequencySet:
        """A set on the way from the finest to the node that many nodes share."""
        bottom = self._sets[0].levels
        between = tuple(
            level if place in self._shared else bottom[place]
            for place, level in enumerate(node)
        )
        if between == node or (np.array(source.levels) >= np.array(between)).all():
            return source
        made = self._add_up(self._smallest_below(between), between)
        return min(made, source, key=lambda one: len(one.groups.counts))

    def _smallest_below(self, node: Node) -> FrequencySet:
        filled = len(self._sets)
        finer = (self._levels[:filled] <= np.array(node, dtype=np.int16)).all(axis=1)
        sizes = np.where(finer, self._sizes[:filled], UNUSABLE)
        return self._sets[int(np.argmin(sizes))]

    def _add_up(self, source: FrequencySet, node: Node) -> FrequencySet:
        if source.levels == node:
            return source
        found = roll_up(source, node)
        if len(found.groups.counts) <= WORTH * len(source.groups.counts):
            self._keep(found)
        return found

    def _keep(self, found: FrequencySet) -> None:
        place = len(self._sets)
        if place == KEPT_SETS:
            # The largest set but the first saves the least work.
            place = 1 + int(np.argmax(self._sizes[1:]))
            self._sets[place] = found
        else:
            self._sets.append(found)
        self._levels[place] = found.levels
        self._sizes[place] = len(found.groups.counts)


def every_node(finest: FrequencySet) -> Iterator[FrequencySet]:
    """Walk the whole lattice, each node rolled up from the one a step below it.

    Attributes with large domains change slowest; only one set per attribute is held.
    """
    sizes = [one.sizes[0] for one in finest.hierarchies]
    slowest_first = np.argsort(sizes, kind="stable")[::-1].tolist()

    def visit(current: FrequencySet, places: list[int]) -> Iterator[FrequencySet]:
        if not places:
            yield current
            return
        place, rest = places[0], places[1:]
        for level in range(finest.hierarchies[place].height + 1):
            if level:
                node = list(current.levels)
                node[place] = level
                current = roll_up(current, node)
            yield from visit(current, rest)

    return visit(finest, slowest_first)


def shared_attributes(finest: FrequencySet) -> frozenset[int]:
    """The attributes with the largest domains, as long as few nodes combine them."""
    hierarchies = finest.hierarchies
    order = sorted(range(len(hierarchies)), key=lambda one: -hierarchies[one].sizes[0])
    chosen: list[int] = []
    nodes = 1
    for place in order:
        nodes *= hierarchies[place].height + 1
        if nodes > SHARED_NODES:
            break
        chosen.append(place)
    return frozenset(chosen)

# SPDX-License-Identifier: Apache-2.0
"""Frequency sets of nodes, each rolled up from the smallest finer one at hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diversa.counts.frequency_set import FrequencySet, roll_up
from diversa.search.lattice.lattice import Node

KEPT_SETS = 256
"""Most frequency sets kept for later roll-ups."""

KEPT_ENTRIES = 2**22
"""Most entries of all kept sets; more where the finest set alone has that many."""

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
        self._sets: list[FrequencySet] = []
        self._levels = np.zeros((KEPT_SETS, len(finest.levels)), dtype=np.int16)
        self._sizes = np.zeros(KEPT_SETS, dtype=np.int64)
        self._may_go = np.zeros(KEPT_SETS, dtype=bool)
        self._room = max(KEPT_ENTRIES, 3 * entries_of(finest))
        self._shared = shared_attributes(finest)
        self._between: set[Node] = set()
        self._keep(finest, may_go=False)

    def at(self, node: Node) -> FrequencySet:
        """The frequency set of a node."""
        source = self._smallest_below(node)
        if source.levels == node:
            return source
        if entries_of(source) > SMALL:
            source = min(self._shared_below(node, source), source, key=entries_of)
        found = roll_up(source, node)
        if entries_of(found) <= WORTH * entries_of(source):
            self._keep(found, may_go=True)
        return found

    def _shared_below(self, node: Node, source: FrequencySet) -> FrequencySet:
        """The set in between, on the way from the finest to the node."""
        bottom = self._sets[0].levels
        between = tuple(
            level if place in self._shared else bottom[place]
            for place, level in enumerate(node)
        )
        if between == node or between in self._between:
            return source  # the smallest set below the node is no larger
        made = roll_up(self._smallest_below(between), between)
        if self._keep(made, may_go=False):
            self._between.add(between)
        return made

    def _smallest_below(self, node: Node) -> FrequencySet:
        filled = len(self._sets)
        finer = (self._levels[:filled] <= np.array(node, dtype=np.int16)).all(axis=1)
        sizes = np.where(finer, self._sizes[:filled], UNUSABLE)
        return self._sets[int(np.argmin(sizes))]

    def _keep(self, found: FrequencySet, *, may_go: bool) -> bool:
        """Keep a set if there is room; tell whether there is."""
        entries = entries_of(found)
        while self._room < entries or len(self._sets) == KEPT_SETS:
            if not self._may_go.any():
                return False
            self._drop_largest()
        place = len(self._sets)
        self._sets.append(found)
        self._levels[place] = found.levels
        self._sizes[place] = entries
        self._may_go[place] = may_go
        self._room -= entries
        return True

    def _drop_largest(self) -> None:
        """Drop the largest set that may go: it saves the least work."""
        place = int(np.argmax(np.where(self._may_go, self._sizes, -1)))
        self._room += int(self._sizes[place])
        last = len(self._sets) - 1  # its place is taken by the last one
        self._sets[place] = self._sets[last]
        self._sets.pop()
        for column in (self._levels, self._sizes, self._may_go):
            column[place] = column[last]
        self._may_go[last] = False


def entries_of(frequency_set: FrequencySet) -> int:
    """What a roll-up of the set has to go through."""
    people = frequency_set.population
    return len(frequency_set.groups.counts) + (
        0 if people is None else entries_of(people)
    )


def every_node(finest: FrequencySet) -> Iterator[FrequencySet]:
    """Walk the whole lattice, each node rolled up from the one a step below it.

    Attributes with large domains change slowest; only one set per attribute is held.
    """
    sizes = [hierarchy.sizes[0] for hierarchy in finest.hierarchies]
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

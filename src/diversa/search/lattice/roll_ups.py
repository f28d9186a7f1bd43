# SPDX-License-Identifier: Apache-2.0
"""Frequency sets of nodes, each rolled up from the smallest finer one at hand."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet, roll_up, workspace_for
from diversa.counts.kernels import Workspace
from diversa.counts.light_numpy import dot_product
from diversa.search.lattice.lattice import Lattice, Node
from diversa.search.lattice.level_bits import LevelBits

KEPT_SETS = 256
"""Most frequency sets kept for later roll-ups."""

KEPT_ENTRIES = 2**22
"""Most entries of all kept sets; more where the finest set alone has that many."""

SHARED_NODES = 64
"""Most shared sets: combinations of levels of the largest attributes."""

TRIALS = 3
"""Shared sets made before their size is compared with the finest set."""

SMALL = 1024
"""Entries of a source that is rolled up directly."""

NARROW = 4
"""Groups of the source per group of a set in between."""

DROPPED = 4
"""One in so many sets is dropped when there is no room."""

WORTH = 0.7
"""Largest share of its source's entries that a set may have to be kept."""


class RollUps:
    """A store of frequency sets that answers for any node above the first one.

    Where the smallest finer set at hand is large, the store first makes one in between,
    which is much smaller and serves many other nodes. It has the node's own levels in
    the few attributes with the largest domains and the finest elsewhere. Where such
    sets do not get small, it is as fine as it can be with a fraction of the groups.
    """

    def __init__(
        self,
        finest: FrequencySet,
        *,
        workspace: Workspace | None = None,
        room: int = KEPT_ENTRIES,
    ) -> None:
        """Start with one set; `room` bounds the entries of all kept sets."""
        self._sets: list[FrequencySet] = []
        self._levels = LevelBits(
            [axis.height for axis in finest.hierarchies], KEPT_SETS
        )
        self._sizes = np.zeros(KEPT_SETS, dtype=np.int64)
        self._used = np.zeros(KEPT_SETS, dtype=np.int64)
        self._may_go = np.zeros(KEPT_SETS, dtype=bool)
        self._clock = 0
        self._room = max(room, 3 * entries_of(finest))
        self._shared = shared_attributes(finest)
        self._shared_sets = {finest.levels}
        self._shrinking: list[float] = []
        self._ways_down: WaysDown | None = None
        self.workspace = workspace or workspace_for(finest)
        self._keep(finest, may_go=False)

    def at(self, node: Node) -> FrequencySet:
        """The frequency set of a node."""
        source = self.source_of(node)
        if source.levels == node:
            return source
        rolled = roll_up(source, node, self.workspace)
        if entries_of(rolled) <= WORTH * entries_of(source):
            self._keep(rolled)
        return rolled

    def source_of(self, node: Node) -> FrequencySet:
        """The best set to roll a node up from; its own if that is kept."""
        source = self._smallest_below(node)
        is_direct = entries_of(source) <= SMALL or source.visits is not None
        if source.levels == node or is_direct:
            return source
        return self._nearer(source, node)

    def _nearer(self, source: FrequencySet, node: Node) -> FrequencySet:
        """A set between source and node, if making it pays."""
        if self._sharing_pays:
            shared = self._shared_below(node)
            return source if shared is None else min(shared, source, key=entries_of)
        ways_down = self._ways_down = self._ways_down or WaysDown(self._sets[0])
        while entries_of(source) > SMALL:
            most = len(source) / NARROW
            between = ways_down.finest_of(source.levels, node, most)
            if between in {source.levels, node}:
                break
            source = roll_up(source, between, self.workspace)
            self._keep(source)
        return source

    @property
    def _sharing_pays(self) -> bool:
        """True if the first shared sets were smaller than the finest one."""
        tried = self._shrinking
        return len(tried) < TRIALS or min(tried) <= WORTH

    def _shared_below(self, node: Node) -> FrequencySet | None:
        """Make the set that the node shares with others; None if it is kept."""
        finest = self._sets[0]
        shared = tuple(
            level if place in self._shared else finest.levels[place]
            for place, level in enumerate(node)
        )
        if shared == node or shared in self._shared_sets:
            return None  # the smallest set below the node is no larger
        rolled = roll_up(self._smallest_below(shared), shared, self.workspace)
        if len(self._shrinking) < TRIALS:
            self._shrinking.append(entries_of(rolled) / entries_of(finest))
        if self._keep(rolled, may_go=False):
            self._shared_sets.add(shared)
        return rolled

    def _smallest_below(self, node: Node) -> FrequencySet:
        finer = self._levels.at_or_below(node, len(self._sets)).nonzero()[0]
        place = int(finer[self._sizes[finer].argmin()])
        self._touch(place)
        return self._sets[place]

    def _touch(self, place: int) -> None:
        """Remember that a set was used now."""
        self._clock += 1
        self._used[place] = self._clock

    def _keep(self, frequency_set: FrequencySet, *, may_go: bool = True) -> bool:
        """Keep a set if others can make room for it; returns True if it is kept."""
        entries = entries_of(frequency_set)
        while self._room < entries or len(self._sets) == KEPT_SETS:
            if not self._may_go[: len(self._sets)].any():
                return False
            self._drop_unused()
        place = len(self._sets)
        self._sets.append(frequency_set)
        self._levels.put(place, frequency_set.levels)
        self._sizes[place] = entries
        self._may_go[place] = may_go
        self._touch(place)
        self._room -= entries
        return True

    def _drop_unused(self) -> None:
        """Drop the least recently used quarter of the sets that may go."""
        filled = len(self._sets)
        may_go = np.flatnonzero(self._may_go[:filled])
        order = may_go[np.argsort(self._used[may_go])]
        gone = order[: max(1, len(order) // DROPPED)]
        self._room += int(self._sizes[gone].sum())
        stay = np.delete(np.arange(filled), gone)
        self._sets = [self._sets[place] for place in stay.tolist()]
        for column in (self._sizes, self._used, self._may_go):
            column[: len(stay)] = column[stay]
        self._levels.move(stay)


def entries_of(frequency_set: FrequencySet) -> int:
    """Number of entries that a roll-up of the set reads."""
    people, visits = frequency_set.population, frequency_set.visits
    own = frequency_set.groups.counts if visits is None else visits.groups
    return len(own) + (0 if people is None else entries_of(people))


def every_node(finest: FrequencySet, lattice: Lattice) -> Iterator[FrequencySet]:
    """Walk the whole lattice, each node rolled up from the one a step below it.

    Attributes with large domains change slowest; only one set per attribute is held.
    """
    sizes = [hierarchy.sizes[0] for hierarchy in finest.hierarchies]
    slowest_first = np.argsort(sizes, kind="stable")[::-1].tolist()

    workspace = workspace_for(finest)

    def visit(current: FrequencySet, places: list[int]) -> Iterator[FrequencySet]:
        if not places:
            yield current
            return
        place, rest = places[0], places[1:]
        for level in range(lattice.bottom[place], lattice.heights[place] + 1):
            if level > lattice.bottom[place]:
                node = list(current.levels)
                node[place] = level
                current = roll_up(current, node, workspace)
            yield from visit(current, rest)

    return visit(roll_up(finest, lattice.bottom), slowest_first)


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


class WaysDown:
    """Steps down from a node, those first that open most nodes for few groups.

    A step to the next lower level multiplies the nodes above by some factor, and the
    groups by about the exponential of the entropy that it adds to the attribute.
    """

    def __init__(self, finest: FrequencySet) -> None:
        self._entropies = [
            entropies(finest, place) for place in range(len(finest.levels))
        ]
        steps = [
            (place, level)
            for place, levels in enumerate(self._entropies)
            for level in range(1, len(levels))
        ]
        self._steps = sorted(steps, key=self._price)

    def _growth(self, place: int, level: int) -> float:
        """Increase of the logarithm of the groups by a step down from a level."""
        levels = self._entropies[place]
        return levels[level - 1] - levels[level]

    def _price(self, step: tuple[int, int]) -> float:
        place, level = step
        levels_above = len(self._entropies[place]) - level
        return self._growth(place, level) / math.log1p(1 / levels_above)

    def finest_of(self, lower: Node, upper: Node, most: float) -> Node:
        """A fine node between two others with at most about `most` groups.

        It is the upper node itself if that has more.
        """
        levels = list(upper)
        pairs = zip(self._entropies, upper, strict=True)
        room = math.log(most) - sum(entropy[level] for entropy, level in pairs)
        for place, level in self._steps:
            if lower[place] < level == levels[place]:
                added = self._growth(place, level)
                if added <= room:
                    room -= added
                    levels[place] -= 1
        return tuple(levels)


def entropies(finest: FrequencySet, place: int) -> list[float]:
    """The entropy of one attribute on each of its levels, over groups, in nats."""
    hierarchy = finest.hierarchies[place]
    counts = np.bincount(finest.codes[place], minlength=hierarchy.sizes[0])
    by_level = [
        np.bincount(hierarchy.step(0, level), weights=counts)
        for level in range(hierarchy.height + 1)
    ]
    return [entropy(groups) for groups in by_level]


def entropy(counts: NDArray[np.number]) -> float:
    """The entropy of a distribution, in nats.

    >>> round(entropy(np.array([2.0, 0.0, 2.0])), 6)
    0.693147
    """
    shares = counts[counts > 0] / max(1.0, counts.sum())
    return -float(dot_product(np.log(shares), shares))

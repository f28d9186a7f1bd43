# SPDX-License-Identifier: Apache-2.0
"""The nodes above a node as natural supersets of its groups.

They are walked over one by one, each rolled up from the last. A search that looks at
many nodes of a small lattice remembers of each node its large groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Floats, Ints
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet, roll_up, union_numbers
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.supersets import LargeSupersets
from diversa.counts.wide_keys import keys_at

MOST = 2**27
"""Nodes times groups of the finest node, up to which large groups are remembered."""

FEW = 2**15
"""Fewer large groups than this at a node are numbered in 16 bits."""


def with_supersets(frequency_set: FrequencySet) -> Groups:
    """The groups of a node, which also know those of the nodes above."""
    walk = partial(coarser_nodes, frequency_set)
    return replace(frequency_set.groups, supersets=walk)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The large groups of every node of a lattice, counted once where one asks."""

    finest: FrequencySet
    """The bottom of the lattice."""
    _large: dict[tuple[str, int], LargeGroupsOfNodes] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def numbers(self) -> Ints:
        """A number for every node, in the shape of the lattice."""
        shape = [hierarchy.height + 1 for hierarchy in self.finest.hierarchies]
        return np.arange(math.prod(shape)).reshape(shape)

    def around(self, frequency_set: FrequencySet) -> Groups:
        """The groups of a node, which also know those of the nodes above."""
        if self.numbers.size * len(self.finest) > MOST:
            return with_supersets(frequency_set)
        return replace(frequency_set.groups, supersets=NodesAbove(self, frequency_set))

    def large(self, name: str, rows: int) -> LargeGroupsOfNodes:
        """The groups of all nodes that have at least so many rows."""
        if (name, rows) not in self._large:
            self._large[name, rows] = large_groups(self, name, rows)
        return self._large[name, rows]


@dataclass(frozen=True, eq=False)
class LargeGroupsOfNodes:
    """The groups of all nodes that have at least a certain number of rows."""

    histogram: Histogram
    """These groups, node after node."""
    place: NDArray[np.signedinteger]
    """A line per group of the finest node: which large group of each node holds it, or
    -1."""
    first: Ints
    """The number of the first large group of each node."""
    shares: Floats
    """A line per node: the largest share of each value in its large groups."""


def large_groups(around: Surroundings, name: str, rows: int) -> LargeGroupsOfNodes:
    """Count every node and keep its groups of at least so many rows."""
    finest, nodes = around.finest, around.numbers
    values = len(finest.groups.histogram(name).sensitive.dictionary.counts)
    integers = np.int16 if finest.groups.rows // rows < FEW else np.int32
    place = np.empty((len(finest), nodes.size), dtype=integers)
    first = np.zeros(nodes.size, dtype=np.int64)
    shares = np.zeros((nodes.size, values))
    parts: list[Histogram] = []
    number = 0
    for parents, coarser in visit(finest, np.arange(len(finest))):
        histogram, node = coarser.groups.histogram(name), nodes[coarser.levels]
        is_large = histogram.sizes >= rows
        large = histogram.select(is_large)
        place[:, node] = np.where(is_large, np.cumsum(is_large) - 1, -1)[parents]
        first[node] = number
        np.maximum.at(
            shares[node], large.values, large.counts / large.sizes[large.group]
        )
        parts.append(large)
        number += len(large)
    return LargeGroupsOfNodes(one_after_the_other(parts), place, first, shares)


@dataclass(frozen=True, eq=False)
class NodesAbove:
    """The nodes above a node: walked over, or their large groups at once."""

    surroundings: Surroundings
    """Remembers the large groups of every node."""
    frequency_set: FrequencySet
    """The node."""

    def __call__(self) -> Iterator[tuple[Ints, Groups]]:
        return coarser_nodes(self.frequency_set)

    def large(self, name: str, rows: int) -> LargeSupersets:
        """Every group of so many rows, here and above, that holds one of this node."""
        large = self.surroundings.large(name, rows)
        above = tuple(slice(level, None) for level in self.frequency_set.levels)
        nodes = self.surroundings.numbers[above].ravel()
        return LargeSupersets(
            large.histogram,
            large.place,
            large.first,
            nodes,
            some_group_inside(self.surroundings.finest, self.frequency_set),
            large.shares[nodes].max(axis=0),
        )


def some_group_inside(finest: FrequencySet, coarser: FrequencySet) -> Ints:
    """For every group of a node some group of the finest one that it holds."""
    steps = finest.maps.step(finest.levels, coarser.levels)
    lines = np.arange(finest.codes.shape[1])
    codes = kernels.map_codes(finest.codes, steps, lines)
    both = np.concatenate([coarser.codes, codes], axis=1)
    number, _ = kernels.group_keys(*keys_at(finest.maps, coarser.levels, both))
    inside = np.empty(len(coarser), dtype=np.int64)  # they have the first numbers
    inside[number[len(coarser) :]] = lines
    return inside


def one_after_the_other(histograms: list[Histogram]) -> Histogram:
    """The groups of several histograms of one attribute in one."""
    lengths = np.concatenate([one.distinct for one in histograms])
    return Histogram(
        histograms[0].sensitive,
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate([one.values for one in histograms]),
        np.concatenate([one.counts for one in histograms]),
        np.concatenate([one.unknown for one in histograms]),
    )


def coarser_nodes(frequency_set: FrequencySet) -> Iterator[tuple[Ints, Groups]]:
    """Walk over the nodes above: for each group the coarser one that holds it.

    Every node is rolled up from the one a step below; one set per attribute is held.
    """
    start = np.arange(len(frequency_set))
    for parents, coarser in visit(frequency_set, start):
        if coarser.levels != frequency_set.levels:
            yield parents, coarser.groups


def visit(
    current: FrequencySet, parents: Ints, place: int = 0
) -> Iterator[tuple[Ints, FrequencySet]]:
    """Raise the attributes from a place on to every level from where they are."""
    if place == len(current.levels):
        yield parents, current
        return
    yield from visit(current, parents, place + 1)
    for level in range(
        current.levels[place] + 1, current.hierarchies[place].height + 1
    ):
        node = (*current.levels[:place], level, *current.levels[place + 1 :])
        parents = union_numbers(current, node)[0].astype(np.int64)[parents]
        current = roll_up(current, node)
        yield from visit(current, parents, place + 1)

# SPDX-License-Identifier: Apache-2.0
"""The nodes above a node as natural supersets of its groups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet, keys_at, roll_up
from diversa.counts.groups import Groups


def with_supersets(frequency_set: FrequencySet) -> Groups:
    """The groups of a node, which also know those of the nodes above."""
    walk = partial(coarser_nodes, frequency_set)
    return replace(frequency_set.groups, supersets=walk)


def coarser_nodes(
    frequency_set: FrequencySet,
) -> Iterator[tuple[NDArray[np.int64], Groups]]:
    """Walk over the nodes above: for each group the coarser one that holds it.

    Every node is rolled up from the one a step below; one set per attribute is held.
    """
    every = range(len(frequency_set.levels))
    start = np.arange(len(frequency_set))
    for parents, coarser in visit(frequency_set, start, tuple(every)):
        if coarser.levels != frequency_set.levels:
            yield parents, coarser.groups


def visit(
    current: FrequencySet, parents: NDArray[np.int64], places: tuple[int, ...]
) -> Iterator[tuple[NDArray[np.int64], FrequencySet]]:
    """Raise the attributes at some places to every level from where they are."""
    if not places:
        yield parents, current
        return
    place, *rest = places
    yield from visit(current, parents, tuple(rest))
    for level in range(
        current.levels[place] + 1, current.hierarchies[place].height + 1
    ):
        node = (*current.levels[:place], level, *current.levels[place + 1 :])
        parents = merged_into(current, node)[parents]
        current = roll_up(current, node)
        yield from visit(current, parents, tuple(rest))


def merged_into(finer: FrequencySet, levels: tuple[int, ...]) -> NDArray[np.int64]:
    """The number that each group's union has in `roll_up(finer, levels)`."""
    steps = finer.maps.step(finer.levels, levels)
    lines = np.arange(finer.codes.shape[1])
    codes = kernels.map_codes(finer.codes, finer.maps.flat, steps.offsets, lines)
    number, _ = kernels.group_keys(*keys_at(finer.maps, levels, codes))
    return number.astype(np.int64)

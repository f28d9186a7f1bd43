# SPDX-License-Identifier: Apache-2.0
"""The visits of people, joined where their groups are."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.kernel import kernel

SHORT = 24
"""Visits of a person that are sorted one by one."""


@kernel
def take_codes(codes: Codes, places: Codes) -> Codes:
    """The code of each place, without a copy of the places in wider numbers."""
    taken = np.empty(len(places), dtype=np.int32)
    for line in range(len(places)):
        taken[line] = codes[places[line]]
    return taken


@kernel
def join_visits(
    starts: Ints, groups: Codes, values: Codes, domain: int
) -> tuple[Ints, Codes, Codes]:
    """Sort the visits of each kind by group and value, and drop those that repeat."""
    kinds = len(starts) - 1
    edges = np.zeros(kinds + 1, dtype=np.int64)
    out_groups = np.empty(len(groups), dtype=np.int32)
    out_values = np.empty(len(groups), dtype=np.int32)
    bits, most = 0, np.int64(0)
    while domain > 1 << bits:  # a shift is faster than a division
        bits += 1
    for kind in range(kinds):
        most = max(most, starts[kind + 1] - starts[kind])
    keys, mask = np.empty(most, dtype=np.int64), (1 << bits) - 1
    made = 0
    for kind in range(kinds):
        begin = starts[kind]
        own = starts[kind + 1] - begin
        for visit in range(own):
            group = np.int64(groups[begin + visit])
            keys[visit] = (group << bits) | values[begin + visit]
        _sort(keys[:own])
        last = np.int64(-1)
        for visit in range(own):
            key = keys[visit]
            if key != last:
                out_groups[made] = key >> bits
                out_values[made] = key & mask
                made += 1
                last = key
        edges[kind + 1] = made
    if made < len(groups) // 2:  # what is left lets go of the room that it had
        return edges, out_groups[:made].copy(), out_values[:made].copy()
    return edges, out_groups[:made], out_values[:made]


@kernel
def count_presences(
    starts: Ints, groups: Codes, people: Ints, number: int
) -> tuple[Ints, int]:
    """The people of each group, and how many presences there are in all.

    A presence is a kind in a group; the visits of a kind stand group after group.
    """
    sizes = np.zeros(number, dtype=np.int64)
    presences = 0
    for kind in range(len(starts) - 1):
        last = -1
        for visit in range(starts[kind], starts[kind + 1]):
            if groups[visit] != last:
                last = groups[visit]
                sizes[last] += people[kind]
                presences += 1
    return sizes, presences


@kernel
def sort_presences(
    starts: Ints, groups: Codes, people: Ints, number: int
) -> tuple[Ints, Histograms]:
    """Each group that a kind is in, kind after kind, and the same group after group.

    Returns the first visit of each presence, and at the end the number of visits; then
    for each group its presences and their people.
    """
    kinds = len(starts) - 1
    edges = np.zeros(number + 1, dtype=np.int64)
    first = np.empty(len(groups) + 1, dtype=np.int64)
    made = 0
    for kind in range(kinds):
        last = -1
        for visit in range(starts[kind], starts[kind + 1]):
            if groups[visit] != last:
                last = groups[visit]
                edges[last + 1] += 1
                first[made] = visit
                made += 1
    first[made] = len(groups)
    for group in range(number):
        edges[group + 1] += edges[group]
    places = edges[:-1].copy()
    presences = np.empty(made, dtype=np.int32)
    counts = np.empty(made, dtype=np.int64)
    presence = 0
    for kind in range(kinds):
        while presence < made and first[presence] < starts[kind + 1]:
            group = groups[first[presence]]
            presences[places[group]] = presence
            counts[places[group]] = people[kind]
            places[group] += 1
            presence += 1
    return first[: made + 1].copy(), Histograms(edges, presences, counts)


@kernel
def add_people(
    starts: Ints, pairs: tuple[Codes, Codes], people: Ints, number: int, size: int
) -> Ints:
    """The people of each group and value, which nobody has twice; group after group.

    The pairs are groups below `number` and values below `size`, kind after kind.
    """
    groups, values = pairs
    having = np.zeros(number * size, dtype=np.int64)
    for kind in range(len(starts) - 1):
        for visit in range(starts[kind], starts[kind + 1]):
            having[np.int64(groups[visit]) * size + values[visit]] += people[kind]
    return having


@kernel
def _sort(keys: Ints) -> None:
    """Sort few keys in their place."""
    if len(keys) > SHORT:
        keys.sort()
        return
    for place in range(1, len(keys)):
        key, before = keys[place], place - 1
        while before >= 0 and keys[before] > key:
            keys[before + 1] = keys[before]
            before -= 1
        keys[before + 1] = key

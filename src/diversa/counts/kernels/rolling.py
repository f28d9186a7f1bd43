# SPDX-License-Identifier: Apache-2.0
"""Rolling up: the frequency set of a more general node from a finer one.

A search rolls up thousands of sets of a few thousand entries. Memory that was not used
before has to be got from the system page by page, which takes longer than the counting
itself; so what is only needed on the way stands in a workspace that all roll-ups of a
search share.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels import small_grouping
from diversa.counts.kernels.arrays import GroupEntries, RolledUp, RollUpStep
from diversa.counts.kernels.grouping import (
    DENSE_PER_ROW,
    histograms_by_sorting,
    map_codes,
    number_keys,
    pack_into,
    slots_for,
)
from diversa.counts.kernels.kernel import kernel, kernel_beside

MOST_ROWS = 2**31
"""A table of fewer rows is added up in 32 bits."""


class Workspace(NamedTuple):
    """Arrays that roll-ups of sets up to some size write to, one after the other."""

    keys: Ints
    """The key of each line."""
    slots: Codes
    """The group of each key, addressed directly or hashed."""
    group: Codes
    """The group of each line."""
    first: Ints
    """The first line of each group."""
    table: Codes
    """A slot for each group and value."""
    values: Codes
    """The value of each entry."""
    counts: Ints
    """Its rows."""
    owners: Codes
    """Its group."""

    @property
    def is_scratch(self) -> bool:
        """True: its size says nothing about the work of a kernel."""
        return True


def workspace_for(lines: int, entries: int) -> Workspace:
    """A workspace for sets of at most `lines` groups and `entries` entries."""
    return Workspace(
        np.empty(lines, dtype=np.int64),
        np.empty(DENSE_PER_ROW * lines + 16, dtype=np.int32),
        np.empty(lines, dtype=np.int32),
        np.empty(lines, dtype=np.int64),
        np.empty(DENSE_PER_ROW * entries, dtype=np.int32),
        np.empty(entries + 1, dtype=np.int32),
        np.empty(entries + 1, dtype=np.int64),
        np.empty(entries + 1, dtype=np.int32),
    )


@kernel_beside(small_grouping.roll_up)
def roll_up(
    codes: Codes,
    step: RollUpStep,
    entries: GroupEntries,
    domain: int,
    workspace: Workspace,
) -> RolledUp:
    """Merge groups by their mapped codes: the frequency set of a more general node.

    Values are below `domain`.
    """
    owners, values, counts, _ = entries
    groups, group = number_groups(codes, step, workspace)
    if groups * domain <= DENSE_PER_ROW * len(counts):
        _add_up(group, groups, owners, values, domain, counts, workspace.table)
        starts, sizes = _entries(groups, domain, workspace)
        end = starts[groups]
        owners = workspace.owners[:end].copy()
        values = workspace.values[:end].copy()
        counts = workspace.counts[:end].copy()
    else:
        entry_groups = np.empty(len(counts), dtype=np.int32)
        for entry in range(len(counts)):
            entry_groups[entry] = group[np.uint32(owners[entry])]
        starts, values, counts = histograms_by_sorting(
            entry_groups, groups, values, domain, counts
        )
        owners, sizes = _owners_and_sizes(starts, counts)
    mapped = map_codes(codes, step, workspace.first[:groups])
    return mapped, starts, owners, values, counts, sizes


@kernel
def number_groups(
    codes: Codes, step: RollUpStep, workspace: Workspace
) -> tuple[int, Codes]:
    """Number the groups of mapped codes; how many there are, and that of each line."""
    lines = codes.shape[1]
    keys, group = workspace.keys[:lines], workspace.group[:lines]
    pack_into(keys, codes, step)
    slots = workspace.slots[: slots_for(lines, step.space)]
    return number_keys(keys, step.space, slots, group, workspace.first), group


@kernel
def _add_up(
    group: Codes,
    groups: int,
    owners: Codes,
    values: Codes,
    domain: int,
    counts: Ints,
    table: Codes,
) -> None:
    """Add every entry to the slot of its merged group and its value.

    One loop over all entries: most groups have few, and a loop over those of each would
    end at an unforeseen place as often as there are groups.
    """
    table[: groups * domain] = 0
    width = np.uint64(domain)
    for entry in range(len(counts)):
        slot = np.uint64(group[np.uint32(owners[entry])]) * width
        table[slot + np.uint64(values[entry])] += counts[entry]


@kernel
def _entries(groups: int, domain: int, workspace: Workspace) -> tuple[Ints, Ints]:
    """Write the entries of the slots that are not empty; where groups begin, and rows.

    Every slot is written, and the next one over it where it is empty: no branch has to
    be foreseen.
    """
    starts = np.empty(groups + 1, dtype=np.int64)
    sizes = np.empty(groups, dtype=np.int64)
    table, owners = workspace.table, workspace.owners
    values, counts = workspace.values, workspace.counts
    entry, slot = np.uint64(0), np.uint64(0)
    for group in range(groups):
        starts[group] = entry
        size = 0
        for value in range(domain):
            count = table[slot]
            values[entry], counts[entry], owners[entry] = value, count, group
            size += count
            entry += np.uint64(count != 0)
            slot += np.uint64(1)
        sizes[group] = size
    starts[groups] = entry
    return starts, sizes


@kernel
def _owners_and_sizes(starts: Ints, counts: Ints) -> tuple[Codes, Ints]:
    """The group of each entry, and the rows of each group."""
    owners = np.empty(len(counts), dtype=np.int32)
    sizes = np.zeros(len(starts) - 1, dtype=np.int64)
    for group in range(len(sizes)):
        for entry in range(starts[group], starts[group + 1]):
            owners[entry] = group
            sizes[group] += counts[entry]
    return owners, sizes

# SPDX-License-Identifier: Apache-2.0
"""A look at a node: rows that must go and costs of the rest, without its groups.

One pass from a finer set to two numbers. Most nodes that a search has to count are
worse than the best one by far; for those nothing more is needed, and neither codes nor
histograms of their groups are ever written down.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.kernels.arrays import GroupEntries, Prices, RollUpStep
from diversa.counts.kernels.kernel import kernel, kernel_beside
from diversa.counts.kernels.rolling import Workspace, number_groups
from diversa.counts.kernels.small_grouping import group_keys, pack_keys

Look = tuple[int, Ints]
"""Rows that go, and the costs of all others for every attribute."""


NOT_SEEN = -1
"""Instead of a number of rows: nothing is known."""


class Limits(NamedTuple):
    """Limits that every group must keep.

    Values are counted in blocks; each line of `blocks` is one way to form them.
    """

    least: int
    """The least number of rows of a group."""
    blocks: Codes
    """The block of each value, one line per way; no block is in two lines."""
    condition: Ints
    """The condition that each line belongs to, ascending."""
    caps: Floats
    """The largest share of each block in a group, of a condition without a total."""
    expected: Ints
    """The rows of each block in the table that groups are compared with."""
    totals: Ints
    """All rows of that table, for each condition; 0 where only caps count."""
    above: Ints
    """Σ max(n T - t N, 0) over the blocks of a condition, n rows of a group of N and t
    of the table of T rows in each of them, may be N times this over `below`."""
    below: Ints


def small_group_rows(
    codes: Codes, step: RollUpStep, sizes: Ints
) -> tuple[Ints, Codes, Ints]:
    """The rows of each group, the group of each line, the first line of each group."""
    group, first = group_keys(pack_keys(codes, step), step.space)
    rows = np.zeros(len(first), dtype=np.int64)
    np.add.at(rows, group, sizes)
    return rows, group, first


def small_look(
    codes: Codes,
    step: RollUpStep,
    entries: GroupEntries,
    limits: Limits,
    prices: Prices,
    workspace: object,
) -> Look:
    """The NumPy form of `look`: all groups at once."""
    del workspace
    rows, group, first = small_group_rows(codes, step, entries.sizes)
    kept = rows >= limits.least
    width = len(limits.caps)
    table = np.zeros((len(first), width), dtype=np.int64)
    for line in limits.blocks:
        blocks = line[entries.values]
        np.add.at(table, (group[entries.owners], blocks), entries.counts)
    for condition, total in enumerate(limits.totals.tolist()):
        lines = limits.blocks[limits.condition == condition]
        here = np.unique(lines)
        if total:
            more = table[:, here] * total - limits.expected[here] * rows[:, None]
            surplus = np.maximum(more, 0).sum(axis=1)
            most = rows * limits.above[condition]
            kept &= surplus * limits.below[condition] <= most
        else:
            kept &= (table[:, here] <= limits.caps[here] * rows[:, None]).all(axis=1)
    some, each = first[kept], zip(codes, step.offsets, prices.begins, strict=True)
    spent = [
        (rows[kept] * prices.costs[begin + step.maps[offset + line[some]]]).sum()
        for line, offset, begin in each
    ]
    return int(rows[~kept].sum()), np.array(spent, dtype=np.int64)


@kernel_beside(small_look)
def look(
    codes: Codes,
    step: RollUpStep,
    entries: GroupEntries,
    limits: Limits,
    prices: Prices,
    workspace: Workspace,
) -> Look:
    """The rows that leave a node by some limits, and the costs of the others.

    `codes` and `entries` are those of a finer set. `NOT_SEEN` is returned if the table
    of the workspace has no slot for every group and block.
    """
    rows, group = _group_rows(codes, step, entries.sizes, workspace)
    if len(rows) * len(limits.caps) > len(workspace.table):
        return NOT_SEEN, np.zeros(0, dtype=np.int64)
    goes = rows < limits.least
    _count_blocks(group, entries, rows, limits, workspace.table, goes)
    for condition in range(len(limits.totals)):
        if limits.totals[condition]:
            _compare(group, entries, rows, condition, limits, workspace.table, goes)
    return _costs_of_rest(codes, step, workspace.first, rows, goes, prices)


def small_rows_in_small_groups(
    codes: Codes, step: RollUpStep, sizes: Ints, least: int, workspace: object
) -> int:
    """The NumPy form of `rows_in_small_groups`."""
    del workspace
    rows, _, _ = small_group_rows(codes, step, sizes)
    return int(rows[rows < least].sum())


@kernel_beside(small_rows_in_small_groups)
def rows_in_small_groups(
    codes: Codes, step: RollUpStep, sizes: Ints, least: int, workspace: Workspace
) -> int:
    """The rows of a node in groups of fewer than `least` rows; see `look`."""
    rows, _ = _group_rows(codes, step, sizes, workspace)
    total = 0
    for number in range(len(rows)):
        total += rows[number] * (rows[number] < least)
    return total


@kernel
def _group_rows(
    codes: Codes, step: RollUpStep, sizes: Ints, workspace: Workspace
) -> tuple[Ints, Codes]:
    """The rows of each group of a node, and the group of each line."""
    groups, group = number_groups(codes, step, workspace)
    rows = np.zeros(groups, dtype=np.int64)
    for line in range(len(group)):
        rows[np.uint32(group[line])] += sizes[line]
    return rows, group


@kernel
def _count_blocks(
    group: Codes,
    entries: GroupEntries,
    rows: Ints,
    limits: Limits,
    table: Codes,
    goes: Bools,
) -> None:
    """Add every entry to the slots of its group and its blocks.

    Marks the groups of which a block has more than its share: a sum that only grows has
    passed its cap at the end if it passes it on the way.
    """
    owners, values, counts, _ = entries
    width = np.uint64(len(limits.caps))
    table[: len(rows) * len(limits.caps)] = 0
    for line in range(len(limits.blocks)):
        blocks = limits.blocks[line]
        if limits.totals[limits.condition[line]]:  # there are no caps
            for entry in range(len(counts)):
                slot = np.uint64(group[np.uint32(owners[entry])]) * width
                slot += np.uint64(blocks[np.uint32(values[entry])])
                table[slot] += counts[entry]
            continue
        for entry in range(len(counts)):
            number = np.uint64(group[np.uint32(owners[entry])])
            block = np.uint64(blocks[np.uint32(values[entry])])
            slot = number * width + block
            sum_of_block = table[slot] + counts[entry]
            table[slot] = sum_of_block
            goes[number] |= sum_of_block > limits.caps[block] * rows[number]


@kernel
def _compare(
    group: Codes,
    entries: GroupEntries,
    rows: Ints,
    condition: int,
    limits: Limits,
    table: Codes,
    goes: Bools,
) -> None:
    """Mark the groups that are too far from the table by one condition.

    Every slot is emptied when it was compared: it counts once, however many entries
    were added to it.
    """
    owners, values, width = entries.owners, entries.values, len(limits.caps)
    first = np.searchsorted(limits.condition, condition)
    last = np.searchsorted(limits.condition, condition + 1)
    blocks = limits.blocks[first:last]
    total, surplus = limits.totals[condition], np.zeros(len(rows), dtype=np.int64)
    for line in range(len(blocks)):
        for entry in range(len(owners)):
            number = np.uint64(group[np.uint32(owners[entry])])
            block = np.uint64(blocks[line, np.uint32(values[entry])])
            slot = number * np.uint64(width) + block
            more = table[slot] * total - limits.expected[block] * rows[number]
            surplus[number] += max(more, 0)
            table[slot] = 0
    above, below = limits.above[condition], limits.below[condition]
    for merged in range(len(rows)):
        goes[merged] |= surplus[merged] * below > rows[merged] * above


@kernel
def _costs_of_rest(
    codes: Codes, step: RollUpStep, first: Ints, rows: Ints, goes: Bools, prices: Prices
) -> Look:
    """The rows of the groups that go, and the costs of the others."""
    gone, some, left = 0, np.empty(len(rows), dtype=np.int64), np.uint64(0)
    for number in range(len(rows)):
        gone += rows[number] * goes[number]
        some[left] = number
        left += np.uint64(not goes[number])
    spent = np.zeros(len(codes), dtype=np.int64)
    for attribute in range(len(codes)):
        line, steps = codes[attribute], step.maps[step.offsets[attribute] :]
        costs, total = prices.costs[prices.begins[attribute] :], 0
        for place in range(left):
            kept = np.uint64(some[place])
            code = steps[np.uint32(line[np.uint64(first[kept])])]
            total += rows[kept] * costs[np.uint32(code)]
        spent[attribute] = total
    return gone, spent

# SPDX-License-Identifier: Apache-2.0
"""Grouping and histograms over codes.

Indices are cast to unsigned integers: Numba then drops its test for negative ones,
which halves the time of a look-up. The functions release the lock and are cached on
disk. For small tables they have forms in NumPy (`small_grouping`).
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels import small_grouping
from diversa.counts.kernels.arrays import Histograms, RollUpStep
from diversa.counts.kernels.kernel import kernel, kernel_beside

DENSE_PER_ROW = 8
"""A table is addressed directly while it has at most this many slots per row."""

_EMPTY = -1


@kernel_beside(small_grouping.pack_keys)
def pack_keys(codes: Codes, step: RollUpStep) -> Ints:
    """Mixed-radix key of each line after mapping; a stride of 0 skips a column."""
    keys = np.empty(codes.shape[1], dtype=np.int64)
    pack_into(keys, codes, step)
    return keys


@kernel
def pack_into(keys: Ints, codes: Codes, step: RollUpStep) -> None:
    """Write the keys that `pack_keys` gives into an array at hand.

    Two columns at a time: the keys of a large table do not fit the processor's cache.
    """
    maps, offsets, strides = step.maps, step.offsets, step.strides
    keys[:] = 0
    first = -1
    for column in range(codes.shape[0]):
        if strides[column] == 0:
            continue
        if first < 0:
            first = column
            continue
        one, other = codes[first], codes[column]
        from_one, from_other = maps[offsets[first] :], maps[offsets[column] :]
        stride, next_stride = strides[first], strides[column]
        for line in range(len(one)):
            keys[line] += (
                stride * from_one[np.uint32(one[line])]
                + next_stride * from_other[np.uint32(other[line])]
            )
        first = -1
    if first >= 0:
        last, steps, weight = codes[first], maps[offsets[first] :], strides[first]
        for line in range(len(last)):
            keys[line] += weight * steps[np.uint32(last[line])]


@kernel_beside(small_grouping.group_keys)
def group_keys(keys: Ints, space: int) -> tuple[Codes, Ints]:
    """Number the distinct keys by first appearance.

    Returns the group of each line and the first line of each group. Keys lie in
    [0, space); a small space is addressed directly, a large one is hashed.
    """
    lines = len(keys)
    group = np.empty(lines, dtype=np.int32)
    first = np.empty(lines, dtype=np.int64)
    slots = np.empty(slots_for(lines, space), dtype=np.int32)
    groups = number_keys(keys, space, slots, group, first)
    return group, first[:groups].copy()


@kernel
def slots_for(lines: int, space: int) -> int:
    """Number of slots that `number_keys` needs."""
    if space <= DENSE_PER_ROW * lines:
        return space
    bits = 4
    while (1 << bits) < 2 * lines:
        bits += 1
    return 1 << bits


@kernel
def number_keys(keys: Ints, space: int, slots: Codes, group: Codes, first: Ints) -> int:
    """Number keys as `group_keys` does, in arrays at hand; tell how many there are."""
    slots[:] = _EMPTY
    if space <= DENSE_PER_ROW * len(keys):
        return _number_directly(keys, slots, group, first)
    return _number_hashed(keys, slots, group, first)


@kernel
def _number_directly(keys: Ints, slots: Codes, group: Codes, first: Ints) -> int:
    groups = 0
    for line in range(len(keys)):
        slot = np.uint64(keys[line])
        if slots[slot] == _EMPTY:
            slots[slot] = groups
            first[groups] = line
            groups += 1
        group[line] = slots[slot]
    return groups


@kernel
def _number_hashed(keys: Ints, slots: Codes, group: Codes, first: Ints) -> int:
    groups, bits = 0, 4
    while (1 << bits) < len(slots):
        bits += 1
    mask = np.uint64((1 << bits) - 1)
    shift = np.uint64(64 - bits)
    for line in range(len(keys)):
        key = keys[line]
        mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
        slot = mixed >> shift
        while slots[slot] != _EMPTY and keys[first[slots[slot]]] != key:
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] == _EMPTY:
            slots[slot] = groups
            first[groups] = line
            groups += 1
        group[line] = slots[slot]
    return groups


@kernel_beside(small_grouping.histograms)
def histograms(
    group: Codes, groups: int, values: Codes, domain: int, counts: Ints
) -> Histograms:
    """Sum counts per (group, value), sorted by group and value."""
    if groups * domain <= DENSE_PER_ROW * len(group):
        return _dense_histograms(group, groups, values, domain, counts)
    return histograms_by_sorting(group, groups, values, domain, counts)


@kernel
def _dense_histograms(
    group: Codes, groups: int, values: Codes, domain: int, counts: Ints
) -> Histograms:
    table = np.zeros(groups * domain, dtype=np.int64)
    width = np.uint64(domain)
    for line in range(len(group)):
        table[np.uint64(group[line]) * width + np.uint64(values[line])] += counts[line]
    return _histograms_of_slots(table, groups, domain, len(group))


@kernel
def _histograms_of_slots(
    table: Ints, groups: int, domain: int, lines: int
) -> Histograms:
    """The histograms of a table with a slot for every group and value."""
    starts = np.empty(groups + 1, dtype=np.int64)
    out_values = np.empty(min(lines, len(table)), dtype=np.int32)
    out_counts = np.empty(len(out_values), dtype=np.int64)
    entries = 0
    for number in range(groups):
        starts[number] = entries
        for value in range(domain):
            count = table[number * domain + value]
            if count:
                out_values[entries] = value
                out_counts[entries] = count
                entries += 1
    starts[groups] = entries
    return Histograms(starts, out_values[:entries].copy(), out_counts[:entries].copy())


@kernel_beside(small_grouping.counting_order)
def counting_order(keys: Codes, space: int) -> Ints:
    """Stable order of lines by key, in time linear in lines and space."""
    ends = np.zeros(space + 1, dtype=np.int64)
    for line in range(len(keys)):
        ends[keys[line] + 1] += 1
    for key in range(space):
        ends[key + 1] += ends[key]
    order = np.empty(len(keys), dtype=np.int64)
    for line in range(len(keys)):
        key = keys[line]
        order[ends[key]] = line
        ends[key] += 1
    return order


@kernel
def histograms_by_sorting(
    group: Codes, groups: int, values: Codes, domain: int, counts: Ints
) -> Histograms:
    """As `histograms`, by sorting: where values are many."""
    by_value = counting_order(values, domain)
    order = by_value[counting_order(group[by_value], groups)]
    starts = np.zeros(groups + 1, dtype=np.int64)
    out_values = np.empty(len(group), dtype=np.int32)
    out_counts = np.empty(len(group), dtype=np.int64)
    entries = 0
    last = -1
    for line in order:
        if group[line] == last and values[line] == out_values[entries - 1]:
            out_counts[entries - 1] += counts[line]
            continue
        last = group[line]
        out_values[entries] = values[line]
        out_counts[entries] = counts[line]
        entries += 1
        starts[last + 1] = entries
    for number in range(groups):  # a group without entries ends where it begins
        starts[number + 1] = max(starts[number + 1], starts[number])
    return Histograms(starts, out_values[:entries].copy(), out_counts[:entries].copy())


@kernel_beside(small_grouping.map_codes)
def map_codes(codes: Codes, step: RollUpStep, lines: Ints) -> Codes:
    """The mapped codes of chosen lines."""
    mapped = np.empty((codes.shape[0], len(lines)), dtype=np.int32)
    for column in range(codes.shape[0]):
        row, steps = codes[column], step.maps[step.offsets[column] :]
        for place in range(len(lines)):
            mapped[column, place] = steps[np.uint32(row[np.uint64(lines[place])])]
    return mapped


@kernel_beside(small_grouping.spread)
def spread(group: Codes, starts: Ints) -> Codes:
    """Give every entry of a group the number of the group."""
    if len(group) == starts[-1]:
        return group
    entries = np.empty(starts[-1], dtype=np.int32)
    for place in range(len(group)):
        for entry in range(starts[place], starts[place + 1]):
            entries[entry] = group[place]
    return entries

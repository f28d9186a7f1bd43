# SPDX-License-Identifier: Apache-2.0
"""Grouping and histograms in NumPy, for tables that are not worth compiling for.

Each function gives what the one of its name in `grouping` gives, number by number.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.arrays import (
    GroupEntries,
    Histograms,
    RolledUp,
    RollUpStep,
)


def pack_keys(codes: Codes, step: RollUpStep) -> Ints:
    """Mixed-radix key of each line after mapping; a stride of 0 skips a column."""
    keys = np.zeros(codes.shape[1], dtype=np.int64)
    for line, offset, stride in zip(codes, step.offsets, step.strides, strict=True):
        if stride:
            keys += stride * step.maps[offset + line].astype(np.int64)
    return keys


def group_keys(keys: Ints, space: int) -> tuple[Codes, Ints]:
    """Number the distinct keys by first appearance."""
    del space
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(first), dtype=np.int32)
    number[order] = np.arange(len(first), dtype=np.int32)
    return number[group.reshape(-1)], first[order].astype(np.int64)


def histograms(
    group: Codes, groups: int, values: Codes, domain: int, counts: Ints
) -> Histograms:
    """Sum counts per (group, value), sorted by group and value."""
    keys = group.astype(np.int64) * domain + values
    order = np.argsort(keys, kind="stable")
    along = keys[order]
    first = np.flatnonzero(np.diff(along, prepend=-1))
    entries = along[first]
    sums = np.add.reduceat(counts[order], first) if len(first) else counts[:0]
    starts = np.searchsorted(entries, np.arange(groups + 1, dtype=np.int64) * domain)
    return Histograms(
        starts.astype(np.int64),
        (entries % max(1, domain)).astype(np.int32),
        sums.astype(np.int64),
    )


def counting_order(keys: Codes, space: int) -> Ints:
    """Stable order of lines by key."""
    del space
    return np.argsort(keys, kind="stable").astype(np.int64)


def map_codes(codes: Codes, step: RollUpStep, lines: Ints) -> Codes:
    """The mapped codes of chosen lines."""
    mapped = [
        step.maps[offset + line[lines]]
        for line, offset in zip(codes, step.offsets, strict=True)
    ]
    return np.array(mapped, dtype=np.int32).reshape(len(codes), len(lines))


def spread(group: Codes, starts: Ints) -> Codes:
    """Give every entry of a group the number of the group."""
    return group if len(group) == starts[-1] else np.repeat(group, np.diff(starts))


def roll_up(
    codes: Codes,
    step: RollUpStep,
    entries: GroupEntries,
    domain: int,
    workspace: object,
) -> RolledUp:
    """Merge groups by their mapped codes: the frequency set of a more general node."""
    del workspace
    owners, values, counts, _ = entries
    group, first = group_keys(pack_keys(codes, step), step.space)
    merged = histograms(group[owners], len(first), values, domain, counts)
    return with_owners(map_codes(codes, step, first), merged)


def with_owners(codes: Codes, merged: Histograms) -> RolledUp:
    """Groups by their codes and histograms."""
    starts, values, counts = merged
    owners = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    upto = np.concatenate([[0], np.cumsum(counts)])
    sizes = np.diff(upto[starts]).astype(np.int64)
    return codes, starts, owners, values, counts, sizes

# SPDX-License-Identifier: Apache-2.0
"""The frequency set of a node: its groups, their generalized values, their histograms.

The frequency set of a more general node is a roll-up of any less general one; rows are
never counted again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.data.sensitive import Sensitive
from diversa.hierarchies.hierarchy import Hierarchy

KEY_SPACE = 2**62
"""Keys of one 64-bit integer stay below this."""


@dataclass(frozen=True, eq=False)
class FrequencySet:
    """The groups of one node of the lattice with their generalized codes."""

    hierarchies: tuple[Hierarchy, ...]
    """One per quasi-identifier, in order."""
    levels: tuple[int, ...]
    """The node: the level of each quasi-identifier."""
    codes: NDArray[np.int32] = field(repr=False)
    """Level codes, one line per quasi-identifier, one column per group."""
    groups: Groups = field(repr=False)
    """What the models see."""

    def __len__(self) -> int:
        return len(self.groups)


def frequency_set(
    cells: Cells,
    hierarchies: Sequence[Hierarchy],
    sensitive: Sequence[Sensitive],
    *,
    levels: Sequence[int] | None = None,
) -> FrequencySet:
    """Group the cells at a node (the bottom node by default)."""
    columns = [cells.column(hierarchy.attribute) for hierarchy in hierarchies]
    lines = len(cells.counts)
    codes = np.array(columns, dtype=np.int32).reshape(len(columns), lines)
    values, combinations = combine_sensitive(cells, sensitive)
    ungrouped = Groups(
        np.arange(lines + 1, dtype=np.int64),
        values,
        cells.counts,
        combinations,
        tuple(sensitive),
    )
    bottom = (0,) * len(columns)
    finest = FrequencySet(tuple(hierarchies), bottom, codes, ungrouped)
    return roll_up(finest, bottom if levels is None else levels)


def combine_sensitive(
    cells: Cells, sensitive: Sequence[Sensitive]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Number the distinct tuples of sensitive codes in ascending order."""
    if len(sensitive) == 1:
        size = sensitive[0].dictionary.size
        every = np.arange(size, dtype=np.int32)[:, None]
        return cells.column(sensitive[0].name).astype(np.int32), every
    if not sensitive:
        lines = len(cells.counts)
        return np.zeros(lines, dtype=np.int32), np.zeros((1, 0), dtype=np.int32)
    tuples = np.stack([cells.column(one.name) for one in sensitive], axis=1)
    combinations, values = np.unique(tuples, axis=0, return_inverse=True)
    return values.ravel().astype(np.int32), combinations.astype(np.int32)


def roll_up(finer: FrequencySet, levels: Sequence[int]) -> FrequencySet:
    """Add up a frequency set to a node whose levels are at least as high."""
    levels = tuple(int(level) for level in levels)
    steps = [
        hierarchy.step(lower, upper)
        for hierarchy, lower, upper in zip(
            finer.hierarchies, finer.levels, levels, strict=True
        )
    ]
    sizes = [h.sizes[level] for h, level in zip(finer.hierarchies, levels, strict=True)]
    groups = finer.groups
    codes, starts, values, counts = group_codes(finer, steps, sizes)
    return FrequencySet(
        finer.hierarchies,
        levels,
        codes,
        Groups(starts, values, counts, groups.combinations, groups.sensitive),
    )


def group_codes(
    finer: FrequencySet, steps: Sequence[NDArray[np.int32]], sizes: Sequence[int]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Run the kernel; where keys outgrow an integer, number partial keys first."""
    codes, groups = finer.codes, finer.groups
    if len(groups.counts) != codes.shape[1]:  # several entries in a group
        codes = np.repeat(codes, np.diff(groups.starts), axis=1)
    offsets = np.cumsum([0, *(len(step) for step in steps)])[:-1].astype(np.int64)
    maps = np.concatenate(steps) if steps else np.empty(0, dtype=np.int32)
    if math.prod(sizes) >= KEY_SPACE:
        return _group_wide(codes, steps, sizes, groups)
    radices = np.array([1, *sizes[:-1]], dtype=np.int64)[: len(sizes)]
    strides = np.where(np.array(sizes) > 1, np.cumprod(radices), 0).astype(np.int64)
    return kernels.roll_up(
        codes,
        maps,
        offsets,
        strides,
        math.prod(sizes),
        groups.values,
        len(groups.combinations),
        groups.counts,
    )


def _group_wide(
    codes: NDArray[np.int32],
    steps: Sequence[NDArray[np.int32]],
    sizes: Sequence[int],
    groups: Groups,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Group by more attributes than fit one key, numbering partial keys on the way."""
    mapped = np.array([step[line] for step, line in zip(steps, codes, strict=True)])
    keys, space = np.zeros(codes.shape[1], dtype=np.int64), 1
    for line, size in zip(mapped, sizes, strict=True):
        if space * size >= KEY_SPACE:
            keys, first = kernels.group_keys(keys, space)
            keys, space = keys.astype(np.int64), len(first)
        keys, space = keys * size + line, space * size
    group, first = kernels.group_keys(keys, space)
    histogram = kernels.histograms(
        group, len(first), groups.values, len(groups.combinations), groups.counts
    )
    return (mapped[:, first], *histogram)

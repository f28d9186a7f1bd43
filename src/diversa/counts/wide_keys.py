# SPDX-License-Identifier: Apache-2.0
"""Keys of groups, also where they outgrow an integer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.level_maps import KEY_SPACE, LevelMaps


def keys_at(maps: LevelMaps, levels: Sequence[int], codes: Codes) -> tuple[Ints, int]:
    """One key for each line of level codes, and how many keys there may be."""
    step = maps.step(levels, levels)
    if step.space < KEY_SPACE:
        return kernels.pack_keys(codes, step), step.space
    return wide_keys(codes, step)


def roll_up_wide(
    codes: Codes,
    step: kernels.RollUpStep,
    entries: kernels.GroupEntries,
    domain: int,
    workspace: kernels.Workspace,
) -> kernels.RolledUp:
    """The kernel's roll-up where keys or sums outgrow an integer."""
    del workspace
    owners, values, counts, _ = entries
    group, first = kernels.group_keys(*wide_keys(codes, step))
    merged = kernels.histograms(group[owners], len(first), values, domain, counts)
    return kernels.with_owners(kernels.map_codes(codes, step, first), merged)


def wide_keys(codes: Codes, step: kernels.RollUpStep) -> tuple[Ints, int]:
    """Keys of mapped codes where their space outgrows an integer."""
    keys, space = np.zeros(codes.shape[1], dtype=np.int64), 1
    for line, offset in zip(codes, step.offsets, strict=True):
        mapped = step.maps[offset + line]
        size = int(mapped.max(initial=0)) + 1
        if space * size >= KEY_SPACE:
            group, first = kernels.group_keys(keys, space)
            keys, space = group.astype(np.int64), len(first)
        keys, space = keys * size + mapped, space * size
    return keys, space

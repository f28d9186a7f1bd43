# SPDX-License-Identifier: Apache-2.0
"""The forms in NumPy give what the functions of their names give when compiled."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels import grouping, small_grouping
from diversa.counts.kernels.arrays import RollUpStep

GROUPS, DOMAIN = 5, 4


def arguments(seed):
    """The arguments of every function, for a few lines in no order."""
    random = np.random.default_rng(seed)
    lines = int(random.integers(0, 12))
    sizes = random.integers(1, 4, lines)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    entries = int(starts[-1])
    codes = random.integers(0, 3, (2, lines), dtype=np.int32)
    maps = np.array([0, 0, 1, 2, 1, 0], dtype=np.int32)
    offsets, strides = np.array([0, 3]), np.array([3, 1])
    values = random.integers(0, DOMAIN, entries, dtype=np.int32)
    counts = random.integers(1, 9, entries)
    group = random.integers(0, GROUPS, entries, dtype=np.int32)
    keys = random.integers(0, 9, lines)
    chosen = np.arange(lines)[::2]
    step = RollUpStep(maps, offsets, strides, 9)
    return {
        "pack_keys": (codes, step),
        "group_keys": (keys, 9),
        "histograms": (group, GROUPS, values, DOMAIN, counts),
        "counting_order": (group, GROUPS),
        "map_codes": (codes, step, chosen),
        "spread": (codes[0], starts),
    }


@pytest.fixture(autouse=True, scope="module")
def form():
    """Both forms are called, whatever kernels are elsewhere."""


@pytest.mark.parametrize("name", arguments(0))
def test_numpy_gives_what_is_compiled(name):
    for seed in range(30):
        given = arguments(seed)[name]
        found = getattr(small_grouping, name)(*given)
        expected = getattr(grouping, name).dispatcher(*given)
        if isinstance(expected, np.ndarray):
            found, expected = (found,), (expected,)
        for one, other in zip(found, expected, strict=True):
            assert one.dtype == other.dtype
            assert one.tolist() == other.tolist()

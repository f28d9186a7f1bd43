# SPDX-License-Identifier: Apache-2.0
"""Keys are equal for equal lines only, however wide the lines are."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.level_maps import KEY_SPACE, LevelMaps
from diversa.counts.wide_keys import keys_at
from diversa.hierarchies.hierarchy import Hierarchy


def flat(name, size):
    """A hierarchy of one level, each value its own."""
    codes = np.arange(size, dtype=np.int32)
    return Hierarchy(name, (codes,), (tuple(map(str, codes)),))


@pytest.mark.parametrize("columns", [1, 3, 7])
def test_lines_share_a_key_where_they_are_alike(columns):
    draw = np.random.default_rng(columns)
    codes = draw.choice([0, 1, 4999], (columns, 300)).astype(np.int32)
    maps = LevelMaps(tuple(flat(f"w{place}", 5000) for place in range(columns)))
    keys, space = keys_at(maps, (0,) * columns, codes)
    assert int(keys.min()) >= 0
    assert int(keys.max()) < space <= KEY_SPACE
    lines = list(map(tuple, codes.T.tolist()))
    assert len(set(zip(lines, keys.tolist(), strict=True))) == len(set(lines))
    assert len(set(keys.tolist())) == len(set(lines))

# SPDX-License-Identifier: Apache-2.0
"""Over-full windows: the fewest rows that must go, against all subsets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.search.partitions.windows import most_kept
from examples import examples


def fullest(rows, length):
    return max((sum(a <= b <= a + length for b in rows) for a in rows), default=0)


def brute_force(rows, length, least):
    """The most rows of which no window holds more than 1 in `least`."""
    for size in range(len(rows), 0, -1):
        for chosen in combinations(rows, size):
            if fullest(chosen, length) * least <= size:
                return size
    return 0


@examples(60)
@given(
    rows=st.lists(st.integers(0, 12), min_size=1, max_size=9),
    length=st.integers(0, 5),
    least=st.integers(1, 4),
)
def test_no_more_rows_can_stay(rows, length, least):
    points, counts = np.unique(rows, return_counts=True)
    beyond = np.searchsorted(points, points + length, side="right")
    kept = most_kept(counts, beyond, least)
    assert (kept <= counts).all()
    left = np.repeat(points, kept).tolist()
    assert fullest(left, length) * least <= len(left)
    assert len(left) == brute_force(sorted(rows), length, least)

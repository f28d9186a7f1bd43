# SPDX-License-Identifier: Apache-2.0
"""Lists of regions, tuples and cuts are copied and taken in part."""

from __future__ import annotations

import numpy as np

from diversa.counts.kernels.regions import (
    copy_region,
    join_lists,
    room_for_cuts,
    rows_in,
    swap,
    take_cuts,
)
from hand_made_regions import random_bench, rows_of


def test_exchanged_tuples_keep_their_rows():
    bench = random_bench(1)
    before = rows_of(bench)
    total = rows_in(bench.tuples, 0, len(before))
    swap(bench.tuples, 0, 3)
    after = rows_of(bench)
    assert after[3] == before[0]
    assert after[0] == before[3]
    assert rows_in(bench.tuples, 0, len(after)) == total


def test_lists_are_joined_and_copied():
    regions = random_bench(2).regions
    both = join_lists(regions, regions)
    assert len(both.begins) == 2 * len(regions.begins)
    copy_region(both, 0, both, 1)
    assert both.lows[0].tolist() == both.lows[1].tolist()
    assert both.members[0].tolist() == both.members[1].tolist()
    assert both.take(np.array([1])).ends.tolist() == [both.ends[0]]


def test_rows_of_cuts_are_taken():
    cuts = room_for_cuts(3, 2)
    cuts.axes[2], cuts.scores[2] = 7, 0.5
    taken = take_cuts(cuts, np.array([2]))
    assert taken.axes.tolist() == [[7, 7]]
    assert taken.scores.tolist() == [[0.5, 0.5]]

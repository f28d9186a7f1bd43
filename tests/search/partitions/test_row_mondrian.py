# SPDX-License-Identifier: Apache-2.0
"""Relaxed Mondrian: rows that are alike may be divided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.recodings.axes import axes_of
from diversa.recodings.partition import whole_table
from diversa.recodings.pieces import RowEntries
from diversa.search.partitions.row_mondrian import (
    row_mondrian,
    separate_rows,
    single_rows,
)
from partition_tasks import groups_of, numbers_of, on_a_line


def test_groups_have_fewer_than_twice_the_least_rows():
    """Strict cuts leave all rows together here; these are of k to 2k - 1 rows."""
    task = on_a_line([1, 2, 2, 2, 2, 2, 3], "k-anonymity:2")
    partition = row_mondrian(task, whole_table(task.finest))
    groups = groups_of(partition)
    assert sorted(x for group in groups for x in group) == [1, 2, 2, 2, 2, 2, 3]
    assert {len(group) for group in groups} <= {2, 3}
    assert len(groups) == 3


def test_a_part_without_any_width_is_not_cut():
    """Smaller groups of rows that are alike would lose no less."""
    task = on_a_line([5] * 8, "k-anonymity:2")
    partition = row_mondrian(task, whole_table(task.finest))
    assert groups_of(partition) == [[5] * 8]


def test_suppressed_tuples_stay_so():
    task = on_a_line([1, 1, 2, 2], "k-anonymity:2", limit=2)
    begin = whole_table(task.finest)
    part = np.where(np.array(numbers_of(task.finest)) == 2, -1, 0)
    begin = replace(begin, part=part.astype(np.int32))
    partition = row_mondrian(task, begin)
    assert groups_of(partition) == [[1, 1]]
    assert partition.suppressed == 2


def test_every_row_has_a_position_of_its_own():
    finest = on_a_line([3, 1, 3, 2], "k-anonymity:1").finest
    single = single_rows(RowEntries(finest))
    assert single.groups.sizes.tolist() == [1, 1, 1, 1]
    numbers = np.array(numbers_of(single))
    kept = numbers != 1
    axes = separate_rows(axes_of(single), kept)
    for ranks in axes.ranks:
        assert sorted(ranks.tolist()) == [0, 1, 2, 3]
    in_order = numbers[np.argsort(axes.ranks[0])]
    assert in_order.tolist() == [2, 3, 3, 1]  # the suppressed row comes last

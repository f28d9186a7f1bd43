# SPDX-License-Identifier: Apache-2.0
"""Local recoding: moves that lower the loss, judged against every partition."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from diversa.recodings.partition import whole_table
from diversa.search.partitions.local_recoding import (
    improve,
    lines_by,
    lines_of,
    local_recoding,
)
from diversa.search.partitions.mondrian import mondrian
from partition_tasks import groups_of, numbers_of, on_a_line


def begin_with(task, part):
    """A partition by the part of each tuple."""
    parts = max(part) + 1
    whole = whole_table(task.finest)
    return replace(whole, part=np.array(part, dtype=np.int32), parts=parts)


def least_loss(numbers, k):
    """The least loss of any two groups of at least k rows, by trying all."""
    span, best = max(numbers) - min(numbers), float("inf")
    for sides in product((0, 1), repeat=len(numbers)):
        groups = [
            [x for x, side in zip(numbers, sides, strict=True) if side == wanted]
            for wanted in (0, 1)
        ]
        if min(map(len, groups)) >= k:
            cost = sum(len(g) * (max(g) - min(g)) / span for g in groups)
            best = min(best, cost / len(numbers) / 3)  # y and sex lose nothing
    return best


def test_tuples_move_to_the_group_where_they_cost_less():
    task = on_a_line([1, 2, 3, 11, 12, 13], "k-anonymity:2")
    block = np.zeros(6, dtype=np.int32)
    better = improve(task, begin_with(task, [0, 0, 1, 1, 1, 0]), block)
    assert groups_of(better) == [[1, 2, 3], [11, 12, 13]]
    assert better.loss == pytest.approx(least_loss(numbers_of(task.finest), 2))


def test_no_tuple_leaves_its_block():
    task = on_a_line([1, 2, 3, 11, 12, 13], "k-anonymity:2")
    begin = begin_with(task, [0, 0, 1, 1, 1, 0])
    apart = np.arange(6, dtype=np.int32) % 2 + 2 * begin.part
    assert groups_of(improve(task, begin, apart)) == groups_of(begin)


def test_a_move_after_which_a_model_fails_is_not_made():
    """The group of 1 and 2 would keep the value a only."""
    task = on_a_line(
        [1, 2, 8, 9, 10], "distinct-l-diversity:2,on=s", secrets=list("aabab")
    )
    begin = begin_with(task, [0, 0, 0, 1, 1])
    assert groups_of(improve(task, begin, np.zeros(5, dtype=np.int32))) == [
        [1, 2, 8],
        [9, 10],
    ]


@pytest.mark.parametrize(("limit", "left"), [(0, [1, 2, 3, 100]), (1, [1, 2, 3])])
def test_an_outlier_goes_where_rows_may(limit, left):
    """100 widens a group of four: without it, its three others lose next to nothing.

    A suppressed row costs 3, one for each quasi-identifier, and 4 rows lose 1 each.
    """
    task = on_a_line([1, 2, 3, 100], "k-anonymity:2", limit=limit)
    begin = begin_with(task, [0, 0, 0, 0])
    better = improve(task, begin, np.zeros(4, dtype=np.int32))
    assert groups_of(better) == [left]
    assert better.suppressed == limit


def test_it_never_loses_more_than_mondrian():
    random = np.random.default_rng(5)
    numbers = np.unique(random.integers(0, 99, 30)).tolist()
    task = on_a_line(numbers, "k-anonymity:3")
    better = local_recoding(task)
    assert better.loss <= mondrian(task).loss
    assert min(map(len, groups_of(better))) >= 3


def test_lines_of_parts():
    order, starts = lines_by(np.array([1, 0, 1, 3]), 4)
    assert (order.tolist(), starts.tolist()) == ([1, 0, 2, 3], [0, 1, 3, 3, 4])
    assert lines_of(order, starts, np.array([3, 1])).tolist() == [3, 0, 2]

# SPDX-License-Identifier: Apache-2.0
"""Dealing: rows that are near each other go to different groups."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.models import parse
from diversa.search.partitions.dealing import (
    Dealable,
    Dealer,
    dealing,
    dealt_groups,
    proximities,
)
from diversa.search.task import holding
from partition_tasks import on_a_line

TEN_APART = "epsilon-m-anonymity:epsilon=10,m=2,on=s"


def dealer(*specs):
    return Dealer(tuple(parse(spec) for spec in specs))


def one_part(*salaries):
    """Rows of these salaries in one part."""
    counts = {salary: salaries.count(salary) for salary in salaries}
    return Groups.from_counts([counts], on="s")


@pytest.mark.parametrize(
    ("salaries", "groups"),
    [
        pytest.param((10, 90), 1, id="as it is"),
        pytest.param((10, 12, 90, 92), 1, id="two of four are near"),
        pytest.param((490, 500, 510, 1000), 2, id="490 with 510, 500 with 1000"),
        pytest.param((490, 495, 500, 1000), 0, id="three of four in one window"),
        pytest.param((10, 15), 0, id="both are near"),
    ],
)
def test_into_how_many_groups_a_part_is_split(salaries, groups):
    """It can be exactly where m times the fullest window is at most all rows."""
    assert dealer(TEN_APART).groups_of(one_part(*salaries)).tolist() == [groups]


def test_other_models_may_leave_no_way():
    """Two groups have two and three rows; one group has three rows around 20."""
    part = one_part(10, 20, 30, 100, 200)
    assert dealer(TEN_APART).groups_of(part).tolist() == [2]
    assert dealer(TEN_APART, "k-anonymity:2").groups_of(part).tolist() == [2]
    assert dealer(TEN_APART, "k-anonymity:3").groups_of(part).tolist() == [0]


def test_what_is_dealt_holds():
    parts = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}, {5: 2}], on="s")
    judge = dealer(TEN_APART)
    chosen, each = np.array([0]), np.array([2])
    dealt, parent = dealt_groups(parts, chosen, each, judge.order(parts))
    assert dealt.sizes.tolist() == [2, 2]
    assert parent.tolist() == [0, 0]
    assert holding(judge.models, dealt).all()
    assert judge.all_hold(parts, chosen, each).tolist() == [True]


def test_the_condition_of_a_cut():
    judge = dealer(TEN_APART)
    parts = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}, {5: 2}], on="s")
    assert Dealable(judge).holds(parts).tolist() == [True, False]


def test_bounds_on_near_rows_among_models():
    models = [parse("k-anonymity:2"), parse(TEN_APART)]
    (bound,) = proximities(models)
    assert (bound.epsilon, bound.m, bound.on) == (10, 2, "s")


def salaries_by_group(partition):
    """The salaries of each group, in order."""
    groups = partition.groups
    salaries = groups.sensitive[0].dictionary.values
    return sorted(
        sorted(
            int(salaries[code])
            for code, rows in zip(groups.values[a:b], groups.counts[a:b], strict=True)
            for _ in range(rows)
        )
        for a, b in zip(groups.starts[:-1], groups.starts[1:], strict=True)
    )


def test_rows_of_a_table_are_dealt():
    """Of rows that look alike, none of a group is within 10 of another."""
    task = on_a_line([1] * 4, TEN_APART, secrets=[490, 500, 510, 1000])
    groups = salaries_by_group(dealing(task, seed=0))
    assert [len(group) for group in groups] == [2, 2]
    assert all(high - low > 10 for low, high in groups)
    assert sorted(salary for group in groups for salary in group) == [
        490,
        500,
        510,
        1000,
    ]


def test_rows_that_are_not_kept_are_suppressed():
    task = on_a_line([1] * 3, TEN_APART, secrets=[10, 12, 90], limit=1)
    salary = task.finest.groups.sensitive[0].dictionary.values.tolist()
    kept = np.array([value != 12 for value in salary])
    partition = dealing(task, seed=0, kept=kept)
    assert salaries_by_group(partition) == [[10, 90]]
    assert partition.suppressed == 1

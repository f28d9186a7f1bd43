# SPDX-License-Identifier: Apache-2.0
"""Removal: the fewest rows that must go, by trying every choice."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from diversa.models import parse
from diversa.recodings.partition import whole_table
from diversa.search.partitions.removal import (
    begin_with,
    between,
    holds_with,
    removal_for,
    without,
)
from partition_tasks import groups_of, on_a_line


def one_group(counts, spec, **settings):
    """A task whose whole table has so many rows of each value, and its model."""
    secrets = [v for v, rows in zip("abcd", counts, strict=False) for _ in range(rows)]
    task = on_a_line(range(len(secrets)), spec, secrets=secrets, **settings)
    return task, whole_table(task.finest)


def fewest(counts, bound):
    """The fewest rows to remove so that no value has more than 1 in `bound`."""
    return min(
        sum(counts) - sum(kept)
        for kept in product(*(range(rows + 1) for rows in counts))
        if any(kept) and max(kept) * bound <= sum(kept)
    )


@pytest.mark.parametrize(
    ("counts", "bound"),
    [((5, 2, 2, 1), 3), ((7, 2, 2, 2), 3), ((4, 1, 1), 2), ((5, 1, 1), 3)],
)
def test_as_few_as_possible_go(counts, bound):
    task, whole = one_group(counts, f"frequency-l-diversity:{bound},on=s")
    removal = removal_for(task.models[0], whole.groups)
    assert removal.rows == fewest(counts, bound)
    assert removal.is_least
    kept = np.array(counts) - removal.values
    assert kept.max() * bound <= kept.sum()


def test_a_model_of_sizes_is_not_repaired_by_removal():
    _, whole = one_group((1, 1), "k-anonymity:5")
    assert removal_for(parse("k-anonymity:5"), whole.groups) is None


def test_whether_a_model_holds_after_it():
    task, whole = one_group((4, 2), "frequency-l-diversity:2,on=s")
    assert not holds_with(task.models[0], whole.groups, np.array([3, 2]))
    assert holds_with(task.models[0], whole.groups, np.array([2, 2]))


def test_counts_between_two_heights():
    steps = [kept.tolist() for kept in between(np.array([5, 1, 4]), 2, 3)]
    assert steps == [[2, 1, 3]]


def test_rows_of_the_frequent_value_are_suppressed():
    spec = "frequency-l-diversity:2,on=s"
    task, whole = one_group((4, 2), spec, limit=2)
    left = begin_with(task, whole)
    assert left.suppressed == 2
    assert left.groups.counts.tolist() == [2, 2]
    (group,) = groups_of(left)
    assert {4, 5} <= set(group)  # both rows of the rare value stay


def test_the_limit_is_kept():
    spec = "frequency-l-diversity:2,on=s"
    task, whole = one_group((4, 2), spec, limit=1)
    assert begin_with(task, whole) is whole


def test_rows_of_rare_tuples_go_first():
    """Three rows of a at 0 and one at 9: the single one goes."""
    task = on_a_line(
        [0, 0, 0, 9, 5, 5, 5], "frequency-l-diversity:2,on=s", secrets=list("aaaabbb")
    )
    whole = whole_table(task.finest)
    removal = removal_for(task.models[0], whole.groups)
    assert groups_of(without(whole, removal)) == [[0, 0, 0, 5, 5, 5]]

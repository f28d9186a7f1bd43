# SPDX-License-Identifier: Apache-2.0
"""Mondrian on rows along a line: where it cuts, and where it must not."""

from __future__ import annotations

import pytest

from diversa.recodings.partition import whole_table
from diversa.search.partitions.mondrian import FEW, LARGE, few_tuples, mondrian
from partition_tasks import groups_of, make_task, on_a_line


def test_medians_halve_again_and_again():
    task = on_a_line(range(1, 9), "k-anonymity:2")
    partition = mondrian(task, cut="median")
    assert groups_of(partition) == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_the_cheapest_cut_is_at_the_widest_gap():
    """A median would separate 3 from 2."""
    task = on_a_line([1, 2, 3, 20, 21], "k-anonymity:2")
    assert groups_of(mondrian(task)) == [[1, 2, 3], [20, 21]]


def test_strict_cuts_keep_equal_values_together():
    task = on_a_line([1, 2, 2, 2, 2, 2, 3], "k-anonymity:2")
    assert groups_of(mondrian(task, cut="median")) == [[1, 2, 2, 2, 2, 2, 3]]


@pytest.mark.parametrize("cut", ["median", "cheapest"])
def test_both_sides_of_a_cut_satisfy_every_model(cut):
    """At the median one side would have the value a only."""
    model = "distinct-l-diversity:2,on=s"
    task = on_a_line([1, 2, 3, 4], model, secrets="aabb")
    assert groups_of(mondrian(task, cut=cut)) == [[1, 2, 3, 4]]
    task = on_a_line([1, 2, 3, 4], model, secrets="abab")
    assert groups_of(mondrian(task, cut=cut)) == [[1, 2], [3, 4]]


def test_the_widest_axis_is_cut_first():
    """The same rows lie along y; x has one value and cannot be cut."""
    rows = [("5", str(y), "f", "a") for y in (1, 2, 8, 9)]
    task = make_task(rows, "k-anonymity:2")
    partition = mondrian(task, cut="median")
    ys = task.finest.hierarchies[1].numbers[task.finest.codes[1]]
    parts = dict(zip(ys, partition.part, strict=True))
    assert parts[1] == parts[2] != parts[8] == parts[9]


def test_parts_of_few_tuples_are_left_alone():
    task = on_a_line(range(8), "k-anonymity:2")
    assert mondrian(task, cut="median", most=4).parts == 2


def test_it_goes_on_from_a_partition():
    task = on_a_line(range(8), "k-anonymity:2")
    begin = mondrian(task, cut="median", most=4)
    assert groups_of(mondrian(task, cut="median", begin=begin)) == groups_of(
        mondrian(task, cut="median", begin=whole_table(task.finest))
    )


def test_large_tables_begin_with_medians():
    assert few_tuples("median", 10) == 0
    assert few_tuples("cheapest", LARGE) == LARGE
    assert few_tuples("cheapest", LARGE + 1) == FEW

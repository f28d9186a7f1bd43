# SPDX-License-Identifier: Apache-2.0
"""Local recoding as data: boxes, suppressed tuples, and what can be kept of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.axes import axes_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.partition import Partition
from diversa.recodings.pieces import RowEntries, divide


def test_a_group_has_the_box_of_its_values(halves, words):
    grouping = LocalRecoding(partition=halves, **words).grouping
    ages, places = grouping.labels
    assert list(ages) == ["[20-25]", "[31-38]"]
    assert list(places) == ["{Pisa, Rome}", "Bonn"]
    assert sorted(grouping.group.tolist()) == [0, 0, 0, 0, 1, 1]


def test_suppressed_tuples_have_no_line(halves, words):
    part = np.where(halves.part == 1, -1, halves.part).astype(np.int32)
    left = replace(halves, part=part, parts=1)
    assert len(LocalRecoding(partition=left, **words).grouping.group) == 4


def test_boxes_can_be_kept(halves, words):
    assert LocalRecoding(partition=halves, **words).saving_obstacle is None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"group_column": "group"}, "told apart by number"),
        ({"style": BoxStyle(numbers="median")}, "a median is one of the rows"),
        ({"divided": True}, "rows that are alike"),
    ],
)
def test_what_means_nothing_for_other_rows_is_not_kept(halves, words, changes, why):
    partition, column = halves, changes.get("group_column")
    if "style" in changes:
        partition = replace(halves, style=changes["style"])
    if changes.get("divided"):
        double = replace(
            halves.finest,
            groups=replace(
                halves.finest.groups, counts=halves.finest.groups.counts * 2
            ),
        )
        rows = RowEntries(double)
        pieces = divide(rows, np.arange(len(rows.entry)) % 2, 2)
        axes = axes_of(pieces.finest)
        part = pieces.group.astype(np.int32)
        partition = Partition(pieces.finest, axes, part, 2)
    recoding = LocalRecoding(partition=partition, group_column=column, **words)
    assert why in recoding.saving_obstacle

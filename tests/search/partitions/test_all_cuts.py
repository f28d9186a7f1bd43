# SPDX-License-Identifier: Apache-2.0
"""All cuts by example, and the work that a table is worth."""

from __future__ import annotations

import pytest

from diversa.counts.kernels.cut_trees import SMALL
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.boxes import boxes_of
from diversa.recodings.partition import whole_table
from diversa.search.partitions.all_cuts import WORK, all_cuts, rules_for
from tables import SmallTable

REGION = BoxStyle(region=True)


def test_a_category_is_cut_into_any_subsets():
    """Towns of two kinds that no order of names parts: a, c, e and b, d."""
    rows = tuple((town, town, "1") for town in "acebd" for _ in range(2))
    ladders = {name: dict.fromkeys("abcde", ("*",)) for name in ("town", "other")}
    task = SmallTable(("town", "other", "s"), rows, ladders).task("k-anonymity:4")
    made = all_cuts(task, whole_table(task.finest, REGION))
    sizes = sorted(made.groups.sizes.tolist())
    assert sizes == [4, 6]
    assert made.loss < 1


def test_labels_show_values_that_no_row_has():
    """Nobody in Kiel is 7: the region of Kiel goes up to 7 all the same."""
    rows = tuple(
        (town, age, "1") for town, age in [*[("Kiel", "1")] * 3] + [("Oslo", "7")] * 3
    )
    ladders = {
        "town": dict.fromkeys(["Kiel", "Oslo"], ("*",)),
        "age": dict.fromkeys("17", ("*",)),
    }
    task = SmallTable(("town", "age", "s"), rows, ladders).task("k-anonymity:3")
    made = all_cuts(task, whole_table(task.finest, REGION))
    assert made.parts == 2
    assert made.loss == pytest.approx(1 / 2)
    labels = {*zip(*boxes_of(made), strict=True)}
    assert labels in ({("Kiel", "*"), ("Oslo", "*")}, {("*", "1"), ("*", "7")})


def test_the_more_tuples_the_less_is_tried():
    half = WORK // 2
    tried = [rules_for(5, tuples, 2).few for tuples in (100, half // 4, half)]
    assert tried == sorted(set(tried), reverse=True)
    assert tried[-1] == 2 * SMALL
    assert rules_for(5, half + 1, 2) == (5, 1, 0, 0)

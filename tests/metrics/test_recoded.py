# SPDX-License-Identifier: Apache-2.0
"""A table beside its release: groups, boxes and what a reader expects."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.metrics.recoded import count_pairs
from paper_releases import FIGURE_2, TABLE_III, anatomized, figure_1_at


def test_the_groups_of_figure_2():
    recoded = figure_1_at(FIGURE_2)
    assert (recoded.total, recoded.rows_out, recoded.suppressed) == (12, 12, 0)
    assert recoded.groups.sizes.tolist() == recoded.box_rows.tolist() == [4, 4, 4]
    assert recoded.boxes == 3
    assert recoded.levels == FIGURE_2
    names = [hierarchy.attribute for hierarchy in recoded.hierarchies]
    assert names == ["zip", "age", "nationality"]
    assert [attribute.name for attribute in recoded.sensitive] == ["condition"]


def test_suppressed_groups_have_no_box():
    recoded = figure_1_at(FIGURE_2, suppressed=[("148**", ">=40", "*")])
    assert (recoded.rows_out, recoded.suppressed) == (8, 4)
    assert recoded.boxes == len(recoded.groups) == 2
    assert recoded.entries.rows[recoded.entries.box < 0].sum() == 4
    for side in recoded.sides:
        assert len(side.label) == 2


def test_the_mean_cost_counts_suppressed_rows_as_one():
    recoded = figure_1_at(FIGURE_2, suppressed=[("148**", ">=40", "*")])
    side = recoded.sides[0]
    assert recoded.mean_cost(side, np.full(len(side.sizes), 0.5)) == pytest.approx(
        (8 * 0.5 + 4) / 12
    )


def test_what_a_reader_expects_of_two_tables():
    """A third of each disease of its group for every row of Table III."""
    recoded = anatomized(TABLE_III)
    box, combination, rows = recoded.expectation
    diseases = recoded.sensitive[0].dictionary.values
    names = diseases[recoded.groups.combinations[combination, 0]]
    ages = np.array(recoded.hierarchies[0].labels[0])[recoded.sides[0].label[box]]
    of_23 = {n: r for n, r, age in zip(names, rows, ages, strict=True) if age == "23"}
    assert of_23 == pytest.approx({"Flu": 1 / 3, "pneumonia": 1 / 3, "Cancer": 1 / 3})
    assert rows.sum() == pytest.approx(9)


def test_pairs_of_boxes_and_groups():
    box, group, rows = [2, 0, 2, 2], [1, 0, 1, 0], [5, 1, 2, 4]
    expected = Counter()
    for pair, number in zip(zip(box, group, strict=True), rows, strict=True):
        expected[pair] += number
    pairs = count_pairs(np.array(box), np.array(group), np.array(rows))
    lines = zip(*(column.tolist() for column in pairs), strict=True)
    assert {(b, g): number for b, g, number in lines} == expected

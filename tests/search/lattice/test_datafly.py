# SPDX-License-Identifier: Apache-2.0
"""Datafly: the attribute with most distinct values is generalized first."""

from __future__ import annotations

from diversa.search.lattice.datafly import datafly, widest_raised
from paper_tables import FIGURE_1, PATIENTS


def test_the_widest_attribute_is_raised():
    # Figure 1 has 4 zip codes, 12 ages and 4 nationalities.
    expected = [
        (0, 1, 0),  # age to 3 values
        (1, 1, 0),  # zip (the first of two with 4) to 13053 -> 1305*: 3 values
        (1, 1, 1),  # nationality to 1
        (2, 1, 1),  # zip (the first of two with 3) to 2
        (2, 2, 1),  # age to 2
        (3, 2, 1),  # zip to 1
        (3, 3, 1),
    ]
    node = (0, 0, 0)
    for following in expected:
        node = widest_raised(FIGURE_1.counted(levels=node), (3, 3, 1))
        assert node == following


def test_the_climb_stops_at_the_first_valid_node():
    result = datafly(FIGURE_1.task("k-anonymity:4"))
    assert result.best.levels == (2, 1, 1)
    assert result.checked == 5
    assert result.optimality == "best found"


def test_rows_that_may_go_end_the_climb_early():
    assert datafly(PATIENTS.task("k-anonymity:2")).checked > 2
    result = datafly(PATIENTS.task("k-anonymity:2", limit=4))
    assert result.best.suppressed in range(5)
    assert result.checked <= 2


def test_the_top_fails():
    result = datafly(FIGURE_1.task("k-anonymity:13"))
    assert result.best is None
    assert result.checked == 8
    assert result.cost == float("inf")

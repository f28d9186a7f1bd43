# SPDX-License-Identifier: Apache-2.0
"""Descent: greedy from the top."""

from __future__ import annotations

from diversa.search.lattice.descent import descent
from diversa.search.lattice.exhaustive import exhaustive
from paper_tables import FIGURE_1
from tables import SmallTable


def test_the_way_down_ends_where_no_step_is_better():
    result = descent(FIGURE_1.task("k-anonymity:4"))
    assert result.best.levels in {(1, 2, 1), (2, 1, 1)}
    assert result.optimality == "best found"
    assert "32 nodes" in result.reason


def test_it_goes_on_at_equal_cost_where_less_is_generalized():
    # The attribute has one value: every level costs nothing, level 0 is the lowest.
    table = SmallTable(("q", "s"), (("a", "x"),) * 3, {"q": {"a": ("b", "*")}})
    assert descent(table.task("k-anonymity:2")).best.levels == (0,)


def test_the_top_may_fail_where_finer_nodes_hold_without_a_few_rows():
    # All in all x has 6 of 8 rows; without those of c it has half.
    rows = [(q, s) for q in "ab" for s in "xy"] + [("c", "x")] * 4
    ladder = dict.fromkeys("abc", ("*",))
    table = SmallTable(("q", "s"), tuple(rows), {"q": ladder})
    task = table.task("frequency-l-diversity:1.5", limit=4)
    judge = exhaustive(task)
    assert judge.satisfying.tolist() == [True, False]
    assert descent(task).best.levels == (0,)


def test_invalid_nodes_on_the_way_are_left_behind():
    # 8 rows fail at the top, 6 at level 1, and the 4 of c and d at level 0.
    rows = [(q, s) for q in "ab" for s in "xy"] + [("c", "x")] * 3 + [("d", "x")]
    ladder = {"a": ("ad", "*"), "d": ("ad", "*"), "b": ("b", "*"), "c": ("c", "*")}
    table = SmallTable(("q", "s"), tuple(rows), {"q": ladder})
    task = table.task("frequency-l-diversity:2", limit=4)
    assert exhaustive(task).satisfying.tolist() == [True, False, False]
    assert descent(task).best.levels == (0,)


def test_nothing_is_found():
    result = descent(FIGURE_1.task("k-anonymity:13"))
    assert result.best is None
    assert result.cost == float("inf")


def test_progress_never_goes_back():
    steps = []
    descent(FIGURE_1.task("k-anonymity:1", progress=lambda *step: steps.append(step)))
    assert steps == [(step, 7) for step in range(1, 8)]

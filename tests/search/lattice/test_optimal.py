# SPDX-License-Identifier: Apache-2.0
"""Optimal search: what it may conclude, and what it must not."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.metrics import OBJECTIVES
from diversa.search.lattice import optimal as module
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.optimal import BranchAndBound, optimal
from paper_tables import FIGURE_1
from tables import SmallTable
from toy_models import OddSize


def one_attribute(rows, ladder, *, sensitive="s"):
    return SmallTable(("q", sensitive), tuple(rows), {"q": ladder})


def pairs(*counts):
    """Values a, b, ... with so many rows each; level 1 pairs them, level 2 merges."""
    values = "abcdefgh"[: len(counts)]
    ladder = {v: (str(place // 2), "*") for place, v in enumerate(values)}
    rows = [(v, "x") for v, n in zip(values, counts, strict=True) for _ in range(n)]
    return one_attribute(rows, ladder)


def test_a_valid_node_above_invalid_ones_where_the_model_is_not_union_closed():
    # Level 0 has an even group, level 1 has even groups, level 2 is odd again.
    table = pairs(1, 1, 2, 1)
    result = optimal(table.task(OddSize(1)))
    assert result.best.levels == (2,)


def test_a_valid_node_below_invalid_ones_where_the_model_is_not_union_closed():
    # Level 0 is odd, level 1 even, level 2 even: no conclusion downwards.
    table = pairs(1, 3, 1, 1)
    task = table.task(OddSize(1))
    assert exhaustive(task).satisfying.tolist() == [True, False, False]
    assert optimal(task).best.levels == (0,)


def test_implied_models_rule_nodes_out_where_the_model_itself_may_not():
    table = pairs(1, 2, 1, 1)
    sweep = BranchAndBound(table.task(OddSize(3)))
    sweep.check((1,))  # groups of three and two rows
    assert sweep.settled.tolist() == [True, True, False]


def test_entropy_with_suppression_concludes_nothing_upwards():
    # The fine node is valid without one row, the coarse one is not at all.
    rows = [("a", "x"), ("a", "y"), ("b", "y")]
    table = one_attribute(rows, {"a": ("*",), "b": ("*",)})
    task = table.task("entropy-l-diversity:2", limit=1)
    assert exhaustive(task).satisfying.tolist() == [True, False]
    assert optimal(task).best.levels == (0,)


def test_bounds_are_raised_by_what_must_go():
    # At level 1 the pair c, d (two rows) fails: there and below those rows cost 1 each
    # instead of 1/3 there and nothing at level 0.
    table = pairs(2, 2, 1, 1)
    sweep = BranchAndBound(table.task("k-anonymity:3", limit=3))
    floor = sweep.floor.copy()
    assert floor.tolist() == pytest.approx([0, 1 / 3, 1])
    sweep.check((1,))
    penalty = 2 / 6 * (1 - 1 / 3)
    assert sweep.bounds.tolist() == pytest.approx([2 / 6, 1 / 3 + penalty, 1])
    assert sweep.best.cost == pytest.approx(1 / 3 + penalty)
    assert sweep.is_open((0,))
    assert not sweep.is_open((1,))
    assert not sweep.is_open((2,))


def test_nodes_below_one_that_must_lose_every_row_are_settled():
    table = pairs(1, 1, 1, 1)
    sweep = BranchAndBound(table.task("k-anonymity:3", limit=4))
    sweep.check((1,))
    assert sweep.settled.tolist() == [True, True, False]


def test_fewer_nodes_are_counted():
    result = optimal(FIGURE_1.task("k-anonymity:4"))
    assert result.best.levels == (2, 1, 1)
    assert result.checked < 32


@pytest.mark.parametrize("block", [1, 3])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_small_blocks(monkeypatch, block, objective):
    monkeypatch.setattr(module, "BLOCK", block)
    for limit in (0, 4, 12):
        task = FIGURE_1.task("k-anonymity:3", objective=objective, limit=limit)
        judge, result = exhaustive(task), optimal(task)
        assert (result.best.levels, result.cost) == (judge.best.levels, judge.cost)


def test_progress_never_goes_back():
    steps = []
    task = FIGURE_1.task("k-anonymity:3", progress=lambda *step: steps.append(step))
    optimal(task)
    done = [step[0] for step in steps]
    assert done == sorted(done)
    assert steps[-1] == (32, 32)
    assert {total for _, total in steps} == {32}


def test_no_valid_node():
    result = optimal(FIGURE_1.task("k-anonymity:13", limit=11))
    assert result.best is None
    assert np.isinf(result.cost)
    assert result.optimality == "exact"

# SPDX-License-Identifier: Apache-2.0
"""Costs of nodes agree with an exhaustive search, and no node is counted twice."""

from __future__ import annotations

import itertools

import pytest

from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.node_costs import NodeCosts
from paper_tables import FIGURE_1


@pytest.mark.parametrize(
    ("spec", "limit"), [("k-anonymity:4", 0), ("k-anonymity:4", 4)]
)
def test_every_node_is_valid_where_exhaustive_says_so(spec, limit):
    task = FIGURE_1.task(spec, limit=limit)
    costs, judge = NodeCosts(task), exhaustive(task)
    nodes = list(itertools.product(*map(range, task.lattice.shape)))
    for node in nodes * 2:
        assert costs.at(node).is_valid == judge.satisfying[node]
    assert costs.count == len(nodes)
    assert costs.best.outcome.levels == judge.best.levels
    assert costs.best.cost == judge.cost


def test_nothing_below_a_dead_node_is_valid():
    task = FIGURE_1.task("entropy-l-diversity:2", limit=2)
    costs, judge = NodeCosts(task), exhaustive(task)
    nodes = list(itertools.product(*map(range, task.lattice.shape)))
    dead = [node for node in nodes if costs.at(node).dead]
    assert dead
    for node in dead:
        assert not judge.satisfying[task.lattice.below(node)].any()


def test_bounds_are_no_more_than_the_costs_between_two_nodes():
    task = FIGURE_1.task("k-anonymity:2", limit=2)
    costs = NodeCosts(task)
    low, high = task.lattice.bottom, task.lattice.top
    bound = costs.least(low, high)
    nodes = itertools.product(*map(range, task.lattice.shape))
    assert all(bound <= costs.at(node).cost + 1e-12 for node in nodes)
    assert costs.is_in_reach(bound)


def test_steps_gain_what_they_save():
    costs = NodeCosts(FIGURE_1.task("k-anonymity:2"))
    top, bottom = costs.at(costs.task.lattice.top), costs.at((0, 0, 0))
    best = costs.at((0, 1, 1))
    assert top.gain(best) == pytest.approx(top.cost - best.cost)
    assert bottom.gain(top) == float("inf")
    assert best.standing < top.standing < bottom.standing

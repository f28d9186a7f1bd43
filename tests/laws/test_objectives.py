# SPDX-License-Identifier: Apache-2.0
"""Laws of objectives: the bounds that a search relies on, on random tables.

A cost grows along the lattice where no row is removed; a floor is a floor whatever is
removed; a floor and the penalty of rows that must go is one at every node below.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.search.evaluator import Evaluator
from examples import examples
from random_tables import tables

SOME = examples(20)
ROUNDING = 1e-11
OBJECTIVE = pytest.mark.parametrize("objective", sorted(OBJECTIVES))
MODELS = st.sampled_from(
    [
        "k-anonymity:2",
        "k-anonymity:3",
        "distinct-l-diversity:2,on=s",
        "entropy-l-diversity:1.8,on=s",
        "t-closeness:0.3,on=s",
    ]
)


def all_outcomes(table, model):
    """Every node with all rows that fail removed."""
    task = table.task(model, limit=len(table.rows))
    evaluator = Evaluator(task)
    return task, [evaluator.outcome(one) for one in brute_force.all_nodes(table)]


@OBJECTIVE
@SOME
@given(table=tables(), model=MODELS)
def test_costs_are_those_of_the_definition(objective, table, model):
    task, outcomes = all_outcomes(table, model)
    for outcome in outcomes:
        judged = brute_force.judge(
            table,
            outcome.levels,
            task.models,
            objective=objective,
            limit=task.limit,
            star=False,
        )
        if judged is not None:
            cost = OBJECTIVES[objective].cost(outcome)
            assert cost == pytest.approx(float(judged.cost), abs=ROUNDING)


@OBJECTIVE
@SOME
@given(table=tables())
def test_costs_grow_along_the_lattice_where_no_row_is_removed(objective, table):
    task, outcomes = all_outcomes(table, "k-anonymity:1")
    costs = {one.levels: OBJECTIVES[objective].cost(one) for one in outcomes}
    for node, cost in costs.items():
        for above in task.lattice.successors(node):
            assert costs[above] >= cost  # without any tolerance: searches compare so


@OBJECTIVE
@SOME
@given(table=tables(), data=st.data())
def test_a_floor_is_one_whatever_is_removed(objective, table, data):
    task, outcomes = all_outcomes(table, "k-anonymity:1")
    floor = OBJECTIVES[objective].floor(task.marginals)
    assert floor.shape == task.lattice.shape
    for outcome in outcomes:
        groups = len(outcome.frequency_set)
        bits = data.draw(st.integers(0, 2**groups - 1))
        kept = np.array([bits >> place & 1 for place in range(groups)], dtype=bool)
        some = Outcome(outcome.frequency_set, kept, outcome.rows)
        if kept.any():
            cost = OBJECTIVES[objective].cost(some)
            assert floor[outcome.levels] <= cost + ROUNDING


@OBJECTIVE
@SOME
@given(table=tables(), model=MODELS)
def test_what_must_go_raises_the_floor_of_every_node_below(objective, table, model):
    task, outcomes = all_outcomes(table, model)
    metric, evaluator = OBJECTIVES[objective], Evaluator(task)
    floor = metric.floor(task.marginals)
    costs = {one.levels: metric.cost(one) for one in outcomes if one.groups}
    for outcome in outcomes:
        penalty = metric.penalty(outcome, evaluator.must_go(outcome).rows)
        below = task.lattice.below(outcome.levels)
        raised = floor.copy()
        raised[below] += penalty
        for node, cost in costs.items():
            if (np.array(node) <= outcome.levels).all():
                assert raised[node] <= cost + ROUNDING

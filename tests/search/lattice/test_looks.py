# SPDX-License-Identifier: Apache-2.0
"""Looks at nodes: what they rule out is worse than the best, by judging all nodes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.metrics import OBJECTIVES
from diversa.search.evaluator import Evaluator
from diversa.search.lattice import looks
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.looks import limits_of, rows_in_undersized_groups
from diversa.search.lattice.optimal import Conclusions, optimal
from diversa.search.lattice.roll_ups import RollUps
from examples import examples
from paper_tables import FIGURE_1
from random_tables import tables

SPECS = [
    ("beta-likeness:1,on=s",),
    ("beta-likeness:1,enhanced=true,on=s",),
    ("frequency-l-diversity:2,on=s",),
    ("t-closeness:0.3,on=s",),
    ("k-anonymity:2", "t-closeness:0.4,on=s"),
    ("k-anonymity:2", "entropy-l-diversity:1.5,on=s", "frequency-l-diversity:1.5,on=s"),
    ("beta-likeness:1,on=s", "t-closeness:0.5,on=s"),
]
LIMITED = st.sampled_from(SPECS)


@examples(60)
@given(tables(), LIMITED, st.integers(1, 12), st.sampled_from(["loss", "precision"]))
def test_what_a_look_rules_out_is_not_valid_or_costs_more(table, specs, limit, name):
    task = table.task(*specs, limit=limit, objective=name)
    assert Evaluator(task).can_look
    looks, judge = Evaluator(task), Evaluator(task)
    for node in np.ndindex(task.lattice.shape):
        outcome = judge.outcome(node)
        cost = task.objective.cost(outcome)
        valid = judge.is_valid(outcome)
        assert not (valid and looks.is_beaten(node, cost))
    # With no group kept for certain, all that costs anything is out.
    assert looks.checked <= task.lattice.size


@pytest.mark.parametrize("specs", SPECS[:4], ids=" + ".join)
def test_looks_rule_out_what_costs_more_where_limits_are_all_a_model_asks(specs):
    asked = [spec.replace("on=s", "on=condition") for spec in specs]
    task = FIGURE_1.task(*asked, limit=len(FIGURE_1.rows))
    looks, judge, ruled_out = Evaluator(task), Evaluator(task), 0
    looks.outcome(task.lattice.bottom)
    for node in list(np.ndindex(task.lattice.shape))[1:]:
        outcome = judge.outcome(node)
        if outcome.rows_out:
            below = task.objective.cost(outcome) - 1e-6
            assert looks.is_beaten(node, below)
            ruled_out += 1
    assert ruled_out == looks.checked - 1 > 0


@examples(60)
@given(tables(), LIMITED, st.integers(1, 12), st.sampled_from(sorted(OBJECTIVES)))
def test_a_search_by_looks_finds_the_best_of_all_nodes(table, specs, limit, name):
    task = table.task(*specs, limit=limit, objective=name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Conclusions, "are_worth_it", False)
        result = optimal(task)
    best = exhaustive(task)
    assert result.cost == best.cost
    if best.best is not None:
        assert result.best.levels == best.best.levels
    assert result.checked <= task.lattice.size


@examples(40)
@given(tables(), st.sampled_from([*SPECS, ("k-anonymity:3",)]), st.integers(1, 12))
def test_rows_in_undersized_groups_must_go(table, specs, limit):
    task = table.task(*specs, limit=limit)
    evaluator, roll_ups = Evaluator(task), RollUps(task.finest)
    for node in np.ndindex(task.lattice.shape):
        outcome = evaluator.outcome(node)
        gone = evaluator.must_go(outcome).total
        undersized = rows_in_undersized_groups(roll_ups, node, task.least_rows)
        sizes = outcome.frequency_set.groups.sizes.tolist()
        assert undersized == sum(size for size in sizes if size < task.least_rows)
        assert undersized <= gone
        assert not task.only_size or undersized == gone


def test_groups_are_made_where_keys_outgrow_an_integer(monkeypatch):
    roll_ups, node = RollUps(FIGURE_1.task("k-anonymity:3").finest), (1, 0, 0)
    rows = rows_in_undersized_groups(roll_ups, node, 4)
    monkeypatch.setattr(looks, "KEY_SPACE", 1)
    assert rows_in_undersized_groups(roll_ups, node, 4) == rows > 0


def test_nothing_can_be_looked_at_without_limits_or_where_no_row_may_go():
    assert limits_of(FIGURE_1.task("k-anonymity:3", limit=5)) is None
    close = "t-closeness:0.3,on=condition"
    assert not Evaluator(FIGURE_1.task(close)).can_look
    assert Evaluator(FIGURE_1.task(close, limit=5)).can_look


def test_numbers_that_are_too_long_are_not_looked_at():
    fine = f"t-closeness:{10**17 + 1}/{10**18},on=condition"
    assert not Evaluator(FIGURE_1.task(fine, limit=5)).can_look

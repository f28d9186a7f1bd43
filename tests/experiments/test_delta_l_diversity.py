# SPDX-License-Identifier: Apache-2.0
"""The stable facts of the experiments on (δ,l)-diversity."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.delta_l_diversity.disagreement import broken_steps
from experiments.delta_l_diversity.examples import paper_check

LEVELS = {
    "{40, 60}": (2, 2, 2, 1, 1),
    "{40, 50, 60}": (1, 1, 3 / 2, 1, 1),
    "{40, 50, 60, 80}": (4 / 3, 4 / 3, 2, 1, 4 / 3),
    "{500, 600, 700}": (3, 3, 3, 3, 3),
}


def test_levels_of_the_examples(outcome):
    rows = outcome("proximity-examples").tables["levels"].rows
    attained = {values: levels for _, values, *levels in rows}
    for values, levels in LEVELS.items():
        assert attained[values] == pytest.approx(levels), values


def test_the_attacker_of_figure_1_is_not_certain(outcome):
    assert outcome("proximity-examples").facts["posterior"] == 3 / 4


def test_what_stops_the_proximity_attack(outcome):
    rows = outcome("proximity-examples").tables["stops"].rows
    passes = {spec.partition(":")[0]: first for spec, first, _ in rows}
    stopping = {model for model, verdict in passes.items() if verdict == "no"}
    assert stopping == {
        "epsilon-m-anonymity",
        "delta-l-diversity",
        "window-diversity",
    }


def test_figure_3_accepts_one_row_for_every_level():
    assert paper_check([40], 15, 100)
    assert not paper_check([40, 40], 15, 2)


def test_unions(outcome):
    rows = outcome("monotonicity").tables["unions"].rows
    own = [verdict for _, verdict, *_ in rows]
    assert own == ["breaks", "breaks", "holds", "holds"]
    near, literal, window, frequency = ((both, broken) for *_, both, broken in rows)
    assert near == literal
    assert literal[1] > 0
    assert window[1] == frequency[1] == 0


def test_literal_is_epsilon_m_and_stricter_than_the_window(outcome):
    nodes = outcome("disagreement").tables["nodes"]
    assert set(nodes.column("(ε,m) and literal disagree")) == {0}
    assert set(nodes.column("steps up that break window")) == {0}
    counts = zip(
        nodes.column("literal holds"), nodes.column("window holds"), strict=True
    )
    assert all(literal <= window for literal, window in counts)
    assert outcome("disagreement").facts["apart"] > 0


def test_steps_that_break():
    assert broken_steps(np.array([[True, False], [True, True]])) == 1
    assert broken_steps(np.array([[False, False], [False, True]])) == 0


def test_dealing_solves_what_naive_ways_solve_and_loses_less(outcome):
    facts = outcome("future-algorithm").facts
    assert facts["solved_by_dealing"] == facts["asked"]
    assert facts["largest_ratio"] < 1


def test_every_size_of_group_is_checked(outcome):
    time = outcome("checking-time").tables["time"]
    assert len(time.rows) == 4 * len(set(time.column("rows of the group")))

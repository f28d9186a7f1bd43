# SPDX-License-Identifier: Apache-2.0
"""Height: the sum of the levels, whatever is removed."""

from __future__ import annotations

from dataclasses import replace

from diversa.metrics.height import Height, height
from diversa.search.evaluator import Evaluator
from paper_releases import figure_1_at
from paper_tables import FIGURE_1


def test_height_is_the_sum_of_the_levels():
    task = FIGURE_1.task("k-anonymity:5", limit=11)
    assert Height().cost(Evaluator(task).outcome((2, 1, 1))) == 4


def test_the_floor_is_the_cost():
    task = FIGURE_1.task("k-anonymity:1")
    assert (Height().floor(task.marginals) == task.lattice.node_heights).all()


def test_coding_the_ends_of_a_scale_is_no_step():
    recoded = figure_1_at((1, 0, 0))
    assert height(recoded) == 1
    assert height(replace(recoded, coded=1)) == 0

# SPDX-License-Identifier: Apache-2.0
"""Outcomes, and objectives by name."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.errors import PlanError
from diversa.metrics import OBJECTIVES, objective
from diversa.metrics.objective import sum_over_attributes
from diversa.search.evaluator import Evaluator
from paper_tables import FIGURE_1


def test_names():
    assert list(OBJECTIVES) == [
        "loss",
        "precision",
        "discernibility",
        "average-group-size",
        "height",
    ]
    assert objective("loss") is OBJECTIVES["loss"]


def test_an_unknown_name():
    with pytest.raises(PlanError, match=r"search\.objective: .*did you mean 'loss'"):
        objective("los")


def test_an_outcome_adds_up():
    # At (0, 1, 1): 13053 and 13068 with two rows below 30 and two in the thirties,
    # 14853 and 14850 with two rows each.
    task = FIGURE_1.task("distinct-l-diversity:2", limit=12)
    outcome = Evaluator(task).outcome((0, 1, 1))
    sizes = outcome.frequency_set.groups.sizes
    assert sorted(sizes.tolist()) == [2] * 6
    # Cancer twice in the thirties, Viral Infection twice in 14850.
    assert outcome.groups == 3
    assert (outcome.rows_out, outcome.suppressed, outcome.rows) == (6, 6, 12)
    assert not outcome.complete
    assert Evaluator(task).outcome((3, 3, 1)).complete


def test_sums_over_no_attributes():
    assert sum_over_attributes([]).tolist() == 0


def test_sums_keep_fractions():
    total = sum_over_attributes([np.array([0, 1]), np.array([0.25, 0.5])])
    assert total.tolist() == [[0.25, 0.5], [1.25, 1.5]]

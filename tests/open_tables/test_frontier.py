# SPDX-License-Identifier: Apache-2.0
"""A frontier costs what searches cost, beside the other models."""

from __future__ import annotations

import pytest

import diversa
from diversa.errors import PlanError
from swept_table import OPENED


def test_the_frontier_is_the_best_of_each_search(table):
    points = table.frontier("k-anonymity:{}", [2, 5, 500], suppression=0.05)
    assert [point.value for point in points] == [2, 5, 500]
    for point in points[:2]:
        model = f"k-anonymity:{point.value}"
        proposal = table.search(models=model, suppression=0.05)
        assert point.loss == proposal.metrics["loss"]
        assert point.levels == proposal.levels
        assert point.suppressed == proposal.suppressed <= 10
    assert points[0].loss < points[1].loss
    assert points[2].loss is None
    assert "k-anonymity:500" in points[2].failure


def test_the_models_of_the_plan_stay_beside_the_one_that_varies(patients):
    """As if they were asked for: a frontier is no cheaper than a search."""
    with diversa.open(patients, models=["k-anonymity:20"], **OPENED) as table:
        (point,) = table.frontier("distinct-l-diversity:{},on=condition", [1])
        assert point.loss == table.search().metrics["loss"]
        (alone,) = table.frontier("k-anonymity:{}", [2])
        assert alone.loss == table.search(models="k-anonymity:2").metrics["loss"]
        assert alone.loss < point.loss


def test_a_frontier_over_rows_that_may_go(table):
    points = table.frontier("suppression", [0, 0.1, 0.3], models="k-anonymity:5")
    assert all(point.suppressed <= 200 * point.value for point in points)
    with pytest.raises(PlanError, match="vary: must be one of"):
        table.frontier("sensitive", ["zip"], models="k-anonymity:2")

# SPDX-License-Identifier: Apache-2.0
"""Objectives that add a cost per value: sums, floors and penalties by hand."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.metrics.additive import Additive
from diversa.search.evaluator import Evaluator
from tables import SmallTable

TABLE = SmallTable(
    ("p", "q"),
    (("a", "x"), ("a", "y"), ("b", "x"), ("c", "x")),
    {
        "p": {"a": ("ab", "*"), "b": ("ab", "*"), "c": ("c", "*")},
        "q": {"x": ("*",), "y": ("*",)},
    },
)


class LevelCost(Additive):
    """Every value costs its level as a share of the height."""

    name = "level"

    def parts(self, hierarchy, level):
        return np.full(hierarchy.sizes[level], level, dtype=np.int64)

    def whole(self, hierarchy):
        return hierarchy.height


def test_costs_are_added_over_rows_and_attributes():
    # At (1, 1) with k = 2 the row of c goes: 3 rows cost 1/2 and 1, one row 1 and 1.
    outcome = Evaluator(TABLE.task("k-anonymity:2", limit=1)).outcome((1, 1))
    assert LevelCost().by_attribute(outcome).tolist() == [(3 / 2 + 1) / 4, 1]
    assert LevelCost().cost(outcome) == pytest.approx((2.5 / 4 + 1) / 2)


def test_the_floor_is_the_cost_without_suppression():
    floor = LevelCost().floor(TABLE.task("k-anonymity:1").marginals)
    assert floor.tolist() == [[0, 0.5], [0.25, 0.75], [0.5, 1]]


def test_the_penalty_is_what_removed_rows_cost_more():
    """At (1, 1) the row of c cost 1/2 and 1: removed it costs 1 and 1, of 8 values.

    At (1, 0) it cost 1/2 and 0, at (0, 1) 0 and 1, at (0, 0) nothing.
    """
    outcome = Evaluator(TABLE.task("k-anonymity:2", limit=1)).outcome((1, 1))
    gone = np.where(outcome.kept, 0, outcome.frequency_set.groups.sizes)
    assert gone.sum() == 1
    expected = np.array([[2, 1], [1.5, 0.5]]) / 8
    assert LevelCost().penalty(outcome, gone) == pytest.approx(expected)
    assert not LevelCost().penalty(outcome, 0 * gone).any()


def test_rows_removed_below_cost_at_least_what_the_dearest_of_their_codes_leaves():
    """b costs 1 where a costs nothing: a row of ab costs at most 1 below."""

    class OneIsDear(LevelCost):
        def parts(self, hierarchy, level):
            dear = np.array([label == "b" for label in hierarchy.labels[level]])
            return np.where(
                dear, self.whole(hierarchy), super().parts(hierarchy, level)
            )

    outcome = Evaluator(TABLE.task("k-anonymity:4", limit=3)).outcome((1, 1))
    sizes = outcome.frequency_set.groups.sizes
    penalty = OneIsDear().penalty(outcome, np.where(sizes == 3, 1, 0))
    assert penalty == pytest.approx(np.array([[1, 0], [1.5, 0.5]]) / 8)

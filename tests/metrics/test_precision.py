# SPDX-License-Identifier: Apache-2.0
"""Precision: 1 minus the mean of level / height."""

from __future__ import annotations

import pytest

from diversa.metrics.precision import Precision
from diversa.search.evaluator import Evaluator
from paper_tables import FIGURE_1
from tables import SmallTable


@pytest.mark.parametrize(
    ("node", "precision"),
    [((0, 0, 0), 1), ((1, 0, 0), 8 / 9), ((0, 0, 1), 2 / 3), ((3, 3, 1), 0)],
)
def test_by_levels(node, precision):
    outcome = Evaluator(FIGURE_1.task("k-anonymity:1")).outcome(node)
    assert Precision().value(outcome) == pytest.approx(precision)
    assert Precision().cost(outcome) == pytest.approx(1 - precision)


def test_a_suppressed_row_counts_as_the_top_level():
    # At (0, 1, 1) the zip codes 14853 and 14850 have two rows each.
    task = FIGURE_1.task("k-anonymity:3", limit=12)
    outcome = Evaluator(task).outcome((2, 2, 0))
    assert outcome.suppressed > 0
    share = outcome.suppressed / 12
    expected = (1 - share) * (2 / 3 + 2 / 3) / 3 + share
    assert Precision().cost(outcome) == pytest.approx(expected)


def test_an_attribute_without_levels_costs_nothing():
    table = SmallTable(("p", "q"), (("a", "b"),), {"p": {"a": ()}, "q": {"b": ("*",)}})
    outcome = Evaluator(table.task("k-anonymity:1")).outcome((0, 1))
    assert Precision().value(outcome) == 0.5

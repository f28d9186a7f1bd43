# SPDX-License-Identifier: Apache-2.0
"""The loss metric: (leaves - 1) / (domain - 1), 1 for a suppressed value."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.metrics.loss import Loss
from diversa.search.evaluator import Evaluator
from paper_tables import FIGURE_1
from tables import SmallTable

LADDER = {"a": ("ab", "*"), "b": ("ab", "*"), "c": ("c", "*")}
ROWS = tuple((p, q) for p, q in zip("aabc", "xyxx", strict=True))
TABLE = SmallTable(("p", "q"), ROWS, {"p": LADDER, "q": {"x": ("*",), "y": ("*",)}})


def outcome(table, node, model="k-anonymity:1", limit=0):
    return Evaluator(table.task(model, limit=limit)).outcome(node)


@pytest.mark.parametrize(
    ("node", "by_attribute"),
    [
        ((0, 0), [0, 0]),
        ((1, 0), [3 / 4 * 1 / 2, 0]),  # three rows hide one of two other values
        ((2, 1), [1, 1]),
    ],
)
def test_without_suppression(node, by_attribute):
    found = outcome(TABLE, node)
    assert Loss().by_attribute(found) == pytest.approx(by_attribute)
    assert Loss().cost(found) == pytest.approx(sum(by_attribute) / 2)
    assert Loss().value(found) == Loss().cost(found)


def test_a_suppressed_row_costs_one():
    # At (1, 1) the row of c is alone and goes; the others hide half of p, all of q.
    found = outcome(TABLE, (1, 1), model="k-anonymity:2", limit=1)
    assert found.suppressed == 1
    assert Loss().by_attribute(found) == pytest.approx([(3 / 2 + 1) / 4, 1])


def test_an_attribute_with_one_value_costs_nothing():
    table = SmallTable(("q",), (("a",),) * 3, {"q": {"a": ("*",)}})
    assert Loss().cost(outcome(table, (1,))) == 0


def test_leaves_are_the_values_that_occur():
    # The ladder of age knows forty ages, the table has twelve.
    found = outcome(FIGURE_1, (0, 1, 0))
    assert Loss().by_attribute(found)[1] == pytest.approx(3 / 11)


def test_no_rows():
    table = SmallTable(("q",), (), {"q": {"a": ("*",)}})
    assert Loss().cost(outcome(table, (1,))) == 0


def test_one_group_loses_everything_where_numbers_are_missing():
    """Labels of public trees have the missing values before the numbers."""
    ages = [None if row % 9 == 0 else float(row % 40) for row in range(90)]
    frame = pd.DataFrame({"age": ages})
    words = {"quasi_identifiers": "age", "method": "mondrian", "ledger": False}
    release = diversa.anonymize(frame, models="k-anonymity:90", **words)
    assert set(release.frame["age"]) == {"*"}
    assert release.metrics["loss"] == 1

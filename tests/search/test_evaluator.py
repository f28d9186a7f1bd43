# SPDX-License-Identifier: Apache-2.0
"""The evaluator: valid nodes, and rows that must go, on tables of a few rows."""

from __future__ import annotations

import pytest

from diversa.search.evaluator import Evaluator
from tables import SmallTable
from toy_models import OddSize

ONE = {"x": (), "y": ()}
"""An attribute without levels: it keeps its values apart in every node."""


def two_and_three(*, more=()):
    """A group of two rows, one of three, and single rows."""
    rows = [("x", "x")] * 2 + [("x", "y")] * 3 + list(more)
    return SmallTable(("p", "q"), tuple(rows), {"p": ONE, "q": ONE})


@pytest.mark.parametrize(
    ("limit", "star", "valid"),
    [
        pytest.param(0, False, False, id="two rows fail"),
        pytest.param(1, False, False, id="one row may go"),
        pytest.param(2, False, True, id="two rows may go"),
        pytest.param(2, True, False, id="they are no group of three"),
    ],
)
def test_validity(limit, star, valid):
    task = two_and_three().task("k-anonymity:3", limit=limit, star=star)
    evaluator = Evaluator(task)
    assert evaluator.is_valid(evaluator.outcome((0, 0))) == valid
    assert evaluator.checked == 1


def test_a_group_is_kept_where_every_model_holds():
    rows = [("x", "x", "a"), ("x", "x", "b")]  # diverse, two rows
    rows += [("x", "y", "a")] * 3  # not diverse, three rows
    rows += [("y", "x", "a"), ("y", "x", "b"), ("y", "x", "b")]  # both
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    models = ("k-anonymity:3", "distinct-l-diversity:2")
    for order in (models, models[::-1]):
        outcome = Evaluator(table.task(*order, limit=5)).outcome((0, 0))
        assert (outcome.groups, outcome.suppressed) == (1, 5)


def test_a_release_without_rows_is_not_valid():
    task = two_and_three().task("k-anonymity:4", limit=5)
    evaluator = Evaluator(task)
    assert not evaluator.is_valid(evaluator.outcome((0, 0)))


def test_removed_rows_are_one_group_even_where_the_top_level_tells_them_apart():
    # (x, x) and (y, x) fail with two rows and one; as `*` they are a group of three.
    table = two_and_three(more=[("y", "x")])
    for model, valid in (("k-anonymity:3", True), ("k-anonymity:4", False)):
        task = table.task(model, limit=6, star=True)
        evaluator = Evaluator(task)
        assert evaluator.is_valid(evaluator.outcome((0, 0))) == valid


def test_of_a_group_that_fails_some_rows_may_be_kept_below():
    rows = [("x", "x", "a"), ("x", "x", "b"), ("x", "x", "b"), ("x", "y", "a")]
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    evaluator = Evaluator(table.task("entropy-l-diversity:2", limit=4))
    outcome = evaluator.outcome((0, 0))
    assert not outcome.kept.any()  # neither group has two equally frequent values
    sizes, gone = outcome.frequency_set.groups.sizes, evaluator.must_go(outcome).rows
    # Of a, b, b an a and a b may be kept in a finer group; the other a is alone.
    assert sorted(zip(sizes.tolist(), gone.tolist(), strict=True)) == [(1, 1), (3, 1)]


def test_where_no_row_may_go_a_group_that_fails_is_told_by_necessary_models():
    rows = [("x", "x", "a"), ("x", "x", "b"), ("x", "x", "b"), ("x", "y", "a")]
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    evaluator = Evaluator(table.task(OddSize(2)))
    outcome = evaluator.outcome((0, 0))
    sizes, gone = outcome.frequency_set.groups.sizes, evaluator.must_go(outcome).rows
    assert sorted(zip(sizes.tolist(), gone.tolist(), strict=True)) == [(1, 1), (3, 0)]

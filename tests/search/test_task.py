# SPDX-License-Identifier: Apache-2.0
"""What a task allows, and when a node is valid."""

from __future__ import annotations

import pytest

from diversa.models import KAnonymity, parse
from paper_tables import FIGURE_1
from tables import SmallTable
from toy_models import OddSize

ENTROPY = "entropy-l-diversity:1.5"
JOINT = "distinct-l-diversity:2,joint=true"


@pytest.mark.parametrize(
    ("models", "limit", "star", "prunes"),
    [
        pytest.param(["k-anonymity:2"], 0, False, True, id="union-closed"),
        pytest.param(["k-anonymity:2"], 3, False, True, id="absorbing"),
        pytest.param(["k-anonymity:2"], 3, True, False, id="removed rows as a group"),
        pytest.param(["k-anonymity:2"], 0, True, True, id="no row to publish as *"),
        pytest.param([ENTROPY], 0, False, True, id="entropy"),
        pytest.param([ENTROPY], 3, False, False, id="entropy with suppression"),
        pytest.param([JOINT], 0, False, True, id="joint"),
        pytest.param([JOINT], 3, False, False, id="joint with suppression"),
        pytest.param(["k-anonymity:2", ENTROPY], 3, False, False, id="one of two"),
        pytest.param([OddSize(1)], 0, False, False, id="not union-closed"),
    ],
)
def test_what_allows_pruning(models, limit, star, prunes):
    assert FIGURE_1.task(*models, limit=limit, star=star).prunes == prunes


@pytest.mark.parametrize(
    ("models", "limit", "necessary"),
    [
        ([ENTROPY], 0, [ENTROPY]),
        ([ENTROPY], 3, ["distinct-l-diversity:2"]),
        ([JOINT], 3, ["distinct-l-diversity:2"]),
        (["k-anonymity:2", ENTROPY], 3, ["k-anonymity:2", "distinct-l-diversity:2"]),
        ([OddSize(1)], 0, [KAnonymity(1)]),
        (["pd-recursive-cl-diversity:c=1,l=2,disclosable=Cancer"], 3, []),
    ],
    ids=str,
)
def test_models_that_rule_out_what_is_below(models, limit, necessary):
    task = FIGURE_1.task(*models, limit=limit)
    expected = [
        parse(f"{one},on=condition") if "diversity" in str(one) else one
        for one in necessary
    ]
    assert [one.spec for one in task.necessary] == [str(one) for one in expected]


def test_cheap_models_come_first_where_one_failure_is_enough():
    strict = FIGURE_1.task(ENTROPY).in_order
    assert [one.name() for one in strict] == [
        "distinct-l-diversity",
        "entropy-l-diversity",
    ]
    assert FIGURE_1.task(ENTROPY, limit=1).in_order == strict[1:]


def test_marginals():
    marginals = FIGURE_1.task("k-anonymity:2").marginals
    zips = dict(zip(FIGURE_1.dictionaries[0].values, marginals.counts[0], strict=True))
    assert zips == {"13053": 4, "13068": 4, "14850": 2, "14853": 2}
    assert marginals.rows == 12


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
    evaluator = task.evaluator()
    assert evaluator.is_valid(evaluator.outcome((0, 0))) == valid
    assert evaluator.checked == 1


def test_a_group_is_kept_where_every_model_holds():
    rows = [("x", "x", "a"), ("x", "x", "b")]  # diverse, two rows
    rows += [("x", "y", "a")] * 3  # not diverse, three rows
    rows += [("y", "x", "a"), ("y", "x", "b"), ("y", "x", "b")]  # both
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    models = ("k-anonymity:3", "distinct-l-diversity:2")
    for order in (models, models[::-1]):
        outcome = table.task(*order, limit=5).evaluator().outcome((0, 0))
        assert (outcome.groups, outcome.suppressed) == (1, 5)


def test_a_release_without_rows_is_not_valid():
    task = two_and_three().task("k-anonymity:4", limit=5)
    evaluator = task.evaluator()
    assert not evaluator.is_valid(evaluator.outcome((0, 0)))


def test_removed_rows_are_one_group_even_where_the_top_level_tells_them_apart():
    # (x, x) and (y, x) fail with two rows and one; as `*` they are a group of three.
    table = two_and_three(more=[("y", "x")])
    for model, valid in (("k-anonymity:3", True), ("k-anonymity:4", False)):
        task = table.task(model, limit=6, star=True)
        evaluator = task.evaluator()
        assert evaluator.is_valid(evaluator.outcome((0, 0))) == valid


def test_of_a_group_that_fails_some_rows_may_be_kept_below():
    rows = [("x", "x", "a"), ("x", "x", "b"), ("x", "x", "b"), ("x", "y", "a")]
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    evaluator = table.task("entropy-l-diversity:2", limit=4).evaluator()
    outcome = evaluator.outcome((0, 0))
    assert not outcome.kept.any()  # neither group has two equally frequent values
    sizes, gone = outcome.frequency_set.groups.sizes, evaluator.must_go(outcome)
    # Of a, b, b an a and a b may be kept in a finer group; the other a is alone.
    assert sorted(zip(sizes.tolist(), gone.tolist(), strict=True)) == [(1, 1), (3, 1)]


def test_where_no_row_may_go_a_group_that_fails_is_told_by_necessary_models():
    rows = [("x", "x", "a"), ("x", "x", "b"), ("x", "x", "b"), ("x", "y", "a")]
    table = SmallTable(("p", "q", "s"), tuple(rows), {"p": ONE, "q": ONE})
    evaluator = table.task(OddSize(2)).evaluator()
    outcome = evaluator.outcome((0, 0))
    sizes, gone = outcome.frequency_set.groups.sizes, evaluator.must_go(outcome)
    assert sorted(zip(sizes.tolist(), gone.tolist(), strict=True)) == [(1, 1), (3, 0)]

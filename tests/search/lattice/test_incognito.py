# SPDX-License-Identifier: Apache-2.0
"""Incognito: candidates by the subset property, and where it is refused."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.errors import PlanError
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito, join, satisfying_by_subset
from diversa.search.lattice.lattice import Lattice
from paper_tables import FIGURE_1, PATIENTS
from tables import SmallTable
from toy_models import OddSize


def test_a_candidate_survived_in_every_smaller_subset():
    survivors = {
        (0, 1): np.array([[False, True], [True, True]]),
        (0, 2): np.array([[True, False], [True, True]]),
        (1, 2): np.array([[True, True], [False, True]]),
    }
    candidates = join(survivors, (0, 1, 2), Lattice((1, 1, 1)))
    for a, b, c in np.ndindex(2, 2, 2):
        expected = survivors[0, 1][a, b] and survivors[0, 2][a, c]
        assert candidates[a, b, c] == (expected and survivors[1, 2][b, c])


def test_progress_counts_subsets():
    steps = []
    task = PATIENTS.task("k-anonymity:2", progress=lambda *step: steps.append(step))
    satisfying_by_subset(task)
    assert steps == [(place, 7) for place in range(1, 8)]


@pytest.mark.parametrize("limit", [1, 4, 12])
def test_suppression_with_an_absorbing_model(limit):
    task = FIGURE_1.task("distinct-l-diversity:2", limit=limit)
    result, judge = incognito(task), exhaustive(task)
    assert np.array_equal(result.satisfying, judge.satisfying)
    assert (result.best.levels, result.cost) == (judge.best.levels, judge.cost)


PRUNING_WOULD_BE_WRONG = SmallTable(
    ("q", "s"),
    (("a", "x"), ("a", "y"), ("b", "y")),
    {"q": {"a": ("*",), "b": ("*",)}},
)
"""The fine node is valid when b's row goes; the coarse one loses all three."""


def test_entropy_with_suppression_is_refused_because_it_would_be_wrong():
    task = PRUNING_WOULD_BE_WRONG.task("entropy-l-diversity:2", limit=1)
    assert exhaustive(task).satisfying.tolist() == [True, False]
    with pytest.raises(PlanError, match=r"absorbing .*entropy-l-diversity:2.*optimal"):
        incognito(task)


def test_a_model_that_is_not_union_closed_is_refused_because_it_would_be_wrong():
    rows = (("a", "x"), ("b", "x"))
    table = SmallTable(("q", "s"), rows, {"q": {"a": ("*",), "b": ("*",)}})
    task = table.task(OddSize(1))
    assert exhaustive(task).satisfying.tolist() == [True, False]
    with pytest.raises(PlanError, match="union-closed, got odd-size:1; use optimal"):
        incognito(task)


def test_removed_rows_as_a_group_are_refused_because_it_would_be_wrong():
    # Two single rows are a group of two as `*`; merged into pairs they leave one row.
    rows = tuple((value, "x") for value in "aabcc")
    ladder = {"a": ("1",), "b": ("1",), "c": ("2",)}
    table = SmallTable(("q", "s"), (*rows, ("d", "x")), {"q": {**ladder, "d": ("3",)}})
    task = table.task("k-anonymity:2", limit=2, star=True)
    assert exhaustive(task).satisfying.tolist() == [True, False]
    with pytest.raises(PlanError, match="suppressed rows published as a group"):
        incognito(task)

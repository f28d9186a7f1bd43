# SPDX-License-Identifier: Apache-2.0
"""The golden cases: what every search must find on known tables."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import brute_force
from diversa.search.lattice.incognito import incognito
from diversa.search.planner import SEARCHES
from paper_tables import ADULT, FIGURE_1, PATIENTS

CASES = tomllib.loads(
    (Path(__file__).parent / "cases.toml").read_text(encoding="utf-8")
)["case"]
SMALL = {"figure-1": FIGURE_1, "patients": PATIENTS}


def run_for(cases):
    """Run a test for some of the cases."""
    named = [pytest.param(one, id=one["name"]) for one in cases]
    return pytest.mark.parametrize("case", named)


EVERY = run_for(CASES)
FEW = run_for(one for one in CASES if one["table"] in SMALL)
COUNTED = run_for(one for one in CASES if "satisfying" in one)


@pytest.fixture(scope="module")
def whole_adult(adult_30162):
    return adult_30162(ADULT, ["occupation"])


@pytest.fixture
def table(case, request):
    """The table of a case; the Adult table only where its data is."""
    if case["table"] in SMALL:
        return SMALL[case["table"]]
    return request.getfixturevalue("whole_adult")


def task_of(case, table):
    return table.task(
        *case["models"],
        objective=case["objective"],
        limit=case.get("suppression", 0),
        star=case.get("star", False),
    )


def exact_searches(case, task):
    """On a large lattice the fast one is enough: the laws compare them all."""
    if case["table"] not in SMALL:
        return ["optimal"]
    return ["optimal", "exhaustive", *(["incognito"] if task.prunes else [])]


def vectors(mask):
    return [tuple(line) for line in np.argwhere(mask).tolist()]


def listed(case):
    return [tuple(node) for node in case["minimal"]]


@EVERY
def test_the_best_node(case, table):
    task = task_of(case, table)
    for name in exact_searches(case, task):
        result = SEARCHES[name](task)
        assert result.best.levels == tuple(case["levels"]), name
        assert result.best.suppressed == case.get("suppressed", 0), name
        assert result.cost == pytest.approx(float(Fraction(case["cost"])), abs=1e-9)


@FEW
def test_the_minimal_nodes(case, table):
    task = task_of(case, table)
    for name in exact_searches(case, task):
        satisfying = SEARCHES[name](task).satisfying
        if satisfying is not None:
            assert vectors(task.lattice.minimal(satisfying)) == listed(case), name


@COUNTED
def test_the_number_of_satisfying_nodes(case, table):
    assert incognito(task_of(case, table)).satisfying.sum() == case["satisfying"]


@FEW
def test_the_file_says_what_brute_force_says(case, table):
    task = task_of(case, table)
    judged = brute_force.valid_nodes(
        table,
        task.models,
        objective=case["objective"],
        limit=task.limit,
        star=task.star,
    )
    best = min(judged, key=lambda one: one.rank)
    assert best.node == tuple(case["levels"])
    assert best.cost == Fraction(case["cost"])
    assert best.suppressed == case.get("suppressed", 0)
    satisfying = np.zeros(task.lattice.shape, dtype=bool)
    for one in judged:
        satisfying[one.node] = True
    assert vectors(task.lattice.minimal(satisfying)) == listed(case)

# SPDX-License-Identifier: Apache-2.0
"""The report on a lattice, against every node counted in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.errors import InternalError
from diversa.search.lattice.lattice_report import LatticeReport
from diversa.search.planner import search, search_all
from examples import examples
from paper_tables import FIGURE_1
from random_tables import tables


def below(node, other):
    return node != other and all(a <= b for a, b in zip(node, other, strict=True))


@examples(40)
@given(table=tables(), k=st.integers(1, 4))
def test_every_satisfying_node_is_reported(table, k):
    task = table.task(f"k-anonymity:{k}")
    report = LatticeReport.of(task, search_all(task))
    wanted = [
        node
        for node in brute_force.all_nodes(table)
        if all(len(rows) >= k for rows in brute_force.grouped(table, node).values())
    ]
    assert list(report.satisfying) == wanted
    minimal = {n for n in wanted if not any(below(other, n) for other in wanted)}
    assert {one.levels for one in report.minimal} == minimal
    for one in report.minimal:
        assert one.groups == len(brute_force.grouped(table, one.levels))
        assert one.suppressed == 0
    losses = [one.metrics["loss"] for one in report.minimal]
    assert losses == sorted(losses)
    if wanted:
        assert report.best.metrics["loss"] == pytest.approx(losses[0])
    else:
        assert report.best is None


def test_a_search_that_finds_one_node_cannot_be_reported():
    task = FIGURE_1.task("k-anonymity:4")
    with pytest.raises(InternalError, match="every satisfying node"):
        LatticeReport.of(task, search(task, algorithm="datafly"))


def test_best_first_by_the_objective():
    task = FIGURE_1.task("k-anonymity:2", objective="height")
    report = LatticeReport.of(task, search_all(task))
    assert [one.levels for one in report.minimal] == [(0, 1, 1), (3, 3, 0)]
    assert report.best == report.minimal[0]

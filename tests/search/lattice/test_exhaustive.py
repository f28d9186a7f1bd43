# SPDX-License-Identifier: Apache-2.0
"""Exhaustive search counts every node and keeps the best by the shared rule."""

from __future__ import annotations

from diversa.search.lattice.exhaustive import exhaustive
from paper_tables import FIGURE_1


def test_every_node_is_counted_and_reported():
    steps = []
    task = FIGURE_1.task("k-anonymity:4", progress=lambda *step: steps.append(step))
    result = exhaustive(task)
    assert result.checked == task.lattice.size == 32
    assert steps == [(place, 32) for place in range(1, 33)]
    assert (result.algorithm, result.optimality) == ("exhaustive", "exact")


def test_of_equally_precise_nodes_the_first_is_taken():
    # Figure 2 and Figure 3 of the paper have the same height, DM and precision.
    for objective in ("height", "discernibility", "precision", "average-group-size"):
        best = exhaustive(FIGURE_1.task("k-anonymity:4", objective=objective)).best
        assert best.levels == (1, 2, 1)
    assert exhaustive(FIGURE_1.task("k-anonymity:4")).best.levels == (2, 1, 1)


def test_no_valid_node():
    result = exhaustive(FIGURE_1.task("k-anonymity:13"))
    assert result.best is None
    assert result.cost == float("inf")
    assert not result.satisfying.any()

# SPDX-License-Identifier: Apache-2.0
"""Samarati's binary search on the height."""

from __future__ import annotations

import pytest

from diversa.errors import PlanError
from diversa.search.lattice.samarati import samarati
from paper_tables import FIGURE_1, PATIENTS


@pytest.mark.parametrize(
    ("spec", "height"),
    [
        ("k-anonymity:1", 0),
        ("k-anonymity:2", 2),
        ("k-anonymity:4", 4),
        ("entropy-l-diversity:2.8", 4),
        ("recursive-cl-diversity:c=2,l=3", 7),
    ],
)
def test_least_heights_of_figure_1(spec, height):
    result = samarati(FIGURE_1.task(spec, objective="height"))
    assert sum(result.best.levels) == result.cost == height
    assert result.optimality == "exact"


def test_another_objective_chooses_among_the_nodes_of_least_height():
    # By loss (3, 3, 0) is worse than (0, 1, 1), which is not of the least height here.
    result = samarati(PATIENTS.task("k-anonymity:2"))
    assert result.best.levels == (1, 1, 0)
    assert result.optimality == "best found"
    assert "least height" in result.reason


def test_no_valid_node():
    result = samarati(FIGURE_1.task("k-anonymity:13"))
    assert result.best is None
    assert (result.optimality, result.checked) == ("exact", 1)
    assert "top" in result.reason


def test_progress_never_goes_back():
    steps = []
    task = FIGURE_1.task("k-anonymity:2", progress=lambda *step: steps.append(step))
    samarati(task)
    done = [step[0] for step in steps]
    assert done == sorted(done)
    assert {total for _, total in steps} == {7}


def test_models_that_do_not_prune_are_refused():
    with pytest.raises(PlanError, match="samarati needs models that are absorbing"):
        samarati(FIGURE_1.task("frequency-l-diversity:2", limit=2))

# SPDX-License-Identifier: Apache-2.0
"""The lattices of the papers: Figure 1 of the l-diversity paper, Incognito's patients.

Utility metrics of four nodes, minimal nodes per model, and the run of Incognito.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.metrics import OBJECTIVES
from diversa.metrics.loss import Loss
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito, satisfying_by_subset
from diversa.search.planner import SEARCHES
from paper_tables import FIGURE_1, PATIENTS


def nodes(mask):
    return {tuple(line) for line in np.argwhere(mask).tolist()}


METRICS = {
    # node: height, groups, average size, DM, precision, loss per attribute, mean loss
    (0, 0, 0): (0, 12, 1, 12, 1, (0, 0, 0), 0),
    (2, 1, 1): (4, 3, 4, 48, Fraction(1, 3), ("1/3", "3/11", 1), 0.5354),
    (1, 2, 1): (4, 3, 4, 48, Fraction(1, 3), ("1/9", "17/33", 1), 0.5421),
    (3, 3, 1): (7, 1, 12, 144, 0, (1, 1, 1), 1),
}


@pytest.mark.parametrize("node", METRICS, ids=str)
def test_metrics_of_figure_1(node):
    outcome = Evaluator(FIGURE_1.task("k-anonymity:1")).outcome(node)
    height, groups, average, dm, precision, by_attribute, loss = METRICS[node]
    assert outcome.groups == groups
    assert OBJECTIVES["height"].value(outcome) == height
    assert OBJECTIVES["average-group-size"].value(outcome) == average
    assert OBJECTIVES["discernibility"].value(outcome) == dm
    assert OBJECTIVES["precision"].value(outcome) == pytest.approx(float(precision))
    expected = [float(Fraction(one)) for one in by_attribute]
    assert Loss().by_attribute(outcome) == pytest.approx(expected)
    assert OBJECTIVES["loss"].value(outcome) == pytest.approx(loss, abs=5e-5)


FIGURE_3_NODE = {(1, 2, 1)}
MINIMAL = {
    "k-anonymity:2": {(0, 1, 1), (3, 3, 0)},
    "k-anonymity:3": {(1, 2, 1), (2, 1, 1)},
    "k-anonymity:4": {(1, 2, 1), (2, 1, 1)},
    "distinct-l-diversity:2": FIGURE_3_NODE,
    "distinct-l-diversity:3": FIGURE_3_NODE,
    "frequency-l-diversity:2": FIGURE_3_NODE,
    "entropy-l-diversity:2.5": FIGURE_3_NODE,
    "entropy-l-diversity:2.8": FIGURE_3_NODE,
    "recursive-cl-diversity:c=2,l=2": FIGURE_3_NODE,
    "recursive-cl-diversity:c=3,l=3": FIGURE_3_NODE,
    "recursive-cl-diversity:c=2,l=3": {(3, 3, 1)},
    "entropy-l-diversity:3": set(),
}


@pytest.mark.parametrize("spec", MINIMAL)
@pytest.mark.parametrize("search", [exhaustive, incognito])
def test_minimal_nodes_of_figure_1(spec, search):
    task = FIGURE_1.task(spec)
    result = search(task)
    assert task.lattice.size == 32
    assert nodes(task.lattice.minimal(result.satisfying)) == MINIMAL[spec]
    if MINIMAL[spec] == FIGURE_3_NODE:
        assert result.satisfying.sum() == 6


@pytest.mark.parametrize("spec", MINIMAL)
@pytest.mark.parametrize("algorithm", SEARCHES)
def test_every_search_finds_a_minimal_or_higher_node(spec, algorithm):
    best = SEARCHES[algorithm](FIGURE_1.task(spec)).best
    if not MINIMAL[spec]:
        assert best is None
        return
    assert any((np.array(one) <= best.levels).all() for one in MINIMAL[spec])


BIRTH, SEX, ZIP = 0, 1, 2
SURVIVORS = {
    (BIRTH,): {(0,), (1,)},
    (SEX,): {(0,), (1,)},
    (ZIP,): {(0,), (1,), (2,)},
    (BIRTH, SEX): {(0, 1), (1, 0), (1, 1)},
    (BIRTH, ZIP): {(1, 0), (0, 2), (1, 1), (1, 2)},
    (SEX, ZIP): {(1, 0), (0, 2), (1, 1), (1, 2)},
    (BIRTH, SEX, ZIP): {(1, 1, 0), (0, 1, 2), (1, 0, 2), (1, 1, 1), (1, 1, 2)},
}


def test_incognito_on_the_six_patients():
    task = PATIENTS.task("k-anonymity:2")
    survivors, checked = satisfying_by_subset(task)
    del survivors[()]
    assert {places: nodes(mask) for places, mask in survivors.items()} == SURVIVORS
    assert checked == 17  # more than the 12 nodes of the lattice
    whole = survivors[BIRTH, SEX, ZIP]
    assert nodes(task.lattice.minimal(whole)) == {(1, 1, 0), (0, 1, 2), (1, 0, 2)}

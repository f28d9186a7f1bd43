# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Hierarchy, Intervals, Masking, Suppression

# Figure 1 of the l-diversity paper: zip code, age, nationality of its twelve patients.
PATIENTS = [
    ("13053", 28, "Russian"),
    ("13068", 29, "American"),
    ("13068", 21, "Japanese"),
    ("13053", 23, "American"),
    ("14853", 50, "Indian"),
    ("14853", 55, "Russian"),
    ("14850", 47, "American"),
    ("14850", 49, "American"),
    ("13053", 31, "American"),
    ("13053", 37, "Indian"),
    ("13068", 36, "Japanese"),
    ("13068", 35, "American"),
]
KINDS = (
    Masking(length=5, keep=3),
    Intervals(cuts=((30, 40), (40,))),
    Suppression(),
)


@pytest.fixture
def figure_1():
    hierarchies = []
    for position, kind in enumerate(KINDS):
        values, counts = np.unique(
            np.array([row[position] for row in PATIENTS], dtype=object),
            return_counts=True,
        )
        hierarchies.append(kind.build(Dictionary.build("q", values, counts)))
    return hierarchies


def test_the_lattice_of_figure_1(figure_1):
    assert [hierarchy.height for hierarchy in figure_1] == [3, 3, 1]
    assert [hierarchy.sizes[0] for hierarchy in figure_1] == [4, 12, 4]
    age = figure_1[1]
    assert age.labels[1:] == (("<30", "30-39", ">=40"), ("<40", ">=40"), ("*",))


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((2, 1, 1), (Fraction(1, 3), Fraction(3, 11), 1)),
        ((1, 2, 1), (Fraction(1, 9), Fraction(17, 33), 1)),
        ((3, 3, 1), (1, 1, 1)),
    ],
)
def test_the_loss_of_figures_2_and_3(figure_1, node, expected):
    for position, (hierarchy, level) in enumerate(zip(figure_1, node, strict=True)):
        order = {value: code for code, value in enumerate(hierarchy.labels[0])}
        codes = [order[row[position]] for row in PATIENTS]
        hidden = hierarchy.leaves(level)[hierarchy.maps[level][codes]] - 1
        loss = (hidden / (hierarchy.sizes[0] - 1)).mean()
        assert loss == pytest.approx(float(expected[position]))


def column(*values):
    return Dictionary.build("x", values, [1] * len(values))


def test_a_top_is_added_only_where_labels_remain():
    labels = [["A", "A", "B"]]
    added = Hierarchy.from_labels(column("a", "b", "c"), labels, top=True)
    assert added.labels[-1] == ("*",)
    assert Hierarchy.from_labels(column("a", "b", "c"), labels).height == 1
    single = Hierarchy.from_labels(column("a", "b"), [["A", "A"]], top=True)
    assert single.labels[-1] == ("A",)


def test_only_a_star_stands_for_a_missing_value():
    hierarchy = Hierarchy.from_labels(column("a", None), [["A"], ["*"]])
    assert hierarchy.labels == (("a", None), ("A", None), ("*",))
    assert hierarchy.maps[1].tolist() == [0, 1]
    assert hierarchy.step(1, 2).tolist() == [0, 0]


def test_columns_without_values():
    assert Suppression().build(column(None)).labels == ((None,), ("*",))
    assert Suppression().build(column()).sizes == (0, 0)

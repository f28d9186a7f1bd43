# SPDX-License-Identifier: Apache-2.0
"""Axes: numbers in their order, categories beside those that are alike."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.spans import RANGE, SET, STAR, TREE
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.rows import Rows
from diversa.recodings.axes import (
    axes_of,
    distances,
    hides,
    kind_of,
    ladder,
    leaf_order,
)
from diversa.recodings.box_style import BoxStyle

PLACES = Dictionary.build("place", ["a", "b", "c"], [1] * 3)
TREE_OF_PLACES = Rows((("a", "x"), ("b", "y"), ("c", "x"))).build(PLACES)


def test_siblings_stand_side_by_side():
    order = [TREE_OF_PLACES.labels[0][code] for code in leaf_order(TREE_OF_PLACES)]
    assert order == ["a", "c", "b"]


def test_numbers_stand_as_far_apart_as_they_are(hierarchies):
    ages = hierarchies[0]
    assert distances(ages, leaf_order(ages)).tolist() == pytest.approx(
        [0, 5 / 18, 11 / 18, 1]
    )


@pytest.mark.parametrize(
    ("style", "kinds"),
    [
        (BoxStyle(), (RANGE, SET)),
        (BoxStyle("ancestor", "star"), (STAR, TREE)),
        (BoxStyle("star"), (RANGE, STAR)),
        (BoxStyle(region=True), (RANGE, RANGE)),
    ],
)
def test_loss_is_measured_as_it_is_published(hierarchies, style, kinds):
    assert tuple(kind_of(one, style) for one in hierarchies) == kinds


def test_an_ancestor_hides_its_other_leaves():
    levels = ladder(TREE_OF_PLACES, leaf_order(TREE_OF_PLACES))
    assert hides(levels).tolist() == [[0, 0, 0], [0.5, 0.5, 0], [1, 1, 1]]


def test_tuples_lie_where_their_values_do(finest):
    axes = axes_of(finest)
    assert axes.ranks.shape == (2, 6)
    assert np.array_equal(axes.ranks[0], finest.codes[0])  # ages are in order

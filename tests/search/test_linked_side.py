# SPDX-License-Identifier: Apache-2.0
"""Losses of levels, and what may be left out."""

from __future__ import annotations

import numpy as np

from diversa.hierarchies.hierarchy import Hierarchy
from diversa.search.linked_side import Budget, Side, level_loss

WARDS = Hierarchy(
    "ward",
    (np.array([0, 1, 2, 3], np.int32), np.array([0, 0, 0, 1], np.int32)),
    (("a", "b", "c", "d"), ("abc", "d")),
)


def test_nothing_may_be_left_out_of_an_empty_budget():
    assert Budget(0, 0).is_empty
    assert not Budget(0, 1).is_empty


def test_the_loss_of_a_level_is_the_mean_over_rows():
    codes, weights = np.array([0, 3], np.int32), np.array([1, 3])
    assert level_loss(WARDS, 0, codes, weights) == 0
    assert level_loss(WARDS, 1, codes, weights) == 2 / 3 * 1 / 4
    assert level_loss(WARDS, 1, codes[:0], weights[:0]) == 0


def test_tuples_get_the_number_of_what_they_become():
    side = Side(np.array([[0], [2], [3]], np.int32), (WARDS,))
    assert side.numbers((0,)).tolist() == [0, 1, 2]
    assert side.numbers((1,)).tolist() == [0, 0, 1]
    assert [one.tolist() for one in side.losses(np.array([1, 1, 2]))] == [[0, 1 / 3]]

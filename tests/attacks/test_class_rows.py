# SPDX-License-Identifier: Apache-2.0
"""The rows of groups by classes."""

from __future__ import annotations

import numpy as np
import pytest

from correlated_tables import FOUR_GROUPS, places_of_rows
from diversa.attacks.class_rows import class_rows
from diversa.errors import InternalError


@pytest.fixture
def rows():
    return class_rows(places_of_rows(FOUR_GROUPS), "ill")


def test_rows_lie_group_after_group(rows):
    assert rows.sizes.tolist() == [2, 2, 2, 2]
    assert rows.group.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert rows.shares.tolist() == [0.5] * 16
    assert rows.states.tolist() == [4] * 4
    assert rows.class_shares.tolist() == [0.5, 0.5]
    assert rows.value_shares.tolist() == [3 / 8, 3 / 8, 2 / 8]
    true = [sorted(rows.true_values[[2 * g, 2 * g + 1]].tolist()) for g in range(4)]
    assert true == [[0, 2], [0, 1], [0, 1], [1, 2]]


def test_some_groups_are_chosen(rows):
    some = rows.select(np.array([3, 1]))
    assert some.sizes.tolist() == [2, 2]
    assert some.rows.values.tolist() == [1, 2, 0, 1]
    assert some.true_values.tolist() == rows.true_values[[6, 7, 2, 3]].tolist()


def test_known_rows_leave_with_their_values(rows):
    known = np.array([True, False, True, True, False, False, False, False])
    rest = rows.without(known)
    assert rest.sizes.tolist() == [1, 0, 2, 2]
    (left,) = rest.true_values[:1]
    counts = rest.rows.groups.counts
    assert counts[:2].tolist() == [int(left == 0), int(left == 2)]
    assert counts[2:].tolist() == [0, 0, 1, 1, 1, 1]


def test_shuffled_rows_keep_the_counts(rows):
    order = np.array([7, 6, 5, 4, 3, 2, 1, 0])
    shuffled = rows.shuffle(order)
    assert shuffled.rows.groups is rows.rows.groups
    assert shuffled.rows.tuples.tolist() == rows.rows.tuples[::-1].tolist()


def test_only_the_owner_knows_values():
    rows = class_rows(places_of_rows(FOUR_GROUPS, owner=False), "ill")
    with pytest.raises(InternalError):
        _ = rows.true_values

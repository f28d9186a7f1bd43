# SPDX-License-Identifier: Apache-2.0
"""The rows of groups by classes."""

from __future__ import annotations

import numpy as np
import pytest

from correlated_tables import FOUR_GROUPS, places_of_rows
from diversa.attacks.class_rows import MOST_CLASSES, class_rows, classes_of
from diversa.data.dictionary import Dictionary
from diversa.errors import InternalError


@pytest.fixture
def rows():
    return class_rows(places_of_rows(FOUR_GROUPS), "ill")


def numbers(values, counts, kind="number"):
    return Dictionary.build("age", values, counts, kind=kind)


def test_every_value_of_a_text_is_a_class():
    texts = [str(one) for one in range(30)]
    counts = np.ones(30)
    assert classes_of(numbers(texts, counts, "text"), counts).tolist() == [*range(30)]


def test_few_numbers_stay_apart():
    counts = np.array([1.0, 0, 5, 1])
    assert classes_of(numbers(range(4), counts), counts).tolist() == [0, 0, 1, 2]


def test_classes_of_numbers_have_about_the_same_rows():
    counts = np.random.default_rng(0).integers(1, 9, 400).astype(float)
    classes = classes_of(numbers(range(400), counts), counts)
    rows = np.bincount(classes, counts)
    assert len(rows) == MOST_CLASSES
    assert (np.diff(classes) >= 0).all()
    assert np.ptp(rows) <= 2 * counts.max()


def test_a_frequent_number_that_is_a_limit_begins_a_class():
    """Half of the rows are 50: the limits that fall on it are one, before it."""
    counts = np.ones(100)
    counts[50] = 99
    classes = classes_of(numbers(range(100), counts), counts)
    assert classes[50] == classes[49] + 1
    assert len(np.unique(classes)) <= MOST_CLASSES


def test_a_missing_number_is_a_class_of_its_own():
    counts = np.ones(41)
    classes = classes_of(numbers([*range(40), None], counts), counts)
    assert classes[40] == classes[:40].max() + 1


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

# SPDX-License-Identifier: Apache-2.0
"""Walks over coarser partitions: of nothing, of one attribute, of parts of groups."""

from __future__ import annotations

import numpy as np

from diversa.counts.groups import Groups
from diversa.counts.supersets import (
    HistogramsAbove,
    LargeSupersets,
    no_supersets,
    supersets_of_parts,
)

WHOLE = Groups.from_counts([{"flu": 3, "acne": 2}], on="ill")
HALVES = Groups.from_counts([{"flu": 3}, {"acne": 2}], on="ill")


def walk():
    """Three groups: two in the first half, one in the second; then all in the whole."""
    yield np.array([0, 0, 1]), HALVES
    yield np.array([0, 0, 0]), WHOLE


def test_nothing_is_known():
    assert list(no_supersets()) == []


def test_one_attribute_of_every_step():
    steps = [
        (parents.tolist(), histogram.sizes.tolist())
        for parents, histogram in HistogramsAbove(walk, "ill")()
    ]
    assert steps == [([0, 0, 1], [3, 2]), ([0, 0, 0], [5])]


def test_what_holds_a_group_holds_its_parts():
    parts = np.array([2, 0, -1])  # of the third group, of the first, of none
    steps = [parents.tolist() for parents, _ in supersets_of_parts(walk, parts)]
    assert steps == [[1, 0, -1], [0, 0, -1]]


def test_what_is_only_walked_over_is_not_given_at_once():
    assert HistogramsAbove(walk, "ill").large(2) is None


def test_pairs_of_chosen_groups_and_their_large_supersets():
    # Four finest groups in two partitions; the second has one large group.
    place = np.array([[0, 0], [0, 0], [-1, 0], [1, 0]], dtype=np.int16)
    first = np.array([0, 2])
    inside = np.array([0, 2, 3])  # of three groups
    histogram = HALVES.histogram()
    both = LargeSupersets(histogram, place, first, np.array([0, 1]), inside, np.ones(2))
    assert both.rows == 3
    group, parents = both.pairs(np.array([0, 1]))
    assert sorted(zip(group.tolist(), parents.tolist(), strict=True)) == [
        (0, 0),
        (0, 2),
        (1, 2),
    ]
    upper = LargeSupersets(histogram, place, first, np.array([1]), inside, np.ones(2))
    group, parents = upper.pairs(np.array([1, 2]))
    assert (group.tolist(), parents.tolist()) == ([1, 2], [2, 2])

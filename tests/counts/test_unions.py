# SPDX-License-Identifier: Apache-2.0
"""Unions of groups: every way to know less, and no other."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.kinds import Kinds
from diversa.counts.sensitive import Sensitive
from diversa.counts.unions import levels_of_unions, lowest_constant, unite
from diversa.hierarchies.hierarchy import Hierarchy
from people_tables import (
    HIERARCHIES,
    SECRETS,
    VISITORS,
    dictionary,
    groups_by_hand,
    people_set,
)


def constant_by_hand(people, place):
    """The lowest level on which nobody has two labels."""
    hierarchy = HIERARCHIES[place]
    for level in range(hierarchy.height + 1):
        labels = [
            {hierarchy.maps[level][row[place]] for row in rows} for rows in people
        ]
        if all(len(one) == 1 for one in labels):
            return level
    raise AssertionError


@given(VISITORS)
def test_the_lowest_constant_level_is_that_of_every_person(people):
    finest = people_set(people)
    if finest.visits is not None:
        by_hand = tuple(constant_by_hand(people, place) for place in (0, 1))
        assert lowest_constant(finest) == by_hand


@given(VISITORS)
def test_unions_are_the_nodes_above_along_what_is_not_constant(people):
    finest = people_set(people)
    if finest.visits is None:
        return
    constant = lowest_constant(finest)
    ranges = [range(3) if level else (0,) for level in constant]
    expected = {*itertools.product(*ranges)} - {(0, 0)}
    assert {*levels_of_unions(finest, constant)} == expected
    for levels in expected:
        found = sorted(unite(finest, levels).groups.sizes.tolist())
        by_hand = sorted(map(len, groups_by_hand(people, levels).values()))
        assert found == by_hand


def test_a_column_without_a_top_is_left_out():
    flat = Hierarchy.from_labels(dictionary("p", 2), [])
    # a is in both groups, b in the first, c in the second.
    cells = Cells(
        (dictionary("p", 2), SECRETS[0]),
        np.array([[0, 0], [1, 1]], dtype=np.int32),
        np.array([2, 2], dtype=np.int64),
    )
    kinds = Kinds(np.array([0, 2, 3, 4]), np.array([0, 1, 0, 1]), np.array([1, 1, 1]))
    node = frequency_set(cells, [flat], [Sensitive(SECRETS[0])], kinds=kinds)
    assert lowest_constant(node) == (1,)
    assert [*levels_of_unions(node, (1,))] == [(1,)]
    assert unite(node, (1,)).groups.sizes.tolist() == [3]

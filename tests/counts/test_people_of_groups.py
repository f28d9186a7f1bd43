# SPDX-License-Identifier: Apache-2.0
"""People behind groups: each counted once, in the group that gives most away."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.visits import groups_of_people
from people_tables import people_set

VISITORS = [
    [(0, 0, 0, 0), (1, 0, 1, 0)],  # in two groups
    [(0, 0, 1, 0)],
    [(1, 0, 2, 0)],
    [(1, 0, 2, 0)],
]


@pytest.fixture
def visitors():
    found = people_set(VISITORS)
    return found.groups, PeopleOfGroups(
        found.groups.sizes, found.group_rows, found.visits
    )


def test_whoever_is_in_two_groups_is_counted_once(visitors):
    groups, people = visitors
    assert groups.sizes.tolist() == [2, 3]
    assert (people.total, people.rows.sum()) == (4, 5)
    assert people.count(np.array([True, False])) == 2


def test_people_are_counted_where_fewest_are(visitors):
    groups, people = visitors
    assert people.by_least(groups.sizes).tolist() == [2, 2]
    assert people.by_least(np.array([9, 3])).tolist() == [1, 3]


def test_people_of_several_groups_have_the_values_of_all(visitors):
    groups, people = visitors
    one = people.unite(groups, np.array([True, True]))
    assert one.sizes.tolist() == [4]
    assert one.histogram("s").counts.tolist() == [1, 2, 2]


def test_people_of_one_group_each_add_up():
    groups = groups_of_people([["ab", "a"], ["b"], ["a"]], on="ill")
    people = PeopleOfGroups(groups.sizes, np.array([3, 1, 1]))
    assert people.by_least(groups.sizes).tolist() == [2, 1, 1]
    one = people.unite(groups, np.array([True, False, True]))
    assert (one.sizes.tolist(), one.histogram("ill").counts.tolist()) == ([3], [3, 1])

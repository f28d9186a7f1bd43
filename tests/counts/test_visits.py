# SPDX-License-Identifier: Apache-2.0
"""People in groups, on every node, against a count by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
from hypothesis import given

from diversa.counts.frequency_set import project, roll_up
from examples import examples
from people_tables import (
    CONSTANTS,
    SECRETS,
    VISITORS,
    groups_by_hand,
    having,
    people_set,
    shares,
)

NODES = list(itertools.product(range(3), repeat=2))


def check_node(node, people):
    """A node has the people, the rows and the values that are counted by hand."""
    expected = groups_by_hand(people, node.levels)
    found = [tuple(line) for line in node.codes.T.tolist()]
    assert sorted(found) == sorted(expected)
    by_group = [expected[codes] for codes in found]
    assert node.groups.sizes.tolist() == [len(rows_of) for rows_of in by_group]
    rows = [sum(map(len, rows_of.values())) for rows_of in by_group]
    assert node.group_rows.tolist() == rows
    for place, secret in enumerate(SECRETS):
        for way, by_hand in (("having", having), ("shares", shares)):
            histogram = node.groups.histogram(secret.column, way)
            unit = histogram.sizes[0] // node.groups.sizes[0]
            for number, rows_of in enumerate(by_group):
                inside = slice(*histogram.starts[number : number + 2])
                counts = {
                    int(value): Fraction(int(count), int(unit))
                    for value, count in zip(
                        histogram.values[inside], histogram.counts[inside], strict=True
                    )
                }
                assert counts == by_hand(rows_of, 2 + place)


@examples(40)
@given(VISITORS)
def test_people_in_several_groups_are_counted_once_in_each(people):
    finest = people_set(people)
    for levels in NODES:
        check_node(roll_up(finest, levels), people)


@examples(40)
@given(CONSTANTS)
def test_people_in_one_group_each_are_counted_as_rows_are(people):
    finest = people_set(people)
    assert finest.visits is None
    for levels in NODES:
        check_node(roll_up(finest, levels), people)


@examples(40)
@given(VISITORS)
def test_a_node_is_the_same_by_every_way_up(people):
    finest = people_set(people)
    for between in NODES:
        check_node(roll_up(roll_up(finest, between), (2, 2)), people)
        check_node(roll_up(roll_up(finest, (0, between[1])), (2, between[1])), people)


@examples(20)
@given(VISITORS)
def test_a_projection_has_the_same_people(people):
    one = project(people_set(people), [1])
    expected = groups_by_hand(people, (2, 0))
    assert sorted(one.groups.sizes.tolist()) == sorted(map(len, expected.values()))


def test_the_reference_is_the_people_of_the_table():
    people = [[(0, 0, 0, 0), (1, 1, 1, 0)], [(0, 0, 1, 0)], [(3, 3, 2, 1)] * 3]
    secret = people_set(people).groups.sensitive[0]
    assert secret.reference_size == 3
    assert secret.reference_counts.tolist() == [1, 2, 1]
    by_shares = secret.in_people("shares")
    assert by_shares.reference_size == 6
    assert by_shares.reference_counts.tolist() == [1, 3, 2]
    assert secret.people.has_several


@examples(20)
@given(VISITORS)
def test_selected_groups_lose_the_visits_elsewhere(people):
    node = roll_up(people_set(people), (1, 1))
    if node.visits is None:
        return
    chosen = np.arange(len(node)) % 2 == 0
    left = node.visits.select(chosen).in_groups(len(node))
    assert left.sizes.tolist() == np.where(chosen, node.groups.sizes, 0).tolist()


def test_without_sensitive_attributes_only_people_are_counted():
    people = [[(0, 0, 0, 0), (1, 1, 1, 0)], [(0, 0, 1, 0)]]
    node = people_set(people, ())
    assert node.groups.profiles is None
    assert sorted(node.groups.sizes.tolist()) == [1, 2]

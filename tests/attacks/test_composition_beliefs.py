# SPDX-License-Identifier: Apache-2.0
"""Beliefs from two releases and a population: the specification's examples."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.attacks.composition_beliefs import (
    ReleaseInPopulation,
    certain_on_average,
    surest_beliefs,
)
from diversa.attacks.matches import Matches
from diversa.attacks.values_left import GroupValues
from examples import examples


def release(groups, covered, population):
    """A release: counts of values by group, and the group of each tuple."""
    starts = np.cumsum([0, *map(len, groups)])
    values = [value for group in groups for value in sorted(group)]
    counts = [group[value] for group in groups for value in sorted(group)]
    tuples = sorted({who for who, _ in population})
    people = [sum(n for (who, _), n in population.items() if who == q) for q in tuples]
    return ReleaseInPopulation(
        GroupValues(starts, np.array(values), np.zeros(len(groups), dtype=bool)),
        np.array(counts),
        np.array([sum(group.values()) for group in groups]),
        Matches(
            ("q",),
            np.array(people),
            np.arange(len(tuples) + 1),
            np.array([covered[q] for q in tuples]),
            line=np.array([tuples.index(who) for who, _ in population]),
        ),
    )


def belief(first, second, population):
    """The surest belief about the person of tuple 0, who is in both groups."""
    tuples = {who for who, _ in population}
    releases = [
        release([group], dict.fromkeys(tuples, 0), population)
        for group in (first, second)
    ]
    (found,) = surest_beliefs(
        releases,
        np.array(list(population.values())),
        np.array([value for _, value in population]),
        same_tuple=np.array([0 if who == 0 else -1 for who, _ in population]),
        groups=[np.array([0]), np.array([0])],
        domain=8,
    )
    return found


def test_shares_that_are_alike():
    """(a2 b1 c1) and (a1 b1 d2): a with 2/3."""
    population = {(0, value): 10 for value in range(4)}
    found = belief({0: 2, 1: 1, 2: 1}, {0: 1, 1: 1, 3: 2}, population)
    assert found == pytest.approx(2 / 3)


def test_one_value_is_left():
    """{flu, HIV} and {HIV, cancer}: HIV with certainty."""
    population = {(0, value): 5 for value in range(3)}
    assert belief({0: 1, 1: 1}, {1: 1, 2: 1}, population) == 1


def test_a_rare_value_in_both_is_likely():
    """Flu 2 HIV 1 twice, shares 9/10 and 1/100: HIV with 45/47."""
    population = {(0, 0): 90, (0, 1): 1, (0, 2): 5, (0, 3): 4}
    found = belief({0: 2, 1: 1, 2: 1}, {0: 2, 1: 1, 3: 1}, population)
    assert found == pytest.approx(45 / 47)


def test_what_is_known_of_the_person_counts():
    """Others whom the labels cover have other values."""
    population = {(0, 0): 1, (0, 1): 9, (1, 0): 19, (1, 1): 11}
    found = belief({0: 1, 1: 1}, {0: 1, 1: 1}, population)
    first, second = 1 / 20**2, 9 / 20**2
    assert found == pytest.approx(second / (first + second))


def test_nobody_like_the_person():
    assert belief({0: 1, 1: 1}, {0: 1, 1: 1}, {(1, 0): 3, (1, 1): 3}) == 0


VALUES = st.lists(st.sampled_from([0, 1, 2]), min_size=3, max_size=3)


@examples(30)
@given(VALUES, VALUES)
def test_expected_certain_people_by_enumeration(first, second):
    """Two samples of three of five people who look alike, in one group each.

    Published values are given; who is in a sample is drawn.
    """
    population = {(0, value): 1 for value in range(5)}
    both = [release([Counter(group)], {0: 0}, population) for group in (first, second)]
    found = certain_on_average(both, np.ones(5, dtype=np.int64), 8)
    left = {*first} & {*second}
    certain = len(left) == 1 < min(len({*first}), len({*second}))
    draws = [
        len({*ours} & {*theirs})
        for ours in combinations(range(5), 3)
        for theirs in combinations(range(5), 3)
    ]
    assert found == pytest.approx(certain * sum(draws) / len(draws))

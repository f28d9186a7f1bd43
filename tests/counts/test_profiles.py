# SPDX-License-Identifier: Apache-2.0
"""Profiles: sets of values, numbered alike where they are alike."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.profiles import (
    MANY_PARTS,
    Profiles,
    divide_a_person,
    parts_of_a_person,
)

SETS = st.lists(st.frozensets(st.integers(0, 5), min_size=1), min_size=1, max_size=9)


def profiles_of(sets):
    members = [value for one in sets for value in sorted(one)]
    starts = np.cumsum([0] + [len(one) for one in sets])
    return Profiles(starts, np.array(members, dtype=np.int32))


def sets_of(profiles):
    edges = profiles.starts.tolist()
    return [
        frozenset(profiles.members[low:high].tolist())
        for low, high in itertools.pairwise(edges)
    ]


@given(SETS)
def test_equal_sets_become_one_profile(sets):
    number, united = profiles_of(sets).unite()
    every = sets_of(united)
    assert len(every) == len(set(every))
    assert [every[place] for place in number] == sets


@given(SETS)
def test_the_values_of_a_profile_are_different(sets):
    codes = np.array([0, 0, 1, 1, 2, 2])  # two combinations have one value each
    held = profiles_of(sets).values_of(codes, 3)
    expected = [sorted({code // 2 for code in one}) for one in sets]
    assert [
        held.codes[low:high].tolist()
        for low, high in zip(held.starts, held.starts[1:], strict=False)
    ] == expected
    assert held.are_single == all(len(values) == 1 for values in expected)


@given(st.lists(st.integers(1, 60), min_size=1))
def test_a_person_is_divided_into_whole_parts(numbers):
    lengths = np.array(numbers)
    parts = parts_of_a_person(lengths, 1000)
    shares = divide_a_person(lengths, parts)
    assert np.add.reduceat(shares, np.cumsum(lengths) - lengths).tolist() == (
        [parts] * len(numbers)
    )
    if parts != MANY_PARTS:
        assert (shares * np.repeat(lengths, lengths) == parts).all()

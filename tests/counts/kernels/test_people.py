# SPDX-License-Identifier: Apache-2.0
"""Visits of a person are joined where their groups are, compiled or not."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.people import add_people, join_visits, sort_presences
from examples import examples

VISITS = st.lists(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), min_size=1, max_size=40),
    min_size=1,
    max_size=6,
)


@examples(30)
@given(VISITS)
def test_joined_visits_are_sorted_and_different(kinds):
    starts = np.cumsum([0] + [len(visits) for visits in kinds])
    flat = np.array([visit for visits in kinds for visit in visits], dtype=np.int32)
    edges, groups, values = join_visits(starts, flat[:, 0].copy(), flat[:, 1].copy(), 4)
    found = list(zip(groups.tolist(), values.tolist(), strict=True))
    assert [found[low:high] for low, high in itertools.pairwise(edges)] == [
        sorted(set(visits)) for visits in kinds
    ]


@examples(30)
@given(VISITS)
def test_presences_are_sorted_by_group(kinds):
    kinds = [sorted(set(visits)) for visits in kinds]
    starts = np.cumsum([0] + [len(visits) for visits in kinds])
    groups = np.array([group for visits in kinds for group, _ in visits], np.int32)
    people = np.arange(1, len(kinds) + 1)
    first, (edges, presences, counts) = sort_presences(starts, groups, people, 7)
    expected = [
        [
            (group, kind + 1)
            for kind, visits in enumerate(kinds)
            if group in dict(visits)
        ]
        for group in range(7)
    ]
    assert first[-1] == len(groups)
    assert [
        list(zip(groups[first[presences[low:high]]], counts[low:high], strict=True))
        for low, high in itertools.pairwise(edges)
    ] == expected


@given(
    st.lists(
        st.tuples(
            st.integers(1, 9),
            st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_people_are_added_to_each_pair_that_they_have(kinds):
    expected = Counter()
    for people, pairs in kinds:
        for pair in pairs:
            expected[pair] += people
    every = [pair for _, pairs in kinds for pair in sorted(pairs)]
    groups, values = (np.array(part, np.int32) for part in zip(*every, strict=True))
    starts = np.cumsum([0, *(len(pairs) for _, pairs in kinds)])
    people = np.array([number for number, _ in kinds])
    having = add_people(starts, (groups, values), people, 4, 5)
    found = {(place // 5, place % 5): n for place, n in enumerate(having.tolist()) if n}
    assert found == expected

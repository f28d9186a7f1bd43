# SPDX-License-Identifier: Apache-2.0
"""Newcomers of a republication: the least who wait, then the fewest counterfeits."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from diversa.search.series.newcomers import (
    Gaps,
    eligible_parts,
    fill,
    find_gaps,
    meet,
    share_out,
)
from diversa.search.series.signatures import Signatures
from diversa.search.series.splitting import Split
from partition_tasks import numbers_of, on_a_line


@cache
def can_meet(counts, m):
    """Whether people of these values can all be in groups of m values or more."""
    return any(
        max(counts) <= groups and sum(counts) >= m * groups
        for groups in range(1, sum(counts) + 1)
    ) or not any(counts)


def best(newcomers, gaps, m):
    """Try every way: the least number who wait, then of gaps that stay open."""
    ways = product(
        *(
            [(f, g) for f in range(min(n, d) + 1) for g in range(n - f + 1)]
            for n, d in zip(newcomers, gaps, strict=True)
        )
    )
    return min(
        (
            sum(newcomers) - sum(f + g for f, g in way),
            sum(gaps) - sum(f for f, _ in way),
        )
        for way in ways
        if can_meet(tuple(sorted(g for _, g in way)), m)
    )


CASES = [
    (newcomers, gaps, m)
    for newcomers in product(range(4), repeat=3)
    for gaps in [(0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 1, 2), (2, 2, 2)]
    for m in (1, 2, 3)
]


def test_it_is_the_best_of_all_ways():
    for newcomers, gaps, m in CASES:
        shares = share_out(np.array(newcomers), np.array(gaps), m)
        case = (newcomers, gaps, m)
        parts = shares.waiting, shares.filling, shares.meeting
        assert all((part >= 0).all() for part in parts), case
        assert (sum(parts) == newcomers).all(), case
        assert (shares.filling <= gaps).all(), case
        assert (shares.meeting <= shares.groups).all(), case
        assert shares.meeting.sum() >= m * shares.groups, case
        least = (shares.waiting.sum(), sum(gaps) - shares.filling.sum())
        assert least == best(newcomers, gaps, m), case


@pytest.mark.parametrize(
    ("counts", "m", "groups", "waiting"),
    [
        # spec of bucketization: the table of group numbers
        ((3, 3, 3), 3, 3, 0),
        ((2, 2, 2, 1), 3, 2, 0),
        ((2, 2, 2, 2), 2, 4, 0),
        ((5, 2, 2, 1), 3, 2, 3),
        ((7, 2, 2, 2), 3, 3, 4),
        ((1, 1), 3, 0, 2),
    ],
)
def test_a_first_release_keeps_as_many_as_bucketization(counts, m, groups, waiting):
    shares = share_out(np.array(counts), np.zeros(len(counts), dtype=int), m)
    assert (shares.groups, shares.waiting.sum()) == (groups, waiting)


def test_gaps_are_the_values_that_a_group_lacks():
    """Two groups of the signature {0, 1, 2}: 0 lacks the value 1, 1 lacks 0 and 2."""
    signatures = Signatures(np.array([0, 3]), np.array([0, 1, 2]))
    groups = Split(np.array([0, 0, 1]), np.array([0, 0]))
    places = np.array([[0.2, 0.4, 0.9]])
    gaps = find_gaps(signatures, groups, np.array([0, 2, 1]), places)
    assert list(zip(gaps.group.tolist(), gaps.value.tolist(), strict=True)) == [
        (0, 1),
        (1, 0),
        (1, 2),
    ]
    assert gaps.places[0] == pytest.approx([0.3, 0.9, 0.9])
    left = gaps.without(np.array([1]))
    assert (left.group.tolist(), left.value.tolist()) == ([0, 1], [1, 2])


def test_people_fill_the_gap_of_their_value_that_is_near():
    gaps = Gaps(np.array([0, 1, 1]), np.array([5, 5, 7]), np.array([[0.0, 1.0, 1.0]]))
    value, places = np.array([5, 5]), np.array([[0.9, 0.1]])
    assert fill(gaps, value, places).tolist() == [1, 0]


def test_people_are_cut_while_no_value_is_too_frequent():
    """Far apart: 200 people of two values each, by turns."""
    numbers = [*range(200), *range(1000, 1200)]
    secrets = ["a", "b"] * 200
    finest = on_a_line(numbers, "frequency-l-diversity:2,on=s", secrets=secrets).finest
    part = eligible_parts(finest, np.arange(400), 2)
    low = np.array(numbers_of(finest)) < 500
    assert len(np.unique(part)) > 1
    assert not set(part[low]) & set(part[~low])
    assert eligible_parts(finest, np.arange(0), 2).tolist() == []


def test_groups_of_the_same_values_are_a_bucket():
    """Two people of each of two values, and one of a third: groups of 3 and 2."""
    buckets, bucket = meet(np.array([0, 0, 1, 1, 2]), np.zeros(5, dtype=int), 2)
    values = np.split(buckets.signatures.values, buckets.signatures.starts[1:-1])
    assert sorted(map(list, values)) == [[0, 1], [0, 1, 2]]
    assert buckets.sizes.tolist() == [1, 1]
    people = np.bincount(bucket)
    assert sorted(people.tolist()) == [2, 3]

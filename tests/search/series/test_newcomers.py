# SPDX-License-Identifier: Apache-2.0
"""Newcomers of a republication: the least who wait, then the fewest counterfeits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from diversa.search.series.newcomers import share_out


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
        if can_meet([g for _, g in way], m)
    )


CASES = [
    (newcomers, gaps, m)
    for newcomers in product(range(4), repeat=3)
    for gaps in [(0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 1, 2), (2, 2, 2)]
    for m in (1, 2, 3)
]


def test_it_is_the_best_of_all_ways():
    for newcomers, gaps, m in CASES:
        found = share_out(np.array(newcomers), np.array(gaps), m)
        case = (newcomers, gaps, m)
        parts = found.waiting, found.filling, found.meeting
        assert all((part >= 0).all() for part in parts), case
        assert (sum(parts) == newcomers).all(), case
        assert (found.filling <= gaps).all(), case
        assert (found.meeting <= found.groups).all(), case
        assert found.meeting.sum() >= m * found.groups, case
        least = (found.waiting.sum(), sum(gaps) - found.filling.sum())
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
    found = share_out(np.array(counts), np.zeros(len(counts), dtype=int), m)
    assert (found.groups, found.waiting.sum()) == (groups, waiting)

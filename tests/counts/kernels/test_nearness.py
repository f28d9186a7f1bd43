# SPDX-License-Identifier: Apache-2.0
"""Groups near a large group around them, against every pair compared with fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.nearness import LargeGroups, ValueSets, near_some
from examples import generator

VALUES, SETS, FINEST, PARTITIONS = 4, 5, 6, 7


def arguments(random, integers):
    """Groups with their large supersets in some of several partitions."""
    groups = int(random.integers(1, 5))
    entries = [
        np.sort(random.choice(VALUES, 1 + one % 3, replace=False))
        for one in range(groups)
    ]
    starts = np.cumsum([0, *(len(one) for one in entries)])
    counts = random.integers(1, 6, starts[-1])
    large = random.integers(1, 4, PARTITIONS)
    first = np.cumsum([0, *large[:-1]])
    place = random.integers(-1, large, (FINEST, PARTITIONS)).astype(integers)
    members = random.integers(0, 2, (VALUES, SETS))
    histograms = random.integers(0, 9, (large.sum(), VALUES)) + 1
    chosen = random.permutation(groups)
    inside = random.integers(0, FINEST, groups)
    partitions = np.sort(random.choice(PARTITIONS, 4, replace=False))
    rows, sizes = histograms @ members, histograms.sum(axis=1)
    return (
        chosen,
        Histograms(starts, np.concatenate(entries).astype(np.int32), counts),
        np.add.reduceat(counts, starts[:-1]),
        LargeGroups(inside, place, first, partitions, rows, sizes),
        ValueSets(members, random.integers(0, 4, SETS)),
        int(random.integers(0, 4)),
        int(random.integers(1, 4)),
    )


def is_near(group, histograms, large, sets, bound):
    """Whether one of the large groups that hold a group is near, pair by pair."""
    starts, values, counts = histograms
    inside, place, first, partitions, references, totals = large
    members, weights = sets
    ours = np.zeros(VALUES, dtype=np.int64)
    for entry in range(starts[group], starts[group + 1]):
        ours[values[entry]] += counts[entry]
    for partition in partitions:
        local = int(place[inside[group], partition])
        if local < 0:
            continue
        other = int(first[partition]) + local
        apart = sum(
            int(weight)
            * abs(Fraction(x, int(ours.sum())) - Fraction(y, int(totals[other])))
            for weight, x, y in zip(
                weights,
                (ours @ members).tolist(),
                references[other].tolist(),
                strict=True,
            )
        )
        if apart <= bound:
            return True
    return False


@pytest.mark.parametrize("form", ["plain", "dispatcher"])
@pytest.mark.parametrize("integers", [np.int16, np.int32])
def test_a_group_is_near_where_one_pair_is(form, integers):
    random, seen = generator("nearness"), []
    for _ in range(25):
        given = arguments(random, integers)
        groups, histograms, _, large, sets, above, below = given
        near = getattr(near_some, form)(*given)
        expected = [
            is_near(group, histograms, large, sets, Fraction(above, below))
            for group in groups
        ]
        assert near.tolist() == expected
        seen += expected
    assert 10 < sum(seen) < len(seen) - 10

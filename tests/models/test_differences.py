# SPDX-License-Identifier: Apache-2.0
"""Distances as sums of differences against the work that distances say themselves."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.supersets import LargeSupersets
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models import differences as module
from diversa.models import parse
from diversa.models.comparison import TableComparison
from diversa.models.differences import Differences
from examples import generator

VALUES = (1, 2, 4, 7)


def tree(dictionary):
    """Two pairs of values below one root."""
    return Hierarchy.from_labels(dictionary, [["a", "a", "b", "b"], ["*"] * 4])


class Pairs:
    """A taxonomy that is built with the dictionary of a table."""

    build = staticmethod(tree)


def groups_of(random, number, least):
    counts = random.integers(least, 6, (number, len(VALUES)))
    counts[:, 0] += 1
    named = [dict(zip(VALUES, line.tolist(), strict=True)) for line in counts]
    whole = dict.fromkeys(VALUES, 10)
    return Groups.from_counts(named, on="s", table=whole, taxonomy=Pairs())


def beside(random):
    """Five groups, and four large ones in two partitions that hold some of them."""
    ours = groups_of(random, 5, 0).histogram()
    theirs = groups_of(random, 4, 1).histogram()
    place = random.integers(-1, 2, (5, 2)).astype(np.int16)
    first, partitions = np.array([0, 2]), np.array([0, 1])
    inside = random.permutation(5)
    return ours, LargeSupersets(theirs, place, first, partitions, inside, np.ones(4))


def distance_of(spec, ours):
    return parse(f"t-closeness:0.5,on=s{spec}").between(ours.sensitive)


@pytest.mark.parametrize(
    "spec",
    [
        "",
        ",distance=ordered",
        ",distance=numeric",
        ",distance=hierarchical",
    ],
)
def test_the_nearest_superset_is_as_near_as_its_work(spec):
    random, seen = generator("differences"), []
    for _ in range(20):
        ours, above = beside(random)
        distance, every = distance_of(spec, ours), np.arange(len(ours))
        group, parents = above.pairs(every)
        pairs = TableComparison(ours.take(group), above.histogram, parents, len(VALUES))
        work = distance.work(pairs)
        for t in (Fraction(0), Fraction(1, 5), Fraction(1, 3), work.exact(0)):
            near = distance.differences.near_some(ours, above, every, t)
            expected = [
                any(
                    work.exact(place) <= t
                    for place in np.flatnonzero(group == one).tolist()
                )
                for one in every
            ]
            assert near.tolist() == expected
            seen += expected
    assert 20 < sum(seen) < len(seen) - 20


def test_nothing_is_told_where_64_bits_or_the_memory_are_not_enough(monkeypatch):
    ours, above = beside(generator("differences"))
    differences, every = distance_of("", ours).differences, np.arange(len(ours))
    assert differences.near_some(ours, above, every, Fraction(1, 2)) is not None
    fine = Fraction(10**17 + 1, 10**18)
    assert differences.near_some(ours, above, every, fine) is None
    monkeypatch.setattr(module, "MOST", 15)  # four large groups, four sets
    assert differences.near_some(ours, above, every, Fraction(1, 2)) is None


def test_no_table_is_made_that_is_too_wide():
    lines = np.arange(module.WIDEST, dtype=np.int32)[None]
    assert Differences.of_blocks(lines, 2) is None
    far = [2**61, 2**61]
    assert Differences.of_lines(3, lambda: None, far, 2**62) is None


def test_a_tree_of_one_height_has_no_blocks():
    none = Differences.of_blocks(np.empty((0, 4), dtype=np.int32), 2)
    ours, above = beside(generator("differences"))
    holds = (above.place[above.inside] >= 0).any(axis=1)
    near = none.near_some(ours, above, np.arange(len(ours)), Fraction(0))
    assert near.tolist() == holds.tolist()

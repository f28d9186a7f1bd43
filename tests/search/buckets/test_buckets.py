# SPDX-License-Identifier: Apache-2.0
"""Buckets: the optimum by counts, against the paper's table and exhaustive search."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.hierarchies import Taxonomy
from diversa.methods.bucketize import by_similarity
from diversa.models import LeDiversity
from diversa.search.buckets.buckets import Bucketing, most_groups, most_rows
from examples import examples
from tables import SmallTable

TABLE = [
    ((3, 3, 3), 3, 3, 9),
    ((2, 2, 2, 1), 3, 2, 7),
    ((4, 4, 2), 2, 5, 10),
    ((5, 1, 1), 3, 1, 3),
    ((5, 2, 2, 1), 3, 2, 7),
    ((7, 2, 2, 2), 3, 3, 9),
    ((4, 1, 1), 2, 2, 4),
    ((10,), 1, 10, 10),
    ((10,), 2, 0, 0),
    ((1, 1), 3, 0, 0),
]
"""Bucket counts, l, groups, rows kept."""


@pytest.mark.parametrize(("counts", "l", "groups", "kept"), TABLE)
def test_the_optimum_of_known_counts(counts, l, groups, kept):
    assert most_groups(np.array(counts), l) == groups
    assert most_rows(np.array(counts), l) == kept


@cache
def brute_force(counts: tuple[int, ...], l: int) -> tuple[int, int]:
    """The most groups and, apart from that, the most rows, over all ways to group.

    One group after the other is any set of at least l buckets that are not empty.
    """
    best_groups, best_rows = 0, 0
    present = [place for place, count in enumerate(counts) if count]
    for chosen in range(1, 1 << len(present)):
        members = [one for bit, one in enumerate(present) if chosen >> bit & 1]
        if len(members) < l:
            continue
        left = [count - (place in members) for place, count in enumerate(counts)]
        groups, rows = brute_force(tuple(sorted(left, reverse=True)), l)
        best_groups = max(best_groups, groups + 1)
        best_rows = max(best_rows, rows + len(members))
    return best_groups, best_rows


SMALL = [
    tuple(sorted(counts, reverse=True))
    for buckets in range(1, 5)
    for counts in combinations_with_replacement(range(1, 5), buckets)
    if sum(counts) <= 10
]


@pytest.mark.parametrize("l", [1, 2, 3])
def test_no_way_to_group_does_better(l):
    assert len(SMALL) > 50
    for counts in SMALL:
        found = most_groups(np.array(counts), l), most_rows(np.array(counts), l)
        assert found == brute_force(counts, l), counts


def bucketing(counts) -> Bucketing:
    """A table with one row per person and so many rows of each value."""
    rows = [
        (str(9 * place % 17), f"v{v}")
        for v, n in enumerate(counts)
        for place in range(n)
    ]
    ladders = {"age": dict.fromkeys({row[0] for row in rows}, ("*",))}
    finest = SmallTable(("age", "s"), tuple(rows), ladders).counted()
    return Bucketing(finest, np.arange(len(counts), dtype=np.int32))


@pytest.mark.parametrize("nearby", [False, True])
@pytest.mark.parametrize(("counts", "l"), [one[:2] for one in TABLE if one[2]])
def test_groups_are_made_as_counted(counts, l, nearby):
    pieces = bucketing(counts).group(l, seed=0, nearby=nearby)
    groups = pieces.groups
    assert groups.sizes.min() >= l
    assert groups.counts.max() == 1
    assert groups.rows == most_rows(np.array(counts), l)
    assert pieces.complete == (groups.rows == sum(counts))
    if not nearby:
        assert len(groups) == most_groups(np.array(counts), l)
        assert np.ptp(groups.sizes) <= 1


def test_the_seed_decides_who_meets_whom():
    made = [bucketing((8, 8, 8)).group(3, seed=seed) for seed in (1, 1, 2)]
    first, again, other = (sorted(meetings(pieces)) for pieces in made)
    assert first == again
    assert first != other


def meetings(pieces):
    """The quasi-identifiers of every group."""
    for number in range(pieces.count):
        yield tuple(sorted(pieces.finest.codes[0, pieces.group == number].tolist()))


UNEVEN = Taxonomy(tree={"*": {"p": ["x"], "q": ["z"], "r": {"s": ["u", "v"]}, "y": []}})


@examples(40)
@given(
    values=st.lists(st.sampled_from("xyzuv"), min_size=2, max_size=20),
    l=st.integers(1, 3),
    e=st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2)]),
    nearby=st.booleans(),
)
def test_uneven_trees_keep_similar_rows_apart(values, l, e, nearby):
    """The model measures the true way between values; the buckets need not."""
    rows = tuple((str(age), value) for age, value in enumerate(values))
    ladders = {"age": {row[0]: ("*",) for row in rows}}
    table = SmallTable(("age", "s"), rows, ladders, {"s": UNEVEN})
    finest = table.counted()
    similar = by_similarity(finest.groups.sensitive[0], (LeDiversity(l, e, on="s"),))
    made = Bucketing(finest, similar)
    l = max(some for some in range(1, l + 1) if most_groups(made.counts, some))
    groups = made.group(l, seed=0, nearby=nearby).groups
    assert LeDiversity(l, e, on="s").holds(groups).all()

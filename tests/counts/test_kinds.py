# SPDX-License-Identifier: Apache-2.0
"""Kinds of people against sets of Python."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kinds import Kinds, rank_sets
from examples import examples
from people_tables import count

PAIRS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 4)), max_size=40)


def listed(kinds):
    """The kinds as pairs of a tuple of cells and a number of people."""
    cuts = np.split(kinds.cells, kinds.starts[1:-1]) if len(kinds) else []
    return [
        (tuple(cells.tolist()), people)
        for cells, people in zip(cuts, kinds.people.tolist(), strict=True)
    ]


def brute_force(pairs, people):
    cells_of = defaultdict(set)
    for owner, cell in pairs:
        cells_of[owner].add(cell)
    kinds = Counter()
    for owner, cells in cells_of.items():
        kinds[tuple(sorted(cells))] += people[owner]
    return sorted(kinds.items())


@examples(200)
@given(pairs=PAIRS, people=st.none() | st.lists(st.integers(1, 5), min_size=9))
def test_kinds_are_the_sets_of_cells_in_order(pairs, people):
    owners, cells = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    given_people = None if people is None else np.array(people)
    kinds = Kinds.of(owners, cells, given_people)
    expected = brute_force(pairs, people or [1] * 9)
    assert listed(kinds) == expected
    assert len(kinds) == len(expected)
    assert kinds.total == sum(people for _, people in expected)
    assert kinds.sizes.tolist() == [len(cells) for cells, _ in expected]
    assert (kinds.starts.dtype, kinds.cells.dtype) == (np.int64, np.int32)
    assert kinds.people.dtype == np.int64


def test_equal_sets_share_a_rank_and_a_set_stands_behind_its_beginning():
    sets = [(2, 5), (2,), (2, 5, 6), (0, 9), (2, 5), (2, 4, 9)]
    starts = np.cumsum([0] + [len(cells) for cells in sets])
    cells = np.array([cell for one in sets for cell in one])
    ranks = rank_sets(starts, cells)
    assert ranks.tolist() == [3, 1, 5, 0, 3, 2]


@pytest.mark.parametrize("people", [1, 7])
def test_people_of_one_kind(people):
    kinds = Kinds.of(np.repeat(np.arange(people), 3), np.tile([4, 0, 2], people))
    assert listed(kinds) == [((0, 2, 4), people)]


def test_nobody():
    kinds = Kinds.of(np.empty(0, np.int64), np.empty(0, np.int64))
    assert (len(kinds), kinds.total, kinds.starts.tolist()) == (0, 0, [0])


def test_the_worked_example():
    """a: (0,h) (1,f), b the same, c: (1,f), d: (0,h); cells 0h, 1f."""
    owners, cells = np.array([0, 0, 1, 1, 2, 3]), np.array([0, 1, 0, 1, 1, 0])
    assert listed(Kinds.of(owners, cells)) == [((0,), 1), ((0, 1), 2), ((1,), 1)]


def test_a_roll_up_maps_cells_and_adds_up_equal_kinds():
    finest = Kinds.of(np.array([0, 0, 1, 2, 2]), np.array([0, 2, 1, 1, 3]))
    owners = np.repeat(np.arange(len(finest)), finest.sizes)
    merged = Kinds.of(owners, finest.cells // 2, finest.people)
    assert listed(merged) == [((0,), 1), ((0, 1), 2)]


def test_people_with_the_same_cells_are_of_one_kind():
    rows = [(0, 0, 0, 0), (1, 1, 1, 1)]
    _, kinds = count([rows, [*rows, rows[0]], rows[:1]])
    assert len(kinds) == 2
    assert kinds.total == 3

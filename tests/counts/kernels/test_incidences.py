# SPDX-License-Identifier: Apache-2.0
"""People and cells are numbered, and the cells of each collected, compiled or not."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.incidences import (
    NOBODY,
    number_cells,
    number_people,
    sets_of_cells,
    take_sets,
)
from examples import examples

BITS, ROOM = 5, 9
ROWS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=40)
"""Pairs of a person, who may be nobody (0), and a key or a cell."""


@examples(50)
@given(st.lists(st.integers(-1, 2000).map(lambda n: n * 2**40 if n > 0 else n)))
def test_people_of_one_hash_have_one_number(hashed):
    other = np.array([one % 977 for one in hashed], dtype=np.uint32)
    numbers, told_apart = number_people(np.array(hashed, dtype=np.int64), other)
    assert told_apart
    named = [one for one in hashed if one != NOBODY]
    expected = {one: number for number, one in enumerate(dict.fromkeys(named))}
    assert numbers.tolist() == [expected.get(one, NOBODY) for one in hashed]


def test_more_people_than_there_were_slots():
    hashed = np.random.default_rng(0).permutation(5000).astype(np.int64) << 40
    both = np.concatenate([hashed, hashed[::-1]])
    numbers, told_apart = number_people(both, (both >> 40).astype(np.uint32))
    assert told_apart
    assert numbers[:5000].tolist() == [*range(5000)]
    assert numbers[5000:].tolist() == [*range(5000)][::-1]


@pytest.mark.parametrize("others", [[1, 2, 3], [1, 1, 2]])
def test_people_who_share_one_hash_alone_are_found(others):
    hashed, other = np.array([7, 7, 7]), np.array(others, dtype=np.uint32)
    assert not number_people(hashed, other)[1]


@examples(50)
@given(rows=ROWS)
def test_cells_are_numbered_in_order(rows):
    packed = np.array(sorted((key << BITS) | who for who, key in rows), dtype=np.int64)
    keys, counts = number_cells(packed, BITS, ROOM)
    tally = Counter(key for _, key in rows)
    assert keys.tolist() == sorted(tally)
    assert counts.tolist() == [tally[key] for key in sorted(tally)]
    places = {key: place for place, key in enumerate(sorted(tally))}
    assert sorted(packed.tolist()) == sorted(
        (who << ROOM) | places[key] for who, key in rows
    )


@pytest.mark.parametrize("alone", [True, False])
@examples(50)
@given(rows=ROWS)
def test_the_cells_of_each_person_are_different(alone, rows):
    packed = np.array(sorted((who << ROOM) | cell for who, cell in rows), np.int64)
    starts, cells, persons = sets_of_cells(packed, ROOM, alone)
    nobody = sorted(cell for who, cell in rows if not who) if alone else []
    people = sorted({who for who, _ in rows} - {0})
    assert persons.tolist() == [0] * len(nobody) + people
    found = [cells[low:high].tolist() for low, high in itertools.pairwise(starts)]
    assert found == [[cell] for cell in nobody] + [
        sorted({cell for who, cell in rows if who == one}) for one in people
    ]
    assert (cells.dtype, starts[0], starts[-1]) == (np.int32, 0, len(cells))


def test_chosen_sets_are_taken_in_their_order():
    starts, cells = np.array([0, 2, 3, 3, 6]), np.arange(6, dtype=np.int32)
    edges, taken = take_sets(starts, cells, np.array([3, 0, 2]))
    assert (edges.tolist(), taken.tolist()) == ([0, 3, 5, 5], [3, 4, 5, 0, 1])
    assert take_sets(starts, cells, np.array([], dtype=np.int64))[0].tolist() == [0]

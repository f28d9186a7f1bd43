# SPDX-License-Identifier: Apache-2.0
"""Releases in which the rows of a cell are divided over groups."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diversa.counts.frequency_set import frequency_set
from diversa.metrics.recode_pieces import match, recode_pieces, tuples_of
from diversa.recodings.pieces import RowEntries, divide
from released_rows import hierarchies_of, secrets_of, small_table

TABLE = small_table([("1", "a", "x", "1")] * 3 + [("2", "b", "y", "2")] * 2)


@pytest.mark.parametrize("seed", range(5))
def test_rows_are_matched_with_rows_of_their_key(seed):
    """Every run takes rows of one key from both sides; none is taken twice."""
    random = np.random.default_rng(seed)
    keys, counts = random.integers(0, 4, 8), random.integers(1, 5, 8)
    total = Counter()
    for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
        total[key] += count
    other_keys = np.array(list(total))
    other_counts = np.array([random.integers(0, rows + 1) for rows in total.values()])
    line, other, rows = match(keys, counts, other_keys, other_counts)
    assert (rows > 0).all()
    taken = other >= 0
    assert (keys[line[taken]] == other_keys[other[taken]]).all()
    assert np.bincount(line, rows, minlength=8).tolist() == counts.tolist()
    assert (
        np.bincount(other[taken], rows[taken], minlength=len(total)).tolist()
        == other_counts.tolist()
    )


def pieces_in_groups(groups):
    """The rows of the table, in the order of its cells, in groups; -1 suppressed."""
    finest = frequency_set(TABLE.cells, hierarchies_of(TABLE), secrets_of(TABLE))
    rows = RowEntries(finest)
    most = max(groups) + 1
    group = np.array([most if one < 0 else one for one in groups])
    pieces = divide(rows, group, most + 1)
    return pieces.finest, np.where(pieces.group == most, -1, pieces.group)


def test_one_cell_in_two_groups():
    """Three rows of (1, a, x) in groups 0, 0 and 1; one of (2, b, y) is suppressed."""
    finest, group = pieces_in_groups([0, 0, 1, 1, -1])
    recoded = recode_pieces(TABLE.cells, secrets_of(TABLE), pieces=finest, group=group)
    assert recoded.groups.sizes.tolist() == [2, 2]
    assert (recoded.rows_out, recoded.suppressed) == (4, 1)
    assert sorted(recoded.box_rows.tolist()) == [1, 3]
    moves = Counter()
    for cell, place, rows in zip(
        recoded.entries.cell, recoded.entries.group, recoded.entries.rows, strict=True
    ):
        first = TABLE.cells.codes[cell][0]
        moves[TABLE.dictionaries[0].values[first], int(place)] += int(rows)
    assert moves == {("1", 0): 2, ("1", 1): 1, ("2", 1): 1, ("2", -1): 1}


def test_whole_cells_are_not_divided():
    finest, group = pieces_in_groups([0, 0, 0, 1, 1])
    recoded = recode_pieces(TABLE.cells, secrets_of(TABLE), pieces=finest, group=group)
    assert recoded.entries.rows.tolist() == TABLE.cells.counts.tolist()
    assert recoded.groups.sizes.tolist() == [3, 2]


def test_tuples_of_pieces_and_cells():
    finest, _ = pieces_in_groups([0, 1, 1, 2, 2])
    tuples, of_piece, of_cell = tuples_of(TABLE.cells, finest)
    assert tuples.shape == (3, 2)
    for place, hierarchy in enumerate(finest.hierarchies):
        column = TABLE.cells.column(hierarchy.attribute)
        assert tuples[place][of_cell].tolist() == column.tolist()
        assert tuples[place][of_piece].tolist() == finest.codes[place].tolist()

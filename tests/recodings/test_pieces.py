# SPDX-License-Identifier: Apache-2.0
"""Pieces of cells: rows that are alike in different groups."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diversa.recodings.pieces import RowEntries, divide, lines, shuffle_groups


@pytest.fixture
def doubled(finest):
    """Everybody twice."""
    return replace(
        finest, groups=replace(finest.groups, counts=finest.groups.counts * 2)
    )


def test_every_row_is_listed(doubled):
    rows = RowEntries(doubled)
    assert len(rows.entry) == 12
    assert np.bincount(rows.cell).tolist() == [2] * 6


def test_a_cell_is_divided_by_the_group_of_its_rows(doubled):
    rows = RowEntries(doubled)
    pieces = divide(rows, np.arange(12) % 2, 2)
    assert len(pieces.finest) == 12
    assert pieces.groups.sizes.tolist() == [6, 6]
    assert pieces.complete


def test_pieces_of_a_cell_follow_each_other(doubled):
    group = np.arange(12) % 2
    group[[4, 5, 6]] = -1  # the third cell, and half of the fourth
    pieces = divide(RowEntries(doubled), group, 2)
    cell, times = pieces.cells
    assert cell.tolist() == [0, 1, 3, 4, 5]
    assert times.tolist() == [2, 2, 1, 2, 2]
    assert pieces.finest.codes.tolist() == (
        doubled.codes[:, np.repeat(cell, times)].tolist()
    )


def test_rows_without_a_group_are_left_out(doubled):
    group = np.where(np.arange(12) < 4, -1, 0)
    pieces = divide(RowEntries(doubled), group, 1)
    assert not pieces.complete
    assert pieces.groups.rows == 8


def test_rows_that_are_alike_have_different_places(doubled):
    pieces = divide(RowEntries(doubled), np.arange(12) % 2, 2)
    listed = lines(pieces.finest)
    assert sorted(listed.place.tolist()) == [0] * 6 + [1] * 6


def test_numbers_of_groups_are_shuffled_and_nothing_else():
    group = np.array([0, 1, 2, 1, -1])
    again = shuffle_groups(group, 3, seed=5)
    assert again[4] == -1
    assert again[1] == again[3]
    assert sorted(again[:3].tolist()) == [0, 1, 2]

# SPDX-License-Identifier: Apache-2.0
"""Groupings: a line for every cell, or for every row of a divided one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diversa.recodings.groupings import grouping_of, is_divided, select_cells
from diversa.recodings.pieces import RowEntries, divide


def test_a_line_for_every_cell(finest):
    group = np.arange(6) % 2
    grouping = grouping_of(finest, group, None, "group", by_rows=False)
    assert grouping.codes.tolist() == finest.codes.T.tolist()
    assert (grouping.column, grouping.place, grouping.keys) == ("group", None, ())


def test_a_line_for_every_row_tells_rows_apart_by_their_sensitive_values(finest):
    groups = replace(finest.groups, counts=finest.groups.counts * 2)
    pieces = divide(RowEntries(replace(finest, groups=groups)), np.arange(12) % 2, 2)
    assert is_divided(pieces.finest)
    grouping = grouping_of(pieces.finest, pieces.group, None, by_rows=True)
    assert grouping.codes.shape == (12, 3)
    assert [one.dictionary.column for one in grouping.keys] == ["ill"]
    assert sorted(grouping.place.tolist()) == [0] * 6 + [1] * 6


def test_some_of_the_cells(finest):
    some = select_cells(finest, np.arange(6) < 2)
    assert (len(some), some.groups.rows, is_divided(some)) == (2, 2, False)

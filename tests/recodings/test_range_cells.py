# SPDX-License-Identifier: Apache-2.0
"""Cells of a number line, by hand: the finest in which nearly no row is rare."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from diversa.data.spelling import PLAIN
from diversa.recodings.range_cells import (
    RangeCells,
    finest_cells,
    moments_of,
    round_cells,
    whole_days,
)


def test_the_share_of_rare_rows():
    cells = RangeCells(np.array([0, 0, 1]), ["1", "5"], ["2", "5"])
    rows = np.array([2, 1, 1])
    assert cells.rows(rows).tolist() == [3, 1]
    assert cells.rare(rows, 3) == pytest.approx(1 / 4)


def test_cells_are_the_values_where_enough_rows_have_them():
    names = ["10", "11", "12"]
    cells = finest_cells(names, None, np.array([5, 5, 5]), 3, PLAIN)
    assert (list(cells.lows), list(cells.highs)) == (names, names)


def test_cells_grow_until_enough_rows_are_in_them():
    names = [str(number) for number in range(10, 20)]
    cells = finest_cells(names, None, np.ones(10, dtype=np.int64), 5, PLAIN)
    assert list(cells.lows) == ["10", "15"]
    assert list(cells.highs) == ["14", "19"]


def test_round_cells_never_hold_numbers_of_both_signs():
    for cells in round_cells(["-3", "-1", "1", "4"], PLAIN):
        assert cells.number[1] < cells.number[2]


def test_cells_of_dates_are_months_and_years():
    days = [f"2024-{month:02}-10" for month in (1, 1, 2, 2)] + ["2025-01-01"] * 4
    moments = moments_of(sorted(set(days)), PLAIN)
    assert whole_days(moments) == [
        dt.date(2024, 1, 10),
        dt.date(2024, 2, 10),
        dt.date(2025, 1, 1),
    ]
    names = sorted(set(days))
    cells = finest_cells(names, whole_days(moments), np.array([2, 2, 4]), 3, PLAIN)
    assert list(cells.lows) == ["2024-01-01", "2025-01-01"]
    assert list(cells.highs) == ["2024-12-31", "2025-12-31"]


def test_times_of_the_day_are_no_days():
    moments = moments_of(["2024-01-01T10:00:00", "2024-01-02T00:00:00"], PLAIN)
    assert moments is not None
    assert whole_days(moments) is None
    assert moments_of(["1", "2"], PLAIN) is None

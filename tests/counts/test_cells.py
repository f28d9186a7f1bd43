# SPDX-License-Identifier: Apache-2.0
"""Cells: distinct tuples with their rows, column by column."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts import cells as module
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary

ZIPS = Dictionary.build("zip", ["13053", "13068"], [3, 2])
AGES = Dictionary.build("age", ["28", "31"], [4, 1])
CELLS = Cells(
    (ZIPS, AGES),
    np.array([[0, 0], [0, 1], [1, 0]], dtype=np.int32),
    np.array([2, 1, 2], dtype=np.int64),
)


def test_rows_are_the_sum_of_the_counts():
    assert CELLS.rows == 5
    empty = Cells((ZIPS,), np.empty((0, 1), np.int32), np.empty(0, np.int64))
    assert empty.rows == 0


def test_a_column_is_found_by_its_name():
    assert CELLS.column("age").tolist() == [0, 1, 0]
    assert CELLS.dictionary("zip") is ZIPS


@pytest.mark.parametrize("few", [0, 1 << 16], ids=["sorted", "one by one"])
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_rows_of_every_value(few, order, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    ages = Dictionary.build("age", ["28", "29", "31"], [4, 0, 1])
    codes = np.array([[0, 0], [0, 2], [1, 0]], dtype=np.int32)
    cells = Cells((ZIPS, ages), codes[order], CELLS.counts[order])
    assert cells.rows_of("zip").tolist() == [3, 2]
    assert cells.rows_of("age").tolist() == [4, 0, 1]
    none = Cells((ZIPS, ages), codes[:0], CELLS.counts[:0])
    assert none.rows_of("age").tolist() == [0, 0, 0]


def test_an_unknown_column():
    with pytest.raises(ValueError, match="not in list"):
        CELLS.column("name")

# SPDX-License-Identifier: Apache-2.0
"""The smallest keyed hashes of a column, the same whatever the engine."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pytest

KEY = bytes(range(64))

COLUMNS = {
    "text": ["Ann", "Zoë", "Bob", "Ann", None, "Carl", "", "Ann"],
    "number": [4, 1, 2, 1, None, 3, 5, 1],
    "alike": ["x"] * 8,
}


@pytest.mark.parametrize("number", [1, 3, 9])
@pytest.mark.parametrize("column", [*COLUMNS])
def test_the_smallest_hashes_of_the_values_come(engine, column, number):
    table = engine.open(pa.table(COLUMNS))
    found = engine.smallest_hashes(table, column, KEY, number)
    texts = {str(value) for value in COLUMNS[column] if value is not None}
    every = [hashlib.sha256(KEY + text.encode()).hexdigest() for text in texts]
    assert found == sorted(every)[:number]


def test_values_that_repeat_leave_room_for_others(engine):
    """More rows are alike than are looked at first."""
    table = engine.open(pa.table({"id": ["Ann"] * 50 + ["Bob"]}))
    marks = [hashlib.sha256(KEY + who).hexdigest() for who in (b"Ann", b"Bob")]
    assert engine.smallest_hashes(table, "id", KEY, 2) == sorted(marks)

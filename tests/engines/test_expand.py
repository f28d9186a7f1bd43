# SPDX-License-Identifier: Apache-2.0
"""Rows that stand for several, expanded by every engine."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest


@pytest.mark.parametrize(
    "numbers", [pa.array([2, 0, 3, 2]), pa.array([2.0, 0, 3, 2]), ["2", "0", "3", "2"]]
)
def test_every_row_is_there_as_often_as_it_says(engine, numbers):
    source = pa.table({"zip": ["a", "b", None, "d"], "n": numbers, "x": [1, 2, 3, 1]})
    table = engine.open(source)
    values = engine.values(table, "n")
    times = np.array([int(float(text)) for text in values.texts])
    expanded = engine.expand(table, values, times)
    assert expanded.rows == 7
    assert expanded.columns == ("zip", "n", "x")
    columns = [engine.values(expanded, name) for name in ("zip", "x")]
    assert columns[0].texts == ("a", "d")
    assert columns[0].counts.tolist() == [2, 2, 3]
    cells = engine.count(expanded, columns)
    assert cells.counts.tolist() == [2, 2, 3]
    kept = engine.fetch(engine.select(expanded, ["x", "zip"]), like="pyarrow")
    assert Counter(tuple(row.values()) for row in kept.to_pylist()) == Counter(
        {(1, "a"): 2, (1, "d"): 2, (3, None): 3}
    )


def test_many_rows_of_one_line(engine):
    table = engine.open(pa.table({"zip": ["a", "b"], "n": [70_000, 1]}))
    expanded = engine.expand(table, engine.values(table, "n"), np.array([1, 70_000]))
    assert engine.values(expanded, "zip").counts.tolist() == [70_000, 1]

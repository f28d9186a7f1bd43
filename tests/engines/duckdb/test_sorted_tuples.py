# SPDX-License-Identifier: Apache-2.0
"""Sorted tuples: the order holds also where DuckDB does not keep it by itself."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.engines.duckdb import sorted_tuples
from diversa.engines.duckdb.session import Session
from diversa.engines.duckdb.sorted_tuples import SHORT, SortedTuples
from diversa.engines.engine import CountedTuples, Table, TupleColumn

LINES = 50_000
TABLE = Table("t", (), 0, "csv")


@pytest.fixture
def session():
    opened = Session(memory_limit=None, threads=4)
    yield opened
    opened.close()


def tuples(values):
    """Tuples of one column with many values, in no order."""
    random = np.random.default_rng(1)
    codes = random.integers(0, values, LINES)
    labels = [f"{number:06d}" for number in random.permutation(values)]
    column = TupleColumn("x", codes, labels)
    return CountedTuples((column,), random.integers(1, 3, LINES)), [
        labels[code] for code in codes
    ]


@pytest.mark.parametrize("values", [1, SHORT, SHORT + 1, 40_000])
def test_rows_come_in_order(session, values):
    counted, labels = tuples(values)
    rows = [
        text for (text,) in session.run(SortedTuples(session, TABLE, counted).select)
    ]
    assert rows == sorted(np.repeat(labels, counted.counts).tolist())


def test_tuples_that_a_join_moved_are_sorted_again(session, monkeypatch):
    """A session that hands out joined tables backwards, as DuckDB might."""
    derive = session.derive

    def backwards(query):
        if "LEFT JOIN" in query:
            query += " ORDER BY t.line DESC"
        return derive(query)

    monkeypatch.setattr(session, "derive", backwards)
    monkeypatch.setattr(sorted_tuples, "SHORT", 10)
    counted, labels = tuples(100)
    rows = [
        text for (text,) in session.run(SortedTuples(session, TABLE, counted).select)
    ]
    assert rows == sorted(np.repeat(labels, counted.counts).tolist())

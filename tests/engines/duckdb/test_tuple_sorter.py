# SPDX-License-Identifier: Apache-2.0
"""Sorted tuples: the order holds also where DuckDB does not keep it by itself."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.engines.duckdb import tuple_sorter
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.duckdb.tuple_sorter import SHORT, TupleSorter
from diversa.engines.row_recoding import CountedTuples, TupleColumn
from diversa.engines.table import Table

LINES = 50_000
TABLE = Table("t", (), 0, "csv")


@pytest.fixture(scope="module")
def session():
    opened = DuckDBSession(memory_limit=None, threads=4)
    yield opened
    opened.close()


def tuples(values, lines=LINES):
    """Tuples of one column with many values, in no order."""
    random = np.random.default_rng(1)
    codes = random.integers(0, values, lines)
    labels = [f"{number:06d}" for number in random.permutation(values)]
    column = TupleColumn("x", codes, labels)
    return CountedTuples((column,), random.integers(1, 3, lines)), [
        labels[code] for code in codes
    ]


@pytest.mark.parametrize("values", [1, SHORT, SHORT + 1, 40_000])
def test_rows_come_in_order(session, values):
    counted, labels = tuples(values)
    rows = session.arrays(TupleSorter(session, TABLE, counted).select)["c0"]
    assert rows.tolist() == np.sort(np.repeat(labels, counted.counts)).tolist()


def test_tuples_that_a_join_would_move_are_in_order(session, monkeypatch):
    """More lines than one thread takes, joined to their values."""
    monkeypatch.setattr(tuple_sorter, "SHORT", 10)
    counted, labels = tuples(100, lines=150_000)
    select = TupleSorter(session, TABLE, counted).select
    rows = session.arrays(select)["c0"]
    assert rows.tolist() == np.sort(np.repeat(labels, counted.counts)).tolist()


def test_an_infinite_date_is_left_to_duckdb(session, tmp_path):
    """Parquet knows none; DuckDB writes one that it knows again."""
    table = Table("t", ("x",), 2, "csv", ("DATE",))
    column = TupleColumn("x", np.array([0, 1]), ["infinity", "2020-01-01"], like="x")
    counted = TupleSorter(session, table, CountedTuples((column,), np.array([1, 1])))
    assert not counted.write(tmp_path / "x.parquet", ("DATE",))
    assert not (tmp_path / "x.parquet").exists()

# SPDX-License-Identifier: Apache-2.0
"""Parquet files of counted tuples, read by other programs."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.parquet_file import row_groups, write_tuples
from diversa.engines.parquet_types import TYPES, ParquetColumn, text_values
from diversa.engines.row_recoding import ColumnMap, CountedTuples, TupleColumn
from examples import examples

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)

VALUES = {
    "VARCHAR": TEXTS,
    "BOOLEAN": st.booleans(),
    "TINYINT": st.integers(-(2**7), 2**7 - 1),
    "SMALLINT": st.integers(-(2**15), 2**15 - 1),
    "INTEGER": st.integers(-(2**31), 2**31 - 1),
    "BIGINT": st.integers(-(2**63), 2**63 - 1),
    "FLOAT": st.floats(width=32, allow_nan=False),
    "DOUBLE": st.floats(allow_nan=False),
    "DATE": st.dates(),
    "TIMESTAMP": st.datetimes(),
}
"""Values of each type that is written."""

EPOCH = dt.datetime(1970, 1, 1)


@pytest.fixture(scope="module")
def session():
    opened = DuckDBSession(memory_limit=None, threads=None)
    yield opened
    opened.close()


def as_number(value):
    """A date as Parquet holds it."""
    if isinstance(value, dt.datetime):
        return (value - EPOCH) // dt.timedelta(microseconds=1)
    return (value - EPOCH.date()).days if isinstance(value, dt.date) else value


@st.composite
def columns(draw):
    """A column of tuples: its type, its values, and the row of each tuple."""
    kind = draw(st.sampled_from(sorted(VALUES)))
    values = draw(st.lists(VALUES[kind], max_size=6, unique=True))
    order = sorted(values, key=lambda v: v.encode() if kind == "VARCHAR" else v)
    tuples = draw(st.lists(st.integers(0, len(order)), min_size=1, max_size=40))
    return kind, order, tuples


def column_of(name, kind, order, ranks):
    if kind == "VARCHAR":
        values = text_values(order)
    else:
        values = np.array([as_number(v) for v in order], dtype=TYPES[kind].dtype)
    return ParquetColumn(name, TYPES[kind], values, np.array(ranks))


@examples(60)
@given(column=columns(), data=st.data())
def test_other_programs_read_what_was_counted(session, tmp_path_factory, column, data):
    kind, order, ranks = column
    counts = data.draw(
        st.lists(st.integers(1, 9), min_size=len(ranks), max_size=len(ranks))
    )
    file = tmp_path_factory.getbasetemp() / "tuples.parquet"
    half = len(ranks) // 2  # two runs of tuples, which may be divided anywhere
    begins = np.array([0, half] if half else [0])
    written = [
        column_of("x", kind, order, ranks),
        replace(
            column_of("y", "BIGINT", [7, 9], range(len(begins))),
            counts=np.add.reduceat(counts, begins),
        ),
    ]
    write_tuples(
        file, written, np.array(counts), group_rows=data.draw(st.sampled_from([3, 500]))
    )
    every = [*order, None]
    rows = [every[rank] for rank in np.repeat(ranks, counts)]
    read = pq.ParquetFile(file).read()
    assert read["x"].to_pylist() == rows
    later = sum(counts[half:]) if half else 0
    assert read["y"].to_pylist() == [7] * (len(rows) - later) + [9] * later
    assert pl.read_parquet(file)["x"].to_list() == rows
    found = session.run(f"SELECT x FROM '{file}'")
    assert [value for (value,) in found] == rows
    assert session.types(f"'{file}'") == [kind, "BIGINT"]


def test_many_different_numbers_take_the_bits_of_their_differences(session, tmp_path):
    numbers = np.random.default_rng(4).permutation(200_000)
    file, order = tmp_path / "numbers.parquet", np.arange(200_000)
    column = ParquetColumn("x", TYPES["BIGINT"], order, numbers)
    write_tuples(file, [column], np.ones(len(numbers), dtype=np.int64))
    assert file.stat().st_size < 200_000 * 3
    assert pq.read_table(file)["x"].to_pylist() == numbers.tolist()
    found = session.arrays(f"SELECT x FROM '{file}'")["x"]
    assert found.tolist() == numbers.tolist()


def test_statistics_bound_every_group_of_rows(tmp_path):
    file = tmp_path / "sorted.parquet"
    texts = ["a", "b", "c", "d" * 100]
    written = [
        column_of("x", "VARCHAR", texts, [0, 1, 2, 3]),
        column_of("y", "INTEGER", [-5, 300], [1, 0, 2, 2]),
    ]
    write_tuples(file, written, np.array([2, 2, 2, 2]), group_rows=4)
    groups = [pq.read_metadata(file).row_group(place) for place in range(2)]
    first, long = (group.column(0).statistics for group in groups)
    assert (first.min, first.max, first.null_count) == ("a", "b", 0)
    assert not long.has_min_max
    numbers, missing = (group.column(1).statistics for group in groups)
    assert (numbers.min, numbers.max, numbers.null_count) == (-5, 300, 0)
    assert missing.null_count == 4
    assert not missing.has_min_max


@examples(60)
@given(
    counts=st.lists(st.integers(1, 20), min_size=1, max_size=12), rows=st.integers(1, 9)
)
def test_groups_of_rows_are_the_rows_in_order(counts, rows):
    every = np.repeat(np.arange(len(counts)), counts)
    groups = [
        np.repeat(np.arange(lines.start, lines.stop), inside)
        for lines, inside in row_groups(np.array(counts), rows)
    ]
    assert np.concatenate(groups).tolist() == every.tolist()
    assert {len(group) for group in groups[:-1]} <= {rows}


def test_no_rows_are_a_file_too(session, tmp_path):
    file = tmp_path / "none.parquet"
    column = column_of("x", "VARCHAR", [], np.zeros(0, dtype=np.int32))
    write_tuples(file, [column], np.zeros(0, dtype=np.int64))
    assert pq.read_table(file).num_rows == 0
    assert session.run(f"SELECT * FROM '{file}'") == []


def test_what_the_format_is_not_written_for_is_left_to_duckdb(tmp_path):
    """Decimals come back all the same."""
    source, file = tmp_path / "in.parquet", tmp_path / "out.parquet"
    with DuckDBEngine() as engine:
        engine.session.run(f"COPY (SELECT unnest([1.5, NULL, 0.5]) AS x) TO '{source}'")
        table = engine.open(source)
        values = engine.values(table, "x")
        labels = ColumnMap.identity(values).labels
        column = TupleColumn("x", np.arange(3), labels, like="x")
        tuples = CountedTuples((column,), np.array([1, 2, 1]))
        engine.write(engine.repeat(table, tuples), file)
        rows = engine.session.run(f"SELECT CAST(x AS VARCHAR) FROM '{file}'")
        assert rows == [("0.5",), ("1.5",), ("1.5",), (None,)]
        assert engine.session.types(f"'{file}'") == list(table.types)

# SPDX-License-Identifier: Apache-2.0
"""Repeating: counted tuples as rows, the same as if the rows had been there."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.repeater import Repeater
from diversa.engines.row_recoding import ColumnMap, CountedTuples, TupleColumn
from diversa.engines.table import Table
from examples import examples

VALUES = st.none() | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=3
)


def texts(name, codes, values, **settings):
    return TupleColumn(name, np.array(codes, np.int32), values, **settings)


def numbers(name, codes):
    return TupleColumn(name, np.array(codes, np.int64), None)


@pytest.fixture(scope="module")
def small(engine):
    """A table that tuples are made for."""
    return engine.open(pa.table({"age": [31, 29, None], "x": ["a", "b", "c"]}))


def rows_of(engine, table):
    frame = engine.fetch(table, like="pyarrow")
    assert tuple(frame.column_names) == table.columns
    assert frame.num_rows == table.rows
    return [tuple(row.values()) for row in frame.to_pylist()]


@st.composite
def counted(draw):
    """Tuples of up to three columns; values and tuples may occur more than once.

    Some columns say a code once for tuples that follow each other.
    """
    runs = np.array(draw(st.lists(st.integers(1, 3), min_size=1, max_size=4)))
    tuples, columns = int(runs.sum()), []
    for place in range(draw(st.integers(1, 3))):
        values = draw(st.lists(VALUES, min_size=1, max_size=4))
        lowest = -draw(st.integers(0, 1))
        code = st.integers(lowest, len(values) - 1)
        shared = draw(st.sampled_from([None, runs]))
        size = tuples if shared is None else len(runs)
        codes = draw(st.lists(code, min_size=size, max_size=size))
        columns.append(texts(f"c{place}", codes, values, runs=shared))
    group = draw(st.lists(st.integers(-1, 9), min_size=tuples, max_size=tuples))
    counts = draw(st.lists(st.integers(1, 4), min_size=tuples, max_size=tuples))
    return CountedTuples((*columns, numbers("group", group)), np.array(counts))


def in_a_loop(tuples):
    """The rows of texts and group numbers, tuple after tuple."""
    rows = []
    for place, count in enumerate(tuples.counts):
        *codes, group = (int(column.each[place]) for column in tuples.columns)
        row = [
            "*" if code < 0 else column.values[code]
            for code, column in zip(codes, tuples.columns, strict=False)
        ]
        rows += [(*row, None if group < 0 else group)] * int(count)
    return rows


@examples(40)
@given(tuples=counted(), leaving=st.booleans())
def test_a_file_of_tuples_is_the_file_of_their_rows(
    engine, small, tmp_path, tuples, leaving
):
    """Byte for byte, so they are in the same order too."""
    rows = in_a_loop(tuples)
    types = [*[pa.string()] * (len(tuples.columns) - 1), pa.int64()]
    columns = zip(zip(*rows, strict=True), types, strict=True)
    frame = pa.table([pa.array(*one) for one in columns], names=list(tuples.names))
    repeated = engine.repeat(small, tuples, leaving=leaving)
    assert repeated.rows == len(rows)
    for name, table in (("tuples", repeated), ("rows", engine.open(frame))):
        for suffix in ("csv", "parquet"):
            engine.write(table, tmp_path / f"{name}.{suffix}")
    texts_of = [(tmp_path / f"{name}.csv").read_bytes() for name in ("tuples", "rows")]
    assert texts_of[0] == texts_of[1]
    tables = [
        pq.ParquetFile(tmp_path / f"{name}.parquet").read()
        for name in ("tuples", "rows")
    ]
    assert tables[0].to_pylist() == tables[1].to_pylist()
    assert tables[0].schema.types == tables[1].schema.types


@pytest.mark.parametrize("towns", [["Bonn", "Köln", "Rome"], ["Rome", "Bonn", "Köln"]])
def test_runs_of_tuples_in_order_and_not(engine, small, tmp_path, towns):
    columns = (
        texts("town", [0, 1, 2], towns, runs=np.array([2, 1, 3])),
        numbers("group", [0, 4, 2, 1, 1, 3]),
    )
    tuples = CountedTuples(columns, np.array([1, 2, 1, 1, 3, 1]))
    rows = sorted(in_a_loop(tuples))
    repeated = engine.repeat(small, tuples)
    assert sorted(rows_of(engine, repeated)) == rows
    engine.write(repeated, tmp_path / "runs.parquet")
    written = pq.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [tuple(row.values()) for row in written] == rows


def test_many_tuples_of_many_values_are_in_order(engine, small, many_rows, tmp_path):
    """More values than a list holds, in as many tuples as threads divide."""
    lines, random = many_rows // 4, np.random.default_rng(2)
    values = [f"v{number}" for number in random.permutation(2_000)]
    few = ["b", None, "a"]
    codes, others = random.integers(0, 2_000, lines), random.integers(0, 3, lines)
    counts = random.integers(1, 4, lines)
    tuples = CountedTuples((texts("p", codes, values), texts("q", others, few)), counts)
    file = tmp_path / "out.parquet"
    engine.write(engine.repeat(small, tuples), file)
    written = pq.read_table(file)
    last = [text or "missing" for text in few]  # behind all others
    every = np.repeat(np.array(values)[codes], counts)
    rest = np.repeat(np.array(last)[others], counts)
    order = np.lexsort((rest, every))
    assert written["p"].to_pylist() == every[order].tolist()
    assert written["q"].fill_null("missing").to_pylist() == rest[order].tolist()


def test_tuples_beyond_one_key(engine, small):
    """Twelve columns with 100 values each are sorted by two keys."""
    random = np.random.default_rng(3)
    codes = random.integers(0, 100, (12, 50))
    names = [str(number) for number in range(100)]
    columns = tuple(texts(f"q{i}", line, names) for i, line in enumerate(codes))
    tuples = CountedTuples(columns, np.ones(50, dtype=np.int64))
    rows = rows_of(engine, engine.repeat(small, tuples))
    assert rows == sorted(tuple(names[code] for code in line) for line in codes.T)


def test_values_keep_their_type_and_stars_make_texts_of_them(engine, small):
    ages = ColumnMap.identity(engine.values(small, "age")).labels
    for codes, kind, rows in [
        ([0, 2, 1], pa.int64(), [(29,), (31,), (None,), (None,)]),
        ([0, 2, -1], pa.string(), [("*",), ("29",), (None,), (None,)]),
    ]:
        column = texts("age", codes, ages, like="age")
        tuples = CountedTuples((column,), np.array([1, 2, 1]))
        made = engine.repeat(small, tuples)
        assert engine.fetch(made, like="pyarrow").schema.types == [kind]
        assert rows_of(engine, made) == rows


TYPED = {
    "float": pa.array([0.1, 2.5e300, None]),
    "single": pa.array([0.1, -3.5, None], pa.float32()),
    "decimal": pa.array([Decimal("1.10"), Decimal("-2.00"), None]),
    "date": pa.array([dt.date(2020, 2, 29), dt.date(1, 1, 1), None]),
    "time": pa.array([dt.datetime(2020, 2, 29, 1, 2, 3, 4), None], pa.timestamp("us")),
    "nanoseconds": pa.array([1_582_938_123_123_456_789, None], pa.timestamp("ns")),
    "zone": pa.array([1_582_938_123_123_456, None], pa.timestamp("us", "UTC")),
    "clock": pa.array([dt.time(23, 59, 58, 7), None]),
    "boolean": pa.array([True, False, None]),
    "large": pa.array([2**64 - 1, 0, None], pa.uint64()),
    "bytes": pa.array([b"\x00\xff'\\x41", b"", None]),
    "text": pa.array(["O'Hara", "", " 013 ", None]),
}


@pytest.mark.parametrize("leaving", [True, False], ids=["leaving", "staying"])
@pytest.mark.parametrize("kind", TYPED)
def test_every_type_comes_back_as_it_was(engine_name, engine, kind, leaving):
    """A column that was counted and repeated is the column."""
    if engine_name == "memory" and kind in ("zone", "nanoseconds", "clock", "bytes"):
        pytest.skip("the memory engine looks these up by a text that it cannot read")
    if engine_name in ("postgres", "spark") and kind == "large":
        pytest.skip("PostgreSQL and Spark lack the type: they come back as decimals")
    column = TYPED[kind]
    table = engine.open(pa.table({"x": column}))
    values = engine.values(table, "x")
    cells = engine.count(table, [values])
    labels = ColumnMap.identity(values).labels
    tuples = CountedTuples(
        (texts("x", cells.codes[:, 0], labels, like="x"),), cells.counts
    )
    made = engine.fetch(engine.repeat(table, tuples, leaving=leaving), like="pyarrow")
    again = engine.fetch(table, like="pyarrow")
    assert made.schema == again.schema
    assert made.equals(again)


def test_uuids_come_back(tmp_path):
    """A type that no frame of Arrow has."""
    number, file = uuid.UUID(int=7), tmp_path / "in.parquet"
    with DuckDBEngine() as engine:
        engine.session.run(f"COPY (SELECT '{number}'::UUID AS x) TO '{file}'")
        table = engine.open(file)
        column = texts("x", [0], engine.values(table, "x").values, like="x")
        tuples = CountedTuples((column,), np.array([2]))
        assert engine.repeat(table, tuples).types == table.types == ("UUID",)
        assert rows_of(engine, engine.repeat(table, tuples)) == [(str(number),)] * 2


def test_the_sign_of_a_zero_is_gone(engine):
    """Counts do not tell the two zeros apart, so neither may a release."""
    table = engine.open(pa.table({"x": [-0.0, 0.0]}))
    column = texts("x", [0], [-0.0], like="x")
    tuples = CountedTuples((column,), np.array([2]))
    rows = rows_of(engine, engine.repeat(table, tuples))
    assert [str(value) for (value,) in rows] == ["0.0", "0.0"]


@pytest.fixture(scope="module")
def session():
    opened = DuckDBSession(memory_limit=None, threads=None)
    yield opened
    opened.close()


@examples(20)
@given(tuples=counted())
def test_the_select_of_any_database_has_the_same_rows(session, tuples):
    """DuckDB has a way of its own, so the shared one is run here."""
    select = Repeater(DUCKDB, session, Table("t", (), 0, "csv"), tuples).select
    assert sorted(map(str, session.run(select))) == sorted(map(str, in_a_loop(tuples)))

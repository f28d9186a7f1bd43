# SPDX-License-Identifier: Apache-2.0
"""Parquet files: runs, pages and texts of a dictionary that stand in many rows."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.duckdb.parquet_size import size_in_footer, size_of_long_texts
from diversa.engines.duckdb.session import DuckDBSession
from diversa.errors import SourceError

ROWS = 100_000


@pytest.fixture
def session():
    with closing(DuckDBSession(memory_limit=None, threads=1)) as opened:
        yield opened


def written(path, texts, names=("a", "b")):
    """A file in which every row has the first text; all are in the dictionary."""
    codes = pa.array(np.zeros(ROWS, dtype=np.int32))
    column = pa.DictionaryArray.from_arrays(codes, pa.array(texts))
    numbers = pa.array(np.arange(ROWS) % 3)
    table = pa.Table.from_arrays([column, numbers], names=list(names))
    pq.write_table(table, path, compression="zstd", dictionary_pagesize_limit=10**9)
    return path


def test_a_long_text_that_stands_in_many_rows_is_measured(session, tmp_path):
    path = written(tmp_path / "t.parquet", ["x" * 50_100])
    assert path.stat().st_size < 100_000
    assert size_in_footer(path, session.run) < 10**6
    assert size_of_long_texts(path, session.run, 10**6) == ROWS * 50_000
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="at most 1GB"):
        engine.open(path)
    with DuckDBEngine() as engine:
        options = ReadOptions(most_unpacked="6GB")
        assert engine.open(path, options=options).rows == ROWS


def test_bytes_of_one_length_are_measured_too(session, tmp_path):
    path, size = tmp_path / "t.parquet", 1_100
    codes = pa.array(np.zeros(ROWS, dtype=np.int32))
    column = pa.DictionaryArray.from_arrays(codes, pa.array([b"x" * size])).cast(
        pa.binary(size)
    )
    pq.write_table(pa.table({"a": column}), path, compression="zstd")
    assert path.stat().st_size < 20_000
    assert size_of_long_texts(path, session.run, 10**6) == ROWS * 1_000


def test_one_long_text_among_short_ones(session, tmp_path):
    texts = ["short", *[f"{n}{'x' * 1_000}" for n in range(100)]]
    path = written(tmp_path / "t.parquet", texts)
    assert size_of_long_texts(path, session.run, 10**6) == 0


def test_columns_are_found_by_their_place(session, tmp_path):
    path = written(tmp_path / "t.parquet", ["x" * 1_100], names=("a, 'b", "A"))
    assert size_of_long_texts(path, session.run, 10**6) == ROWS * 1_000


KINDS = {
    "bytes": (pa.binary(), lambda text: text),
    "list": (pa.list_(pa.string()), lambda text: [text]),
    "lists": (pa.list_(pa.list_(pa.binary())), lambda text: [[text], None, []]),
    "record": (
        pa.struct({"a 'b": pa.string(), "n": pa.int8(), "o": pa.string()}),
        lambda text: {"a 'b": text, "n": 1, "o": None},
    ),
    "map": (pa.map_(pa.string(), pa.list_(pa.string())), lambda text: [("k", [text])]),
    "records": (
        pa.list_(pa.struct({"a": pa.string()})),
        lambda text: [{"a": text}, None],
    ),
}
"""Types in which a text may be hidden, and how it is."""


@pytest.mark.parametrize("kind", KINDS)
def test_long_texts_are_measured_wherever_they_are(session, tmp_path, kind):
    typed, hide = KINDS[kind]
    path = tmp_path / "t.parquet"
    column = pa.array([*[hide("x" * 1_100)] * 2_000, None], typed)
    pq.write_table(pa.table({"a": column, "b": ["y"] * 2_001}), path)
    assert size_of_long_texts(path, session.run, 10**5) == 2_000 * 1_000
    with DuckDBEngine() as engine, pytest.raises(SourceError, match="at most 1MB"):
        engine.open(path, options=ReadOptions(most_unpacked="1MB"))


def test_an_empty_file_has_no_size(session, tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": pa.array([], pa.string())}), path)
    assert size_in_footer(path, session.run) < 1_000
    assert size_of_long_texts(path, session.run, 1) == 0

# SPDX-License-Identifier: Apache-2.0
"""What is true of DuckDB alone: threads, and how it counts beyond memory."""

from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pyarrow
import pyarrow as pa
import pyarrow.parquet
import pytest

from diversa.engines.duckdb.engine import DuckDBEngine, first_rows
from diversa.errors import SourceError


def test_threads_change_nothing():
    random = np.random.default_rng(0)
    frame = pl.DataFrame(
        {"a": random.integers(0, 50, 300_000), "b": random.integers(0, 9, 300_000)}
    )
    results = []
    for threads in (1, 3):
        with DuckDBEngine(threads=threads) as engine:
            table = engine.open(frame)
            cells = engine.count(table, [engine.values(table, n) for n in "ab"])
            results.append((cells.codes.tolist(), cells.counts.tolist()))
    assert results[0] == results[1]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_threads_and_order_change_no_byte(tmp_path, suffix):
    """Shuffled rows, other threads, another engine: the same bytes."""
    rows = 200_000
    numbers = np.arange(rows)
    values, texts = pa.array([f"v{number}" for number in range(7)]), pa.array(["t"])
    whole = pa.table(
        {
            "a": values.take(numbers % 7),
            "n": numbers % 50,
            "t": texts.take(pa.array(numbers * 0, mask=numbers % 3 > 0)),
        }
    )
    contents = set()
    for threads in (1, 4):
        shuffled = whole.take(np.random.default_rng(threads).permutation(rows))
        with DuckDBEngine(threads=threads) as other:
            path = tmp_path / f"{threads}.{suffix}"
            other.write(other.open(shuffled), path)
            contents.add(path.read_bytes())
    assert len(contents) == 1


ODD = ["", None, 'a "b", c', "two\nlines", "😀", " x "]


def test_a_table_that_is_unloaded_and_loaded_is_what_it_was(engine):
    days = [None, *(dt.date(2024, 1, day) for day in range(1, 6))]
    table = engine.open(pa.table({"text": ODD, "day": days, "n": range(6)}))
    with engine.unload(table) as file:
        content = file.path.read_bytes()
    assert not file.path.exists()
    loaded = engine.load(table, lambda path: path.write_bytes(content))
    assert loaded.name != table.name
    before, after = (
        engine.fetch(one, like="pyarrow", keep_order=True) for one in (table, loaded)
    )
    assert after.equals(before)


def test_nothing_is_left_of_a_table_that_cannot_be_unloaded(engine):
    table = engine.open(pa.table({"text": ODD}))
    with pytest.raises(OSError, match="no way"):
        engine.load(table, fail)
    assert not list(engine.session.folder.glob("*.csv"))


def fail(path):
    path.write_text("x")
    raise OSError("no way")


def test_the_first_rows_are_texts(tmp_path):
    file = tmp_path / "t.json"
    file.write_text('[{"a": 1, "b": "x"}, {"a": 2, "b": null}, {"a": 3, "b": "z"}]')
    assert first_rows(file, 2) == (("a", "b"), [["1", "x"], ["2", ""]])


def damaged_parquet(path):
    """A Parquet file whose footer reads and whose values do not."""
    table = pyarrow.table({"town": ["Springfield"] * 5000})
    pyarrow.parquet.write_table(table, path, use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[4:400] = b"\xff" * 396
    path.write_bytes(content)
    return path


def test_a_damaged_file_is_an_error_of_the_source(tmp_path):
    with pytest.raises(SourceError, match="cannot be read") as caught:
        first_rows(damaged_parquet(tmp_path / "t.parquet"), 2)
    assert "Springfield" not in str(caught.value)

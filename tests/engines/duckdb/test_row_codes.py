# SPDX-License-Identifier: Apache-2.0
"""Rows that are sorted as codes are the rows, in the same order."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.engines.duckdb import row_codes
from diversa.engines.duckdb.engine import DuckDBEngine
from examples import examples

TEXTS = st.none() | st.sampled_from(["", "*", "a", "B", "é", "a b", '"', "10", "9"])
ROWS = st.lists(st.tuples(TEXTS, st.integers(0, 3), TEXTS), min_size=1, max_size=30)


@pytest.fixture(scope="module")
def engine():
    with DuckDBEngine() as opened:
        yield opened


def table_of(rows):
    types = pa.string(), pa.int64(), pa.string()
    columns = zip(zip(*rows, strict=True), types, strict=True)
    return pa.table([pa.array(*column) for column in columns], names=list("xyz"))


@examples(40)
@given(rows=ROWS)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_files_are_the_same(engine, tmp_path_factory, rows, suffix):
    table = engine.open(table_of(rows))
    folder = tmp_path_factory.getbasetemp()
    files = [folder / f"{name}.{suffix}" for name in ("coded", "plain")]
    with pytest.MonkeyPatch.context() as patch:
        for file, least in zip(files, (0, len(rows) + 1), strict=True):
            patch.setattr(row_codes, "ROWS", least)
            engine.write(table, file)
    if suffix == "csv":
        assert files[0].read_bytes() == files[1].read_bytes()
    else:
        coded, plain = (pq.ParquetFile(file).read() for file in files)
        assert coded.to_pylist() == plain.to_pylist()
        assert coded.schema.types == plain.schema.types


@examples(20)
@given(rows=ROWS, data=st.data())
def test_the_order_of_the_source_is_in_no_byte(engine, tmp_path_factory, rows, data):
    """Whatever order rows come in, the file is the same."""
    folder = tmp_path_factory.getbasetemp()
    files = folder / "one.parquet", folder / "other.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_codes, "ROWS", 0)
        for file, source in zip(
            files, (rows, data.draw(st.permutations(rows))), strict=True
        ):
            engine.write(engine.open(table_of(source)), file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_texts_that_do_not_repeat_stay_texts(engine, monkeypatch):
    monkeypatch.setattr(row_codes, "ROWS", 0)
    monkeypatch.setattr(row_codes, "FEW", 2)
    rows = [("a", 1, None), ("b", 2, None), ("a", 1, "q"), ("c", 1, "q"), ("d", 1, "q")]
    table = engine.open(table_of(rows))
    assert row_codes.text_codes(engine.session, table).keys() == {"c2"}
    ordered = row_codes.sort_rows(engine.session, table)
    assert engine.session.types(ordered.name) == list(table.types)


def test_few_rows_and_tables_without_texts_are_as_they_are(engine, monkeypatch):
    table = engine.open(table_of([("a", 1, "b")]))
    assert row_codes.sort_rows(engine.session, table) is None
    monkeypatch.setattr(row_codes, "ROWS", 0)
    numbers = engine.open(pa.table({"x": [1, 2]}))
    assert row_codes.sort_rows(engine.session, numbers) is None

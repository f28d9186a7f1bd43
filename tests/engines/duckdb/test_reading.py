# SPDX-License-Identifier: Apache-2.0
"""How sources become tables of DuckDB: copied only where they must be."""

from __future__ import annotations

import gzip

import polars as pl
import pytest

from diversa.data.frames import as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.reading import DuckDBReader
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.source_files import locate
from diversa.errors import SourceError
from table_sources import csv_text

COLUMNS = {"näme": ["José", "Ж😀", None], "zip": ["013", " 1 ", "1e5"]}


def test_copies_do_not_stay(engine, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(csv_text(COLUMNS).encode("utf-16"))
    engine.open(path)
    assert list(tmp_path.iterdir()) == [path]
    assert not list(engine._session.folder.rglob("*.csv"))


def is_view(session, table):
    found = session.run(
        f"SELECT * FROM duckdb_views() WHERE view_name = '{table.name}'"
    )
    return bool(found)


def test_only_text_is_read_into_a_table(tmp_path):
    """Parquet files and frames stay where they are: rows are scanned when needed."""
    frame = pl.DataFrame({"a": ["x", "y"]})
    frame.write_parquet(tmp_path / "t.parquet")
    frame.write_csv(tmp_path / "t.csv")
    session = DuckDBSession(memory_limit=None, threads=1)
    reader = DuckDBReader(session)
    options = ReadOptions()
    parquet = reader.file(locate(tmp_path / "t.parquet"), options, ordered=False)
    text = reader.file(locate(tmp_path / "t.csv"), options, ordered=False)
    seen = [is_view(session, one) for one in (parquet, reader.frame(as_frame(frame)))]
    assert seen == [True, True]
    assert not is_view(session, text)
    session.close()


def test_a_wide_file_is_read_no_wider_than_it_is_asked_for(tmp_path):
    """Two thousand columns of which one is wanted take a table of one column."""
    names = [f"c{number}" for number in range(2_000)]
    rows = [",".join(str(row) for _ in names) for row in range(3)]
    (tmp_path / "wide.csv").write_text("\n".join([",".join(names), *rows]))
    session = DuckDBSession(memory_limit=None, threads=1)
    reader = DuckDBReader(session, ["c1777"])
    table = reader.file(locate(tmp_path / "wide.csv"), ReadOptions(), ordered=False)
    described = session.run(f"DESCRIBE SELECT * FROM {table.name}")
    session.close()
    assert [row[0] for row in described] == ["c1777"]
    assert (len(table.columns), table.rows) == (2_000, 3)


def test_several_text_files_are_one_table(engine, tmp_path):
    (tmp_path / "a.csv").write_text("zip,age\n1,28\n2,29\n")
    (tmp_path / "b.tsv").write_bytes("age\tzip\n30\t3\n".encode("utf-16"))
    (tmp_path / "c.csv.gz").write_bytes(gzip.compress(b"zip,age\n4,31\n"))
    (tmp_path / "_hidden.csv").write_text("x\n1\n")
    for source in (tmp_path, f"{tmp_path}/[abc].*"):
        table = engine.open(source, ordered=True)
        assert (table.columns, table.rows) == (("zip", "age"), 4)
        frame = engine.fetch(table, like="pyarrow", keep_order=True)
        assert frame.to_pydict() == {
            "zip": ["1", "2", "3", "4"],
            "age": ["28", "29", "30", "31"],
        }
    some = engine.open(tmp_path, columns=["age"])
    assert (some.columns, some.rows) == (("zip", "age"), 4)
    assert engine.values(some, "age").texts == ("28", "29", "30", "31")


def test_several_files_must_have_the_same_columns(engine, tmp_path):
    (tmp_path / "a.csv").write_text("zip,age\n1,28\n")
    (tmp_path / "b.csv").write_text("zip,sex\nx,F\n")
    with pytest.raises(SourceError, match=r"b\.csv: .* must have the same columns"):
        engine.open(tmp_path)

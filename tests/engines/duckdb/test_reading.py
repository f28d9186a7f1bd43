# SPDX-License-Identifier: Apache-2.0
"""How sources become tables of DuckDB: copied only where they must be."""

from __future__ import annotations

import polars as pl

from diversa.data.frames import as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.reading import Reader
from diversa.engines.duckdb.session import Session
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
    session = Session(memory_limit=None, threads=1)
    reader = Reader(session)
    options = ReadOptions()
    parquet = reader.file(tmp_path / "t.parquet", options, ordered=False)
    text = reader.file(tmp_path / "t.csv", options, ordered=False)
    seen = [is_view(session, one) for one in (parquet, reader.frame(as_frame(frame)))]
    assert seen == [True, True]
    assert not is_view(session, text)
    session.close()


def test_a_wide_file_is_read_no_wider_than_it_is_asked_for(tmp_path):
    """Ten thousand columns of which one is wanted take a table of one column."""
    names = [f"c{number}" for number in range(10_000)]
    rows = [",".join(str(row) for _ in names) for row in range(3)]
    (tmp_path / "wide.csv").write_text("\n".join([",".join(names), *rows]))
    session = Session(memory_limit=None, threads=1)
    reader = Reader(session, ["c7777"])
    table = reader.file(tmp_path / "wide.csv", ReadOptions(), ordered=False)
    described = session.run(f"DESCRIBE SELECT * FROM {table.name}")
    session.close()
    assert [row[0] for row in described] == ["c7777"]
    assert (len(table.columns), table.rows) == (10_000, 3)

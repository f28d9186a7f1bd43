# SPDX-License-Identifier: Apache-2.0
"""Parquet and JSON files: one, many, nested."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq

PART = pa.table({"zip": ["013", None], "n": [1, 2]})


def test_folder_and_pattern(engine, tmp_path):
    (tmp_path / "deep").mkdir()
    for name in ("b.parquet", "a.parquet", "deep/c.pq", "_hidden.parquet"):
        pq.write_table(PART, tmp_path / name)
    (tmp_path / "_SUCCESS").write_text("")
    table = engine.open(tmp_path)
    assert (table.rows, table.columns) == (6, ("zip", "n"))
    assert engine.values(table, "zip").counts.tolist() == [3, 3]
    assert engine.open(str(tmp_path / "[ab].parquet")).rows == 4


def test_folders_that_are_columns_keep_their_text(engine, tmp_path):
    for zone in ("01", "02"):
        folder = tmp_path / f"zone={zone}"
        folder.mkdir()
        pq.write_table(PART, folder / "part.parquet")
    table = engine.open(tmp_path)
    assert table.columns == ("zip", "n", "zone")
    assert engine.values(table, "zone").values.tolist() == ["01", "02"]


def test_the_first_bytes_decide(engine, tmp_path):
    path = tmp_path / "table.csv"
    pq.write_table(PART, path)
    assert engine.open(path).source == "parquet"


def test_names_and_nested_columns(engine, tmp_path):
    path = tmp_path / "nested.parquet"
    odd = 'a "b", c'
    columns = {"s": [{"x": 1, "y": {"z": 2}}], odd: ["v"], "l": [[{"k": 1}]], "n": [5]}
    pq.write_table(pa.table(columns), path)
    table = engine.open(path)
    assert table.columns == ("s", odd, "l", "n")
    assert engine.values(table, odd).texts == ("v",)
    assert engine.values(table, "n").values.tolist() == [5]
    assert engine.fetch(table, like="pyarrow").to_pydict() == columns


def test_a_parquet_file_is_not_changed_or_copied(engine, tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(PART, path)
    before = path.read_bytes()
    table = engine.open(path)
    engine.count(table, [engine.values(table, "zip")])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_json_arrays_and_lines(engine, tmp_path):
    rows = [
        {"zip": "013", "when": "2024-01-01", "n": 1, "b": True, "s": {"x": [1]}},
        {"zip": "13", "when": None, "n": 2.5, "b": None, "late": "é"},
    ]
    whole, lines = tmp_path / "t.json", tmp_path / "t.jsonl"
    whole.write_text(json.dumps(rows))
    lines.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    for path in (whole, lines):
        table = engine.open(path)
        assert table.columns == ("zip", "when", "n", "b", "s", "late")
        assert engine.values(table, "zip").values.tolist() == ["013", "13"]
        assert engine.values(table, "when").values.tolist() == ["2024-01-01"]
        assert engine.values(table, "n").values.tolist() == [1.0, 2.5]
        assert engine.values(table, "b").values.tolist() == [True]
        assert engine.values(table, "late").missing_code == 1


def test_a_file_that_was_written_anew_is_read_anew(engine, tmp_path):
    """DuckDB 1.5 mixes what it kept of a file with the file that is there now."""
    path = tmp_path / "t.parquet"
    for number in range(18):
        values = [None if place % 3 else f"{number}-{place}" for place in range(9)]
        pq.write_table(pa.table({"x": values[: 1 + number % 9]}), path)
        table = engine.open(path)
        found = engine.values(table, "x")
        assert found.texts == tuple(v for v in values[: 1 + number % 9] if v)
        assert engine.count(table, [found]).rows == 1 + number % 9

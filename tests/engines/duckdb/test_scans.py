# SPDX-License-Identifier: Apache-2.0
"""What stands behind FROM: no pattern in a name, no guess of a type."""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.scans import (
    DuckDBScan,
    is_guess,
    json_scan,
    parquet_scan,
    path_literal,
    text_scan,
    top_level,
)
from diversa.engines.source_files import locate
from diversa.engines.text_file import inspect


@pytest.fixture
def run(engine):
    return engine._session.run


def test_a_name_is_no_pattern(tmp_path):
    assert path_literal(tmp_path / "a*[1]?'.csv").endswith("a[*][[]1][?]''.csv'")


def test_nested_fields_are_no_columns():
    schema = [("root", 3), ("a", 2), ("x", 1), ("y", 0), ("z", 0), ("b", 0), ("c", 0)]
    assert top_level(schema) == ["a", "b", "c"]


def test_parquet_is_scanned_where_it_is(run, tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": [{"x": 1}], "b": ["v"]}), path)
    scan = parquet_scan(locate(path), run)
    assert (scan.names, scan.load) == (("a", "b"), False)
    assert run(f"SELECT c1 FROM {scan.source}") == [("v",)]


def test_text_is_read_once_as_text(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("zip,n\n013,1\n")
    options = ReadOptions()
    scan = text_scan(inspect(path, options), path, options)
    assert (scan.names, scan.load, scan.missing) == (("zip", "n"), True, None)
    assert run(f"SELECT c0, c1 FROM {scan.source}") == [("013", "1")]


def test_texts_of_json_stay_texts(run, tmp_path):
    path = tmp_path / "t.json"
    record = {"zip": "013", "day": "2024-01-01", "n": 1, "l": ["2024-01-01"]}
    path.write_text(json.dumps([record]))
    scan = json_scan(locate(path), run)
    assert run(f"SELECT c0, c1, c2 FROM {scan.source}") == [("013", "2024-01-01", 1)]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("DATE", True), ("UUID", True), ("DATE[]", False), ("BIGINT", False)],
)
def test_types_that_were_read_into_texts(kind, expected):
    assert is_guess(kind) is expected


@pytest.mark.parametrize(
    ("scan", "kind", "value", "expected"),
    [
        ({}, "DOUBLE", "CAST('nan' AS DOUBLE)", None),
        ({}, "DOUBLE", "CAST(1.5 AS DOUBLE)", 1.5),
        ({}, "VARCHAR", "' x '", " x "),
        ({"missing": ("?",)}, "VARCHAR", "' ? '", None),
        ({"missing": ("?",)}, "VARCHAR", "' x '", "x"),
        ({"missing": ()}, "VARCHAR", "' x '", "x"),
        ({}, "ENUM('a')", "'a'", "a"),
    ],
)
def test_what_is_read_of_a_column(run, scan, kind, value, expected):
    column = DuckDBScan("t", ("x",), load=True, **scan).column(0, kind)
    assert run(f"SELECT {column} FROM (SELECT {value} AS c0)") == [(expected,)]

# SPDX-License-Identifier: Apache-2.0
"""DuckDB's types: of which kind their values are, and how they are looked up."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.duckdb.column_types import key_of, kind_of
from diversa.engines.engine import Table
from diversa.errors import RoleError, SourceError


@pytest.mark.parametrize(
    ("column_type", "kind", "own"),
    [
        ("VARCHAR", Kind.TEXT, True),
        ("BOOLEAN", Kind.TEXT, True),
        ("BIGINT", Kind.NUMBER, True),
        ("UHUGEINT", Kind.NUMBER, True),
        ("DECIMAL(9,2)", Kind.NUMBER, True),
        ("DOUBLE", Kind.NUMBER, True),
        ("DATE", Kind.DATE, True),
        ("TIMESTAMP", Kind.DATE, True),
        ("TIMESTAMP_NS", Kind.DATE, False),
        ("TIMESTAMP WITH TIME ZONE", Kind.DATE, False),
        ("TIME", Kind.TEXT, False),
        ("BLOB", Kind.TEXT, False),
        ("UUID", Kind.TEXT, False),
    ],
)
def test_kinds_and_keys(engine, column_type, kind, own):
    """A type that Python would round or shift is looked up by its text."""
    session = engine._session
    described = session.types(f"(SELECT CAST(NULL AS {column_type}) AS c0)")
    table = Table("t", ("id", "x"), 1, "csv", ("VARCHAR", *described))
    assert kind_of(described[0]) is kind
    key = ("t.c1", described[0]) if own else ("CAST(t.c1 AS VARCHAR)", "VARCHAR")
    assert key_of(table, "x") == key


@pytest.mark.parametrize(
    "column_type",
    ["STRUCT(a INTEGER)", "MAP(INTEGER, INTEGER)", "BIGINT[]", "BIGINT[3]"],
)
def test_lists_and_records_are_refused(column_type):
    table = Table("t", ("x",), 1, "parquet", (column_type,))
    with pytest.raises(SourceError, match="column 'x': must hold plain values"):
        key_of(table, "x")
    with pytest.raises(RoleError, match="'y'"):
        key_of(table, "y")

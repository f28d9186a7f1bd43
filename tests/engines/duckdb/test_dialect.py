# SPDX-License-Identifier: Apache-2.0
"""The words of DuckDB, said to DuckDB."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.table import Table
from diversa.errors import RoleError, SourceError


@pytest.fixture
def run(engine):
    return engine._session.run


@pytest.mark.parametrize("text", ["it's", 'say "x"', "a\\b", "l\nm", "😀", "", "--;"])
def test_quoted_texts_and_names_are_what_they_were(run, text):
    assert run(f"SELECT {DUCKDB.literal(text)}") == [(text,)]
    name = text or "x"
    described = run(f"DESCRIBE SELECT 1 AS {DUCKDB.identifier(name)}")
    assert described[0][0] == name


def test_nothing_is_null(run):
    assert run(f"SELECT {DUCKDB.literal(None)}") == [(None,)]


def test_types(run):
    asked = (
        f"typeof(CAST(1 AS {DUCKDB.text_type})), typeof(CAST(1 AS {DUCKDB.whole_type}))"
    )
    assert run(f"SELECT {asked}") == [("VARCHAR", "BIGINT")]


def test_the_content_decides_the_hash(run):
    rows = "(VALUES ('x', 1), ('x', 1), ('x', 2), ('y', 1), (NULL, 1)) AS t(a, b)"
    hashes = [
        row[0] for row in run(f"SELECT {DUCKDB.row_hash(['a', 'b'])} FROM {rows}")
    ]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 4


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
    assert DUCKDB.kind_of(described[0]) is kind
    key = ("t.c1", described[0]) if own else ("CAST(t.c1 AS VARCHAR)", "VARCHAR")
    assert DUCKDB.key_of(table, "x") == key


@pytest.mark.parametrize(
    "column_type",
    ["STRUCT(a INTEGER)", "MAP(INTEGER, INTEGER)", "BIGINT[]", "BIGINT[3]"],
)
def test_lists_and_records_are_refused(column_type):
    table = Table("t", ("x",), 1, "parquet", (column_type,))
    with pytest.raises(SourceError, match="column 'x': must hold plain values"):
        DUCKDB.key_of(table, "x")
    with pytest.raises(RoleError, match="'y'"):
        DUCKDB.key_of(table, "y")

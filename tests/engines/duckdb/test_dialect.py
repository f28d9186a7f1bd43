# SPDX-License-Identifier: Apache-2.0
"""The words of DuckDB, said to DuckDB."""

from __future__ import annotations

import pytest

from diversa.engines.duckdb.dialect import DUCKDB


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

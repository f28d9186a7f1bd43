# SPDX-License-Identifier: Apache-2.0
"""Spark's types: what is looked up of a column, and of which kind it is."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.engine import Table
from diversa.engines.spark.column_types import duckdb_type, key_of, kind_of, type_of
from diversa.errors import SourceError


@pytest.mark.parametrize(
    ("column_type", "kind"),
    [
        ("int", Kind.NUMBER),
        ("decimal(9,2)", Kind.NUMBER),
        ("double", Kind.NUMBER),
        ("date", Kind.DATE),
        ("timestamp_ntz", Kind.DATE),
        ("timestamp", Kind.DATE),
        ("text of TIMESTAMP_NS", Kind.DATE),
        ("string", Kind.TEXT),
        ("boolean", Kind.TEXT),
        ("binary", Kind.TEXT),
        ("interval day to second", Kind.TEXT),
    ],
)
def test_kinds(column_type, kind):
    assert kind_of(column_type) is kind


@pytest.mark.parametrize("kind", ["bigint", "decimal(9,2)", "date", "string"])
def test_values_that_python_holds_are_looked_up_as_they_are(kind):
    assert key_of(Table("t", ("a",), 1, "x", (kind,)), "a") == ("t.c0", kind)


@pytest.mark.parametrize("kind", ["timestamp", "binary", "interval year to month"])
def test_other_values_are_looked_up_by_their_text(kind):
    key, held = key_of(Table("t", ("a",), 1, "x", (kind,)), "a")
    assert held == "string"
    assert key != "t.c0"


@pytest.mark.parametrize(
    "kind", ["array<int>", "struct<a:int>", "map<string,int>", "text of INTEGER[]"]
)
def test_values_with_parts_are_refused(kind):
    with pytest.raises(SourceError, match="'a': must hold plain values"):
        key_of(Table("t", ("a",), 1, "x", (kind,)), "a")


@pytest.mark.parametrize(
    "kind",
    ["VARCHAR", "BIGINT", "DECIMAL(9,2)", "TIMESTAMP_NS", "INTEGER[]", "UUID", "BLOB"],
)
def test_what_duckdb_has_read_is_written_as_the_same(kind):
    assert duckdb_type(type_of(kind)) == kind


def test_numbers_without_a_sign_need_more_room():
    assert duckdb_type(type_of("UBIGINT")) == "DECIMAL(20,0)"
    assert duckdb_type(type_of("UINTEGER")) == "BIGINT"

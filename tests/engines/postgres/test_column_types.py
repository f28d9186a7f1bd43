# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's types: what is looked up of a column, and of which kind it is."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.engine import Table
from diversa.engines.postgres.column_types import key_of, kind_of
from diversa.errors import SourceError


@pytest.mark.parametrize(
    ("column_type", "kind"),
    [
        ("integer", Kind.NUMBER),
        ("numeric(9,2)", Kind.NUMBER),
        ("double precision", Kind.NUMBER),
        ("date", Kind.DATE),
        ("timestamp(3) without time zone", Kind.DATE),
        ("timestamp with time zone", Kind.DATE),
        ("text of TIMESTAMP_NS", Kind.DATE),
        ("text", Kind.TEXT),
        ("boolean", Kind.TEXT),
        ("uuid", Kind.TEXT),
        ("interval", Kind.TEXT),
    ],
)
def test_kinds(column_type, kind):
    assert kind_of(column_type) is kind


@pytest.mark.parametrize("kind", ["bigint", "numeric(9,2)", "date", "text", "boolean"])
def test_values_that_python_holds_are_looked_up_as_they_are(kind):
    assert key_of(Table("t", ("a",), 1, "x", (kind,)), "a") == ("t.c0", kind)


@pytest.mark.parametrize("kind", ["timestamp with time zone", "uuid", "interval"])
def test_other_values_are_looked_up_by_their_text(kind):
    table = Table("t", ("a",), 1, "x", (kind,))
    assert key_of(table, "a") == ("CAST(t.c0 AS text)", "text")


@pytest.mark.parametrize("kind", ["json", "jsonb", "integer[]", "text of INTEGER[]"])
def test_values_with_parts_are_refused(kind):
    with pytest.raises(SourceError, match="'a': must hold plain values"):
        key_of(Table("t", ("a",), 1, "x", (kind,)), "a")

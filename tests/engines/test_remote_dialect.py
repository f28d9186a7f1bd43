# SPDX-License-Identifier: Apache-2.0
"""Columns of texts that stand for values of DuckDB, in every remote engine."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Kind
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.spark.dialect import SPARK
from diversa.engines.table import Table


@pytest.mark.parametrize("dialect", [POSTGRES, SPARK])
def test_what_only_duckdb_has_is_a_text_that_keeps_its_kind(dialect):
    kind = dialect.type_of("TIMESTAMP_NS")
    assert dialect.storage_type(kind) == dialect.text_type
    assert dialect.kind_of(kind) is Kind.DATE
    assert dialect.duckdb_type(kind) == "TIMESTAMP_NS"
    table = Table("t", ("a",), 1, "x", (kind,))
    assert dialect.key_of(table, "a") == ("t.c0", dialect.text_type)


@pytest.mark.parametrize("dialect", [POSTGRES, SPARK])
def test_a_column_that_was_not_read_has_no_type(dialect):
    assert dialect.duckdb_type("") == ""
    assert dialect.duckdb_type("uuid") == "VARCHAR"

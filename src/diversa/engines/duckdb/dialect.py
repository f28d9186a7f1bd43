# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which DuckDB differs from other engines, and its types."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.data.dictionary import Kind
from diversa.engines.dialect import Dialect

TEXT = "VARCHAR"

ZONED = "TIMESTAMP WITH TIME ZONE"


class DuckDBDialect(Dialect):
    """DuckDB quotes as the standard says, and hashes any number of columns at once.

    >>> DUCKDB.kind_of("DECIMAL(9,2)").value, DUCKDB.kind_of("TIMESTAMP_NS").value
    ('number', 'date')
    >>> DUCKDB.is_nested("INTEGER[]"), DUCKDB.is_nested("STRUCT(a INTEGER)")
    (True, True)
    """

    text_type = TEXT
    floating = ("FLOAT", "DOUBLE")
    exact = (
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
        *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "DECIMAL"),
    )
    dates = ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS")
    zoned = ZONED
    nested = ("STRUCT", "MAP", "UNION", "VARIANT")
    division = "//"

    def kind_of(self, column_type: str) -> Kind:
        if column_type.startswith("TIMESTAMP"):  # also those that Python has not
            return Kind.DATE
        return super().kind_of(column_type)

    def keyed_hash(self, text: str, key: str) -> str:
        return f"sha256(unhex({key}) || encode({text}))"

    def hmac(self, text: str, inside: str, outside: str) -> str:
        digest = f"unhex({self.keyed_hash(text, inside)})"
        return f"sha256(unhex({outside}) || {digest})"

    def row_hash(self, columns: Sequence[str]) -> str:
        return f"hash({', '.join(columns)})"


DUCKDB = DuckDBDialect()

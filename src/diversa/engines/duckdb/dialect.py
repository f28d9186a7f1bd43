# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which DuckDB differs from other engines."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.engines.dialect import Dialect
from diversa.engines.duckdb.column_types import FLOATING, TEXT, key_of
from diversa.engines.engine import Table


class DuckDBDialect(Dialect):
    """DuckDB quotes as the standard says, and hashes any number of columns at once."""

    text_type = TEXT

    def key_of(self, table: Table, column: str) -> tuple[str, str]:
        """The expression that identifies a value of a column, and its type."""
        return key_of(table, column)

    def is_floating(self, column_type: str) -> bool:
        """True if a type holds binary fractions."""
        return column_type in FLOATING

    def hmac(self, text: str, inside: str, outside: str) -> str:
        """HMAC-SHA256 of a text, in hexadecimal digits."""
        digest = f"unhex(sha256(unhex({inside}) || encode({text})))"
        return f"sha256(unhex({outside}) || {digest})"

    def row_hash(self, columns: Sequence[str]) -> str:
        """The hash of some columns of a row."""
        return f"hash({', '.join(columns)})"


DUCKDB = DuckDBDialect()

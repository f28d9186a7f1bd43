# SPDX-License-Identifier: Apache-2.0
"""The words of SQL in which DuckDB differs from other engines."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.engines.duckdb.column_types import TEXT
from diversa.engines.sql import Dialect


class DuckDBDialect(Dialect):
    """DuckDB quotes as the standard says, and hashes any number of columns at once."""

    text_type = TEXT

    def row_hash(self, columns: Sequence[str]) -> str:
        """A number that the content of some columns decides."""
        return f"hash({', '.join(columns)})"


DUCKDB = DuckDBDialect()

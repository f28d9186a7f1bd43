# SPDX-License-Identifier: Apache-2.0
"""The types of databases and clusters to which DuckDB gives tables, and back."""

from __future__ import annotations

from collections.abc import Mapping

from diversa.data.dictionary import Kind
from diversa.engines.dialect import Dialect, type_name
from diversa.engines.duckdb.dialect import DUCKDB

TEXT_OF = "text of "
"""Beginning of the type of a column of texts that stand for values of DuckDB, where
the database has no such type: nanoseconds, lists, ..."""


class RemoteDialect(Dialect):
    """A dialect whose columns may hold texts of values that only DuckDB has."""

    types: Mapping[str, str]
    """The type for each type of DuckDB, besides decimals; others become texts."""
    decimal: str
    """The type of decimals."""
    duckdb_types: Mapping[str, str]
    """The type of DuckDB for each type, besides decimals; others become texts."""

    def kind_of(self, column_type: str) -> Kind:
        if column_type.startswith(TEXT_OF):
            return DUCKDB.kind_of(column_type.removeprefix(TEXT_OF))
        return super().kind_of(column_type)

    def is_plain(self, column_type: str) -> bool:
        return column_type.startswith(TEXT_OF) or super().is_plain(column_type)

    def is_nested(self, column_type: str) -> bool:
        held = column_type.removeprefix(TEXT_OF)
        return super().is_nested(held) or (
            held != column_type and DUCKDB.is_nested(held)
        )

    def storage_type(self, column_type: str) -> str:
        is_text = column_type.startswith(TEXT_OF)
        return self.text_type if is_text else column_type

    def type_of(self, duckdb_type: str) -> str:
        """The type for a type of DuckDB."""
        if duckdb_type.startswith("DECIMAL") and not duckdb_type.endswith("]"):
            digits = duckdb_type.removeprefix("DECIMAL").replace(" ", "")
            return f"{self.decimal}{digits}"
        return self.types.get(duckdb_type, f"{TEXT_OF}{duckdb_type}")

    def duckdb_type(self, column_type: str) -> str:
        """The type of DuckDB for a type; nothing for a column that was not read."""
        if not column_type or column_type.startswith(TEXT_OF):
            return column_type.removeprefix(TEXT_OF)
        return self.duckdb_types.get(type_name(column_type), DUCKDB.text_type)

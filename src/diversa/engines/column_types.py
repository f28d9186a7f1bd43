# SPDX-License-Identifier: Apache-2.0
"""DuckDB's column types: how values are looked up, and of which kind they are."""

from __future__ import annotations

from diversa.data.dictionary import Kind
from diversa.errors import SourceError

NUMBERS = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"),
    *("FLOAT", "DOUBLE"),
)
"""Types of numbers, besides decimals."""

DATES = ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS")
"""Types of dates that Python holds without loss."""

NESTED = ("STRUCT", "MAP", "UNION", "VARIANT")
"""Beginnings of types whose values have parts."""

TEXT = "VARCHAR"


def kind_of(column_type: str) -> Kind:
    """The kind of values that a type holds.

    >>> kind_of("DECIMAL(9,2)").value, kind_of("TIMESTAMP_NS").value
    ('number', 'date')
    """
    if column_type in NUMBERS or column_type.startswith("DECIMAL"):
        return Kind.NUMBER
    return Kind.DATE if column_type.startswith(("DATE", "TIMESTAMP")) else Kind.TEXT


def key_type(column_type: str, *, column: str) -> str:
    """The type in which values of a column are looked up.

    Types that Python does not hold without loss (nanoseconds, time zones, ...) are
    looked up by their text.
    """
    if column_type.startswith(NESTED) or column_type.endswith("]"):
        raise SourceError(
            f"column '{column}': must hold plain values, got lists or records; make it"
            " a column of texts or numbers first"
        )
    plain = column_type in (*NUMBERS, *DATES, TEXT, "BOOLEAN")
    return column_type if plain or column_type.startswith("DECIMAL") else TEXT

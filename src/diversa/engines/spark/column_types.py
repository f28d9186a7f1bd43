# SPDX-License-Identifier: Apache-2.0
"""Spark's column types: how values are looked up, and of which kind they are."""

from __future__ import annotations

import re

from diversa.data.dictionary import Kind
from diversa.engines.dialect import nested_column
from diversa.engines.duckdb.column_types import is_nested as duckdb_is_nested
from diversa.engines.duckdb.column_types import kind_of as duckdb_kind
from diversa.engines.engine import Table

TEXT = "string"

FLOATING = ("float", "double")
"""Types of binary fractions."""

NUMBERS = ("tinyint", "smallint", "int", "bigint", *FLOATING)
"""Types of numbers, besides decimals."""

DATES = ("date", "timestamp_ntz")
"""Types of dates that Python holds without loss."""

ZONED = "timestamp"
"""The type of moments, which are shown in UTC."""

NESTED = ("array", "struct", "map", "variant")
"""Beginnings of types whose values have parts."""

BYTES = "binary"

TEXT_OF = "text of "
"""Beginning of the type of a column of texts that stand for values of DuckDB, where
Spark has no such type: nanoseconds, lists, ..."""

DECIMAL = re.compile(r"decimal\((\d+),(\d+)\)")
"""A decimal with its digits, and those behind the point."""

DUCKDB_TYPES = {
    "boolean": "BOOLEAN",
    "tinyint": "TINYINT",
    "smallint": "SMALLINT",
    "int": "INTEGER",
    "bigint": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp_ntz": "TIMESTAMP",
    ZONED: "TIMESTAMP WITH TIME ZONE",
    BYTES: "BLOB",
}
"""The type of DuckDB for each type; values of other types become texts."""

WIDER = {
    "UTINYINT": "smallint",
    "USMALLINT": "int",
    "UINTEGER": "bigint",
    "UBIGINT": "decimal(20,0)",
    "HUGEINT": "decimal(38,0)",
    "VARCHAR": TEXT,
    "TIMESTAMP_S": "timestamp_ntz",
    "TIMESTAMP_MS": "timestamp_ntz",
}
"""The type for each type of DuckDB that Spark has by another name, or wider."""

TYPES = {name: kind for kind, name in DUCKDB_TYPES.items() if kind != BYTES} | WIDER
"""The type for each type of DuckDB; values of other types become texts."""


def storage_type(column_type: str) -> str:
    """The type that a column has in Spark.

    >>> storage_type("text of TIMESTAMP_NS"), storage_type("date")
    ('string', 'date')
    """
    return TEXT if column_type.startswith(TEXT_OF) else column_type


def type_of(kind: str) -> str:
    """The type of Spark for a type of DuckDB.

    >>> type_of("DECIMAL(9,2)"), type_of("VARCHAR"), type_of("UUID")
    ('decimal(9,2)', 'string', 'text of UUID')
    """
    if kind.startswith("DECIMAL") and not kind.endswith("]"):
        return kind.lower().replace(" ", "")
    return TYPES.get(kind, f"{TEXT_OF}{kind}")


def duckdb_type(kind: str) -> str:
    """The type of DuckDB for a type of Spark.

    >>> duckdb_type("decimal(9,2)"), duckdb_type("text of UUID")
    ('DECIMAL(9,2)', 'UUID')
    """
    if kind.startswith(TEXT_OF):
        return kind.removeprefix(TEXT_OF)
    if DECIMAL.fullmatch(kind):
        return kind.upper()
    return DUCKDB_TYPES.get(kind, "VARCHAR")


def is_nested(column_type: str) -> bool:
    """True if the values of a type have parts.

    >>> is_nested("array<int>"), is_nested("text of INTEGER[]"), is_nested("string")
    (True, True, False)
    """
    if column_type.startswith(TEXT_OF):
        return duckdb_is_nested(column_type.removeprefix(TEXT_OF))
    return column_type.startswith(NESTED)


def kind_of(column_type: str) -> Kind:
    """The kind of values that a type holds.

    >>> kind_of("decimal(9,2)").value, kind_of("timestamp").value
    ('number', 'date')
    """
    if column_type.startswith(TEXT_OF):
        return duckdb_kind(column_type.removeprefix(TEXT_OF))
    if column_type in NUMBERS or DECIMAL.fullmatch(column_type):
        return Kind.NUMBER
    return Kind.DATE if column_type in (*DATES, ZONED) else Kind.TEXT


def key_of(table: Table, column: str) -> tuple[str, str]:
    """The expression that identifies a value of a column, and its type.

    Types that Python does not hold without loss (time zones, intervals, ...) are looked
    up by their text.
    """
    place = table.place(column)
    kind = table.types[place]
    if is_nested(kind):
        raise nested_column(column)
    plain = kind in (*NUMBERS, *DATES, TEXT, "boolean") or DECIMAL.fullmatch(kind)
    if plain or kind.startswith(TEXT_OF):
        return f"t.c{place}", storage_type(kind)
    return text_of(f"t.c{place}", kind), TEXT


def text_of(value: str, kind: str) -> str:
    """A value of a type that has no dictionary of its own, as its text."""
    if kind == ZONED:
        return f"concat(CAST({value} AS {TEXT}), '+00')"
    if kind == BYTES:  # as DuckDB reads them: \x41 for every byte
        return rf"regexp_replace(hex({value}), '(..)', '\\\\x$1')"
    return f"CAST({value} AS {TEXT})"

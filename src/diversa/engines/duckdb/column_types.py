# SPDX-License-Identifier: Apache-2.0
"""DuckDB's column types: how values are looked up, and of which kind they are."""

from __future__ import annotations

from diversa.data.dictionary import Kind
from diversa.data.zones import constant_minutes
from diversa.engines.dialect import nested_column
from diversa.engines.engine import Table

FLOATING = ("FLOAT", "DOUBLE")
"""Types of binary fractions."""

NUMBERS = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"),
    *FLOATING,
)
"""Types of numbers, besides decimals."""

DATES = ("DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS")
"""Types of dates that Python holds without loss."""

ZONED = "TIMESTAMP WITH TIME ZONE"
"""The type of moments that are in a zone, which it does not know."""

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


def is_nested(column_type: str) -> bool:
    """True if the values of a type have parts.

    >>> is_nested("INTEGER[]"), is_nested("STRUCT(a INTEGER)"), is_nested("UUID")
    (True, True, False)
    """
    return column_type.startswith(NESTED) or column_type.endswith("]")


def key_of(table: Table, column: str) -> tuple[str, str]:
    """The expression that identifies a value of a column, and its type.

    Types that Python does not hold without loss (nanoseconds, time zones, ...) are
    looked up by their text.
    """
    place = table.place(column)
    kind = table.types[place]
    if is_nested(kind):
        raise nested_column(column)
    if kind in (*NUMBERS, *DATES, TEXT, "BOOLEAN") or kind.startswith("DECIMAL"):
        return f"t.c{place}", kind
    zone = table.zones.get(column)
    if kind == ZONED and zone is not None:
        return local_text(f"t.c{place}", zone), TEXT
    return f"CAST(t.c{place} AS {TEXT})", TEXT


def local_text(moment: str, zone: str) -> str:
    """A moment as the text of its date and time in a zone, with how far that is.

    Without the latter the hour that comes twice in autumn would be one.
    """
    minutes = constant_minutes(zone)
    if minutes is None:
        name = zone.replace("'", "''")
        local = f"timezone('{name}', {moment})"
        away = f"CAST(epoch({local}) - epoch({moment}) AS BIGINT) // 60"
    else:
        local = f"(timezone('UTC', {moment}) + INTERVAL ({minutes}) MINUTE)"
        away = str(minutes)
    hours = f"lpad(CAST(abs({away}) // 60 AS {TEXT}), 2, '0')"
    rest = f"lpad(CAST(abs({away}) % 60 AS {TEXT}), 2, '0')"
    sign = f"CASE WHEN {away} < 0 THEN '-' ELSE '+' END"
    return f"(CAST({local} AS {TEXT}) || {sign} || {hours} || ':' || {rest})"

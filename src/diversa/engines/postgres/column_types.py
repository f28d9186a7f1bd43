# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's column types: how values are looked up, and of which kind they are."""

from __future__ import annotations

import re

from diversa.data.dictionary import Kind
from diversa.data.zones import constant_minutes
from diversa.engines.dialect import nested_column
from diversa.engines.duckdb.column_types import is_nested as duckdb_is_nested
from diversa.engines.duckdb.column_types import kind_of as duckdb_kind
from diversa.engines.engine import Table

TEXT = "text"

FLOATING = ("real", "double precision")
"""Types of binary fractions."""

NUMBERS = ("smallint", "integer", "bigint", "numeric", *FLOATING)
"""Types of numbers; decimals may have digits in parentheses."""

DATES = ("date", "timestamp without time zone")
"""Types of dates that Python holds without loss."""

ZONED = "timestamp with time zone"

NESTED = ("json", "jsonb", "hstore", "record", "xml")
"""Types whose values have parts, besides arrays."""

TEXT_OF = "text of "
"""Beginning of the type of a column of texts that stand for values of DuckDB, where
PostgreSQL has no such type: nanoseconds, lists, ..."""

DIGITS = re.compile(r"\(.*?\)")
"""The part in parentheses behind the name of a type."""


def storage_type(column_type: str) -> str:
    """The type that a column has in the database.

    >>> storage_type("text of TIMESTAMP_NS"), storage_type("date")
    ('text', 'date')
    """
    return TEXT if column_type.startswith(TEXT_OF) else column_type


def plain(column_type: str) -> str:
    """The name of a type without its digits.

    >>> plain("numeric(9,2)"), plain("timestamp(3) without time zone")
    ('numeric', 'timestamp without time zone')
    """
    return DIGITS.sub("", column_type)


def kind_of(column_type: str) -> Kind:
    """The kind of values that a type holds.

    >>> kind_of("numeric(9,2)").value, kind_of("timestamp with time zone").value
    ('number', 'date')
    """
    if column_type.startswith(TEXT_OF):
        return duckdb_kind(column_type.removeprefix(TEXT_OF))
    name = plain(column_type)
    if name in NUMBERS:
        return Kind.NUMBER
    return Kind.DATE if name in (*DATES, ZONED) else Kind.TEXT


def key_of(table: Table, column: str) -> tuple[str, str]:
    """The expression that identifies a value of a column, and its type.

    Types that Python does not hold without loss (time zones, intervals, ...) are looked
    up by their text.
    """
    place = table.place(column)
    name = plain(table.types[place])
    nested = duckdb_is_nested(name.removeprefix(TEXT_OF))
    if name in NESTED or nested:
        raise nested_column(column)
    if name in (*NUMBERS, *DATES, TEXT, "boolean"):
        return f"t.c{place}", table.types[place]
    zone = table.zones.get(column)
    if name == ZONED and zone is not None:
        return local_text(f"t.c{place}", zone), TEXT
    return f"CAST(t.c{place} AS {TEXT})", TEXT


def local_text(moment: str, zone: str) -> str:
    """A moment as the text of its date and time in a zone, with how far that is.

    Without the latter the hour that comes twice in autumn would be one.
    """
    minutes = constant_minutes(zone)
    if minutes is None:
        quoted = zone.replace("'", "''")
        local = f"timezone('{quoted}', {moment})"
        away = (
            f"CAST(extract(epoch FROM {local} - timezone('UTC', {moment})) AS BIGINT)"
        )
        away = f"({away} / 60)"
    else:
        local = f"(timezone('UTC', {moment}) + {minutes} * INTERVAL '1 minute')"
        away = f"({minutes})"
    hours = f"lpad(CAST(abs({away}) / 60 AS {TEXT}), 2, '0')"
    rest = f"lpad(CAST(abs({away}) % 60 AS {TEXT}), 2, '0')"
    sign = f"CASE WHEN {away} < 0 THEN '-' ELSE '+' END"
    text = f"CAST({local} AS {TEXT}) || {sign} || {hours} || ':' || {rest}"
    return f'(({text}) COLLATE "C")'

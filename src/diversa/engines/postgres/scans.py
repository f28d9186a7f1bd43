# SPDX-License-Identifier: Apache-2.0
"""Scans: how a table or a query of a database is read, as the text behind FROM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from diversa.data.database_table import DatabaseTable
from diversa.engines.dialect import type_name
from diversa.engines.postgres.dialect import DATES, POSTGRES, TEXT, ZONED
from diversa.errors import SourceError, nearest

Run = Callable[[str], list[tuple[Any, ...]]]
"""Runs a statement and gives its rows."""

TEXTS = ("character varying", "character", "name", "citext", '"char"', TEXT)
"""Types of texts; two texts that differ in a byte are two values in all of them."""

COUNTED = ("real", "double precision", "numeric")
"""Types that can hold a number that is not one."""

TABLES = ("r", "v", "m", "f", "p")
"""Kinds that can be read: tables, views, materialized views, foreign and partitioned
tables."""


@dataclass(frozen=True)
class PostgresColumn:
    """A column of the source."""

    name: str
    """Its name."""
    type: str
    """Its type, or the one that a domain is made of."""
    kind: str
    """The kind of its type: 'b' of the system, 'e' an enumeration, 'c' a record, ..."""

    @property
    def is_date(self) -> bool:
        """True for dates, some of which may be beyond those of Python."""
        return type_name(self.type) in (*DATES, ZONED)

    @property
    def is_listed(self) -> bool:
        """True for an enumeration, which has an order of its own."""
        return self.kind == "e"

    def read(self, place: int, *, as_text: bool) -> str:
        """The expression that reads the column; NaN is read as a missing value.

        As a text, it holds dates that Python cannot hold.
        """
        name = f"q.c{place}"
        if as_text or self.is_listed or type_name(self.type) in TEXTS:
            return f'CAST({name} AS {TEXT}) COLLATE "C"'
        if type_name(self.type) in COUNTED:
            return f"CAST(nullif({name}, 'NaN') AS {self.type})"
        return f"CAST({name} AS {self.type})"


@dataclass(frozen=True)
class PostgresScan:
    """A way to read rows."""

    source: str
    """The expression behind FROM; its columns are c0, c1, ..."""
    columns: tuple[PostgresColumn, ...]
    """The columns, in order."""


def table_scan(table: DatabaseTable, run: Run) -> PostgresScan:
    """Read a table, a view, or the result of a query."""
    if table.query is not None:
        rows = f"({table.query.strip().rstrip(';')}\n)"
    else:
        rows = ".".join(map(POSTGRES.identifier, find_table(table, run)))
    columns = describe_columns(rows, run)
    places = ", ".join(f"c{place}" for place in range(len(columns)))
    return PostgresScan(f"{rows} AS q({places})", columns)


def find_table(table: DatabaseTable, run: Run) -> tuple[str, str]:
    """The schema and the name of a table; one that is not there is refused."""
    *schema, name = table.parts
    here = (
        f"= {POSTGRES.literal(schema[0])}" if schema else "= ANY(current_schemas(true))"
    )
    kinds = ", ".join(f"'{kind}'" for kind in TABLES)
    tables = run(
        "SELECT n.nspname::text, c.relname::text FROM pg_class AS c JOIN pg_namespace"
        f" AS n ON n.oid = c.relnamespace WHERE n.nspname {here} AND n.nspname NOT IN"
        f" ('pg_catalog', 'information_schema') AND c.relkind IN ({kinds})"
        " ORDER BY array_position(current_schemas(true), n.nspname), 2"
    )
    same = next((pair for pair in tables if pair[1] == name), None)
    if same is None:
        names = [other for _, other in tables if not other.startswith("diversa_x")]
        there = (
            nearest(name, names) if names else "there are no tables that you can see"
        )
        raise SourceError(f"{table.name}: there is no such table; {there}")
    return same


def enum_values(scan: PostgresScan, run: Run) -> dict[str, tuple[str, ...]]:
    """The values of each column of an enumeration, in the order it declares."""
    columns = {column.name: column.type for column in scan.columns if column.is_listed}
    orders = {}
    for name, kind in columns.items():
        labels = run(
            "SELECT enumlabel::text FROM pg_enum WHERE enumtypid ="
            f" {POSTGRES.literal(kind)}::regtype ORDER BY enumsortorder"
        )
        orders[name] = tuple(label for (label,) in labels)
    return orders


def describe_columns(rows: str, run: Run) -> tuple[PostgresColumn, ...]:
    """The columns of an expression behind FROM."""
    name = "diversa_described"
    run(f"CREATE TEMP VIEW {name} AS SELECT * FROM {rows} AS q")
    columns = run(
        "SELECT a.attname::text, format_type(CASE t.typtype WHEN 'd' THEN t.typbasetype"
        " ELSE a.atttypid END, CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE"
        " a.atttypmod END), t.typtype::text FROM pg_attribute AS a JOIN pg_type AS t ON"
        f" t.oid = a.atttypid WHERE a.attrelid = 'pg_temp.{name}'::regclass AND"
        " a.attnum > 0 ORDER BY a.attnum"
    )
    run(f"DROP VIEW pg_temp.{name}")
    return tuple(PostgresColumn(*column) for column in columns)

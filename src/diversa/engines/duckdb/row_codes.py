# SPDX-License-Identifier: Apache-2.0
"""Rows as codes while they are sorted, so that a text of many rows is compared once.

A release has few different texts in most of its columns. As an enumerated type of
DuckDB, whose order is that of the texts, a row takes a byte or two for each of them:
the sort compares and moves codes, and what does not fit in memory is small when it goes
to disk. The order, and what is written, are the same.
"""

from __future__ import annotations

from dataclasses import replace

from diversa.engines.duckdb.dialect import TEXT
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.table import Table

ROWS = 100_000
"""Fewer rows are sorted as they are."""

FEW = 10_000
"""Different texts of a column that is coded."""


def sort_rows(session: DuckDBSession, table: Table) -> Table | None:
    """The rows in the order of all their columns; None where codes are of no use."""
    every = [f"c{place}" for place in range(len(table.columns))]
    codes = text_codes(session, table)
    if not codes:
        return None
    coded = ", ".join(
        f"CAST({column} AS {codes[column]}) AS {column}" if column in codes else column
        for column in every
    )
    order = ", ".join(f"{column} NULLS LAST" for column in every)
    inside = f"SELECT {coded} FROM {table.name} ORDER BY {order}"
    texts = ", ".join(
        f"CAST({column} AS {TEXT}) AS {column}" if column in codes else column
        for column in every
    )
    name = session.view(f"SELECT {texts} FROM ({inside})")
    return replace(table, name=name, ordered=False)


def text_codes(session: DuckDBSession, table: Table) -> dict[str, str]:
    """The columns whose texts repeat, each with a type of its texts."""
    texts = [f"c{place}" for place, kind in enumerate(table.types) if kind == TEXT]
    if table.rows < ROWS or not texts:
        return {}
    # A hash is made anew whenever it is asked for: the first rows tell that all differ.
    first = f"(SELECT {', '.join(texts)} FROM {table.name} LIMIT {ROWS})"
    some = [c for c, count in different(session, first, texts) if count <= FEW]
    counts = different(session, table.name, some)
    few = [column for column, count in counts if 0 < count <= FEW]
    if not few:
        return {}
    distinct = ", ".join(
        f"list(DISTINCT {column}) FILTER (WHERE {column} IS NOT NULL) AS {column}"
        for column in few
    )
    values = session.derive(f"SELECT {distinct} FROM {table.name}")
    return {column: create_enum(session, values, column) for column in few}


def different(
    session: DuckDBSession, relation: str, columns: list[str]
) -> list[tuple[str, int]]:
    """About how many different texts each of some columns has."""
    if not columns:
        return []
    numbers = ", ".join(f"approx_count_distinct({column})" for column in columns)
    (counts,) = session.run(f"SELECT {numbers} FROM {relation}")
    return list(zip(columns, counts, strict=True))


def create_enum(session: DuckDBSession, values: str, column: str) -> str:
    """A type for the texts in a list, in their order."""
    name = session.name()
    texts = f"SELECT unnest({column}) AS value FROM {values} ORDER BY value"
    session.run(f"CREATE TEMP TYPE {name} AS ENUM ({texts})")
    return name

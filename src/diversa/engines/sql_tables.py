# SPDX-License-Identifier: Apache-2.0
"""Statements that make a table of one or two: drawn, joined, counted, published."""

from __future__ import annotations

from collections.abc import Sequence

from diversa.data.frames import ROW
from diversa.engines.dialect import Dialect
from diversa.engines.lookup import Lookup, join_lookups
from diversa.engines.sql import (
    every_column,
    narrow,
    read_columns,
    repeat_lines,
    select_in_order,
)
from diversa.engines.table import Table


def expansion(dialect: Dialect, table: Table, lookup: Lookup) -> str:
    """The rows of a table, each as often as the part of a lookup says."""
    columns = [f"t.{name}" for name in read_columns(table)]
    joined = join_lookups(table.name, [lookup])
    lines = f"(SELECT {', '.join([*columns, f'{lookup.part} AS tally'])} FROM {joined})"
    return repeat_lines(dialect, lines, columns)


def respelling(table: Table, column: str, key: str, texts: str) -> str:
    """A table with other texts in place of some values of a column.

    `texts` is a table of values and of their replacements.
    """
    place = table.place(column)
    listed = {name: f"t.{name}" for name in read_columns(table)}
    text = f"CAST(v.label AS {table.types[place]})"
    listed[f"c{place}"] = f"CASE WHEN v.value IS NULL THEN t.c{place} ELSE {text} END"
    columns = [f"{value} AS {name}" for name, value in listed.items()]
    columns += [f"t.{ROW}"] if table.ordered else []
    joined = f"{table.name} AS t LEFT JOIN {texts} AS v ON v.value = {key}"
    return f"SELECT {', '.join(columns)} FROM {joined}"


def draw_rows(
    dialect: Dialect,
    table: Table,
    person: str,
    most: int,
    seed: int,
    columns: Sequence[str] | None = None,
) -> str:
    """At most so many rows of each person, by a hash of the row and the seed.

    Of rows that are alike, each is drawn by itself: their values have no say.
    """
    place, every = table.place(person), [f"t.{name}" for name in read_columns(table)]
    told = every
    if columns is not None:
        told = [f"t.c{table.place(name)}" for name in columns]
    alike = f"PARTITION BY {', '.join(told)} ORDER BY t.c{place}"
    copies = f"SELECT t.*, row_number() OVER ({alike}) AS copy FROM {table.name} AS t"
    order = dialect.row_hash([dialect.literal(str(seed)), *told, "t.copy"])
    drawn = f"row_number() OVER (PARTITION BY t.c{place} ORDER BY {order}) AS drawn"
    names = [*every, *([f"t.{ROW}"] if table.ordered else [])]
    return (
        f"SELECT {', '.join(names)} FROM (SELECT t.*, {drawn} FROM ({copies}) AS t)"
        f" AS t WHERE t.drawn <= {most} OR t.c{place} IS NULL"
    )


def tally_of(table: Table, columns: Sequence[str], person: str | None = None) -> str:
    """The distinct tuples of some columns with their counts.

    Each row without a person is a tuple of its own.
    """
    keys = ", ".join(str(place + 1) for place in range(len(columns)))
    tally = f"c{len(columns)}"
    counted = narrow(table, columns, f"count(*) AS {tally}")
    if person is None:
        return f"{counted} GROUP BY {keys}"
    who, alone = f"t.c{table.place(person)}", narrow(table, columns, f"1 AS {tally}")
    return (
        f"{counted} WHERE {who} IS NOT NULL GROUP BY {keys}"
        f" UNION ALL {alone} WHERE {who} IS NULL"
    )


PERSON, NUMBER = "who", "number"
"""Columns of a join: who a row is about, and the number of the row of that person."""


def join_people(
    dialect: Dialect,
    table: Table,
    people: Table,
    by: tuple[str, str],
    columns: Sequence[str],
    *,
    numbered: bool,
) -> str:
    """The rows of a table, each with some columns of its person; see `Engine.join`."""
    keys = [dialect.key_of(*pair) for pair in zip((table, people), by, strict=True)]
    whose, who = (
        key if keys[0][1] == keys[1][1] else f"CAST({key} AS {dialect.text_type})"
        for key, _ in keys
    )
    read = read_columns(table)
    more = [
        f"p.c{people.place(name)} AS c{len(read) + place}"
        for place, name in enumerate(columns)
    ]
    listed = [f"v.{name} AS c{place}" for place, name in enumerate(read)] + more
    ours = f"SELECT t.*, {who} AS {PERSON} FROM {people.name} AS t"
    theirs = f"SELECT t.*, {whose} AS {PERSON} FROM {table.name} AS t"
    joined = f"({theirs}) AS v JOIN ({ours}) AS p"
    if numbered:  # rows that tie are alike
        order = dialect.row_hash([f"t.{name}" for name in read])
        over = f"PARTITION BY {whose} ORDER BY {order}"
        number = f"row_number() OVER ({over}) AS {NUMBER}"
        theirs = theirs.replace(" FROM ", f", {number} FROM ", 1)
        listed.append(f"coalesce(v.{NUMBER}, 0) AS c{len(listed)}")
        joined = f"({ours}) AS p LEFT JOIN ({theirs}) AS v"
    return f"SELECT {', '.join(listed)} FROM {joined} ON v.{PERSON} = p.{PERSON}"


def release_query(dialect: Dialect, table: Table, order: Sequence[str]) -> str:
    """A table under the names that leave the engine."""
    named = zip(every_column(table), table.columns, strict=True)
    columns = [f"{inside} AS {dialect.identifier(name)}" for inside, name in named]
    return select_in_order(table.name, columns, order)

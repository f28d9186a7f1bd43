# SPDX-License-Identifier: Apache-2.0
"""The SQL that engines share: plain text, without a word that only one of them knows.

Inside an engine every table has the columns c0, c1, ... and is called `t`; a dictionary
or a map of the i-th column is a table `d<i>` with the columns `value`, `part` (the
code at its place in the packed key) and, in a map, `label`. Joins are left joins: a
join that treats NULL as equal to NULL is slow on some engines. Where engines differ, a
`Dialect` has the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from diversa.engines.dialect import Dialect
from diversa.engines.lookup import Lookup, join_lookups, pack_keys
from diversa.engines.packing import Packing
from diversa.engines.table import Table

STAR = "*"
"""The label of suppressed rows."""

NOT_SUPPRESSED = "s.k0 IS NULL"
"""Holds in the rows that are in no suppressed group."""

GROUPED = "s.number IS NOT NULL"
"""Holds in the rows that have a group."""

GROUP = "s.number"
"""The group of a row."""

PLACE = "place"
"""The column with the number of a row in its cell: 0, 1, 2, ..."""


def tally(table: str, key: str, *, rows: str = "count(*)") -> str:
    """Count the rows of each value, in order, the missing value last.

    `rows` is the number of rows that a line of `t` stands for.
    """
    return (
        f"SELECT {key} AS value, {rows} AS tally FROM {table} AS t"
        " GROUP BY 1 ORDER BY 1 NULLS LAST"
    )


TALLIED = "CAST(sum(t.tally) AS BIGINT)"
"""The number of rows of some gathered tuples."""


def gather(table: str, keys: Sequence[str], *more: str) -> str:
    """The distinct tuples of some keys of `t`, called c0, c1, ..., and their rows.

    More expressions are found of each tuple too.
    """
    listed = [f"{key} AS c{place}" for place, key in enumerate(keys)]
    places = ", ".join(str(place + 1) for place in range(len(keys)))
    return (
        f"SELECT {', '.join([*listed, 'count(*) AS tally', *more])} FROM {table} AS t"
        f" GROUP BY {places}"
    )


def gather_keys(
    tuples: str, lookups: Sequence[Lookup], packing: Packing, *, grouped: bool
) -> str:
    """The packed keys of gathered tuples and their rows, in no order.

    `grouped` adds up the tuples that have one key.
    """
    keys = [
        f"coalesce({key}, -1) AS k{place}"
        for place, key in enumerate(pack_keys(lookups, packing))
    ]
    listed = ", ".join([*keys, f"{TALLIED if grouped else 't.tally'} AS tally"])
    places = ", ".join(str(place + 1) for place in range(packing.count))
    by = f" GROUP BY {places}" if grouped else ""
    return f"SELECT {listed} FROM {join_lookups(tuples, lookups)}{by}"


def estimates(
    dialect: Dialect,
    table: str,
    lookups: Sequence[Lookup],
    packing: Packing,
    ways: int,
) -> str:
    """About how many packed keys there are, for several ways to merge values.

    Each lookup has a part for every way.
    """
    numbers = [
        dialect.approximate_count(pack_keys([one.way(way) for one in lookups], packing))
        for way in range(ways)
    ]
    return f"SELECT {', '.join(numbers)} FROM {join_lookups(table, lookups)}"


def encode(table: str, lookups: Sequence[Lookup], packing: Packing, *more: str) -> str:
    """The packed keys of every row, -1 where a value is not in its dictionary.

    More expressions are found of each row too.
    """
    keys = [
        f"coalesce({key}, -1) AS k{place}"
        for place, key in enumerate(pack_keys(lookups, packing))
    ]
    return f"SELECT {', '.join([*keys, *more])} FROM {join_lookups(table, lookups)}"


def count_keys(encoded: str, packing: Packing) -> str:
    """Count the rows of each packed key, in order."""
    keys = ", ".join(f"k{place}" for place in range(packing.count))
    return (
        f"SELECT {keys}, count(*) AS tally FROM ({encoded}) AS e"
        f" GROUP BY {keys} ORDER BY {keys}"
    )


def count_tuples(table: str, lookups: Sequence[Lookup], packing: Packing) -> str:
    """Count the rows of each packed key, in order, -1 for a value without a code.

    Tuples are counted as they are, and only those that differ are looked up: where a
    join costs more than a comparison, that is faster than to encode every row.
    """
    listed = [f"{lookup.key} AS v{lookup.place}" for lookup in lookups]
    groups = "".join(f", {place + 1}" for place in range(len(listed))).lstrip(", ")
    by = f" GROUP BY {groups}" if groups else ""
    tuples = f"SELECT {', '.join([*listed, 'count(*) AS rows'])} FROM {table} AS t{by}"
    renamed = [replace(lookup, key=f"t.v{lookup.place}") for lookup in lookups]
    keys = [
        f"coalesce({key}, -1) AS k{place}"
        for place, key in enumerate(pack_keys(renamed, packing))
    ]
    places = ", ".join(str(place + 1) for place in range(packing.count))
    return (
        f"SELECT {', '.join(keys)}, CAST(sum(t.rows) AS BIGINT) AS tally FROM"
        f" {join_lookups(f'({tuples})', renamed)} GROUP BY {places} ORDER BY {places}"
    )


def join_keys(groups: str, lookups: Sequence[Lookup], packing: Packing) -> str:
    """Join a table of packed keys, such as those of the suppressed groups."""
    keys = pack_keys(lookups, packing)
    same = " AND ".join(f"s.k{place} = {key}" for place, key in enumerate(keys))
    return f"LEFT JOIN {groups} AS s ON {same}"


def label(dialect: Dialect, lookup: Lookup, missing_label: str | None) -> str:
    """The label that is published for a value."""
    name = f"{lookup.name}.label"
    if missing_label is None:
        return name
    missing = dialect.literal(missing_label)
    return f"CASE WHEN {lookup.key} IS NULL THEN {missing} ELSE {name} END"


def without_zero_sign(column: str) -> str:
    """A floating number without the sign that a zero may have."""
    return f"CASE WHEN {column} = 0 THEN 0 ELSE {column} END"


def star_unless(dialect: Dialect, published: str, kept: str) -> str:
    """The label, or a star in a row that is not kept."""
    text = f"CAST({published} AS {dialect.text_type})"
    return f"CASE WHEN {kept} THEN {text} ELSE {dialect.literal(STAR)} END"


def number_rows(
    dialect: Dialect,
    table: Table,
    lookups: Sequence[Lookup],
    packing: Packing,
    conditions: Sequence[str],
    labels: Sequence[str] = (),
) -> str:
    """A table with the packed keys of its rows and their places in their cells.

    Hashes decide the places: the order of the source does not, and the values of other
    columns do in no way that could be told from the outside. Rows whose hashes tie are
    alike.
    """
    keys = pack_keys(lookups, packing)
    listed = [f"{key} AS k{place}" for place, key in enumerate(keys)]
    content = dialect.row_hash([f"t.{column}" for column in read_columns(table)])
    over = f"PARTITION BY {', '.join(keys)} ORDER BY {content}"
    places = f"row_number() OVER ({over}) - 1 AS {PLACE}"
    return (
        f"(SELECT t.*, {', '.join([*listed, places, *labels])}"
        f" FROM {join_lookups(table.name, lookups)}{where(conditions)})"
    )


def join_places(lines: str, packing: Packing) -> str:
    """Join the group of each row to a table that was placed."""
    columns = [*(f"k{place}" for place in range(packing.count)), PLACE]
    same = " AND ".join(f"s.{column} = t.{column}" for column in columns)
    return f"LEFT JOIN {lines} AS s ON {same}"


def repeat_lines(
    dialect: Dialect, lines: str, columns: Sequence[str], joins: Sequence[str] = ()
) -> str:
    """Some columns of lines `t`, each line as often as its `tally` says."""
    joined = " ".join([f"{lines} AS t", *joins, dialect.times("t.tally")])
    return f"SELECT {', '.join(columns)} FROM {joined}"


def where(conditions: Sequence[str]) -> str:
    """The conditions that a row must meet, or nothing."""
    return " WHERE " + " AND ".join(conditions) if conditions else ""


def places_to_read(names: Sequence[str], wanted: Sequence[str] | None) -> list[int]:
    """The places of the columns that are read; one at least, to have rows.

    >>> places_to_read(["a", "b"], ["b"]), places_to_read(["a", "b"], None)
    ([1], [0, 1])
    """
    every = list(range(len(names)))
    if wanted is None:
        return every
    return [place for place in every if names[place] in {*wanted}] or every[:1]


def every_column(table: Table) -> list[str]:
    """The columns of a table inside an engine."""
    return [f"c{place}" for place in range(len(table.columns))]


def read_columns(table: Table) -> list[str]:
    """The columns of a table that were read: those that have a type."""
    return [f"c{place}" for place, kind in enumerate(table.types) if kind]


def select_in_order(table: str, columns: Sequence[str], order: Sequence[str]) -> str:
    """Some columns of a table, in the order of others, or as they come."""
    listed = ", ".join(columns)
    ordered = f" ORDER BY {', '.join(order)}" if order else ""
    return f"SELECT {listed} FROM {table} AS t{ordered}"


def narrow(table: Table, columns: Sequence[str], *more: str) -> str:
    """Some columns of a table under new places, and more expressions."""
    listed = [
        f"t.c{table.place(name)} AS c{place}" for place, name in enumerate(columns)
    ]
    return f"SELECT {', '.join([*listed, *more])} FROM {table.name} AS t"

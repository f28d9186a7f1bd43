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

from diversa.data.frames import ROW
from diversa.engines.dialect import Dialect
from diversa.engines.engine import Table
from diversa.engines.lookup import Lookup, join_lookups, pack_keys
from diversa.engines.packing import Packing

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


def expansion(dialect: Dialect, table: Table, lookup: Lookup) -> str:
    """The rows of a table, each as often as the part of a lookup says."""
    columns = [f"t.{name}" for name in read_columns(table)]
    joined = join_lookups(table.name, [lookup])
    lines = f"(SELECT {', '.join([*columns, f'{lookup.part} AS tally'])} FROM {joined})"
    return repeat_lines(dialect, lines, columns)


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

# SPDX-License-Identifier: Apache-2.0
"""The shared SQL runs on any engine: here on SQLite, which knows no word of DuckDB."""

from __future__ import annotations

import sqlite3

import pytest

from diversa.engines import sql
from diversa.engines.dialect import Dialect
from diversa.engines.engine import Table
from diversa.engines.lookup import Lookup, join_lookups
from diversa.engines.packing import Packing


class SQLiteDialect(Dialect):
    text_type = "TEXT"

    def key_of(self, table, column):
        return f"t.c{table.place(column)}", self.text_type

    def is_floating(self, column_type):
        return column_type == "REAL"

    def hmac(self, text, inside, outside):
        raise NotImplementedError

    def keyed_hash(self, text, key):
        raise NotImplementedError

    def row_hash(self, columns):
        return " || ".join(f"coalesce({column}, '')" for column in columns)


SQLITE = SQLiteDialect()
TABLE = Table("people", ("zip", 'a "b"'), 5, "csv", ("TEXT", "TEXT"))


@pytest.fixture
def run():
    """People, a dictionary of zip codes with its map, one suppressed group."""
    connection = sqlite3.connect(":memory:")
    connection.executescript("""
        CREATE TABLE people (c0 TEXT, c1 TEXT);
        INSERT INTO people VALUES ('13', 'x'), ('13', 'y'), ('14', 'x'), (NULL, 'x'),
            ('13', 'x');
        CREATE TABLE zips (value TEXT, part BIGINT, label TEXT);
        INSERT INTO zips VALUES ('13', 0, '1*'), ('14', 1, '1*');
        CREATE TABLE gone (k0 BIGINT);
        INSERT INTO gone VALUES (1);
    """)
    yield lambda statement: connection.execute(statement).fetchall()
    connection.close()


LOOKUP = Lookup(0, "zips", "t.c0", 2)
PACKING = Packing.plan([3])


def test_tally_has_the_missing_value_last(run):
    assert run(sql.tally("people", "t.c0")) == [("13", 3), ("14", 1), (None, 1)]


def test_keys_are_counted(run):
    encoded = sql.encode("people", [LOOKUP], PACKING)
    assert run(sql.count_keys(encoded, PACKING)) == [(0, 3), (1, 1), (2, 1)]


def test_a_value_outside_its_dictionary_has_no_key(run):
    lacking = Lookup(0, "zips", "t.c1", None)
    assert set(run(sql.encode("people", [lacking], PACKING))) == {(-1,)}
    rows = f"SELECT count(*) FROM {join_lookups('people', [lacking])}"
    assert run(f"{rows}{sql.where([lacking.lacks_value])}") == [(5,)]


def test_no_columns_are_one_key(run):
    none = Packing.plan([])
    assert run(sql.count_keys(sql.encode("people", [], none), none)) == [(0, 5)]


def test_labels_and_suppressed_groups(run):
    join = sql.join_keys("gone", [LOOKUP], PACKING)
    label = sql.label(SQLITE, LOOKUP, "it's gone")
    rows = join_lookups("people", [LOOKUP], join)
    kept = f"SELECT {label}, c1 FROM {rows}{sql.where([sql.NOT_SUPPRESSED])}"
    assert sorted(run(kept)) == [
        ("1*", "x"),
        ("1*", "x"),
        ("1*", "y"),
        ("it's gone", "x"),
    ]
    starred = sql.star_unless(SQLITE, label, sql.NOT_SUPPRESSED)
    published = sorted(run(f"SELECT {starred} FROM {rows}"))
    assert published == [("*",), ("1*",), ("1*",), ("1*",), ("it's gone",)]


def test_rows_of_a_cell_are_numbered_by_their_content(run):
    rows = sql.number_rows(SQLITE, TABLE, [LOOKUP], PACKING, ["t.c0 IS NOT NULL"])
    placed = run(f"SELECT k0, place, c1 FROM {rows} AS t ORDER BY 1, 2")
    assert placed == [(0, 0, "x"), (0, 1, "x"), (0, 2, "y"), (1, 0, "x")]


def test_names_leave_the_engine_as_they_are(run):
    released = sql.release_query(
        SQLITE, sql_table := TABLE, sql.every_column(sql_table)
    )
    assert run(f'SELECT "a ""b""" FROM ({released}) LIMIT 2') == [("x",), ("x",)]


def test_narrow_and_tally(run):
    assert set(run(sql.narrow(TABLE, ['a "b"']))) == {("x",), ("y",)}
    told = run(sql.tally_of(TABLE, ['a "b"']))
    assert sorted(told) == [("x", 4), ("y", 1)]


def test_rows_without_a_person_are_not_joined(run):
    told = run(sql.tally_of(TABLE, ['a "b"'], TABLE.columns[0]))
    assert sorted(told) == [("x", 1), ("x", 3), ("y", 1)]


@pytest.mark.parametrize("number", ["0.0", "-0.0"])
def test_a_zero_has_no_sign(run, number):
    zero = run(f"SELECT {sql.without_zero_sign('n')} FROM (SELECT {number} AS n)")[0][0]
    assert str(float(zero)) == "0.0"

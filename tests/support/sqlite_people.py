# SPDX-License-Identifier: Apache-2.0
"""A table of people in SQLite, for statements that every database runs."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager

from diversa.engines.dialect import Dialect
from diversa.engines.table import Table


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


@contextmanager
def sqlite_people():
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
    try:
        yield lambda statement: connection.execute(statement).fetchall()
    finally:
        connection.close()

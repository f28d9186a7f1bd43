# SPDX-License-Identifier: Apache-2.0
"""A session with PostgreSQL: one snapshot, one transaction, nothing left behind.

All work is done in one transaction of the level REPEATABLE READ, so that everything is
counted and recoded in one state of the table. Small tables are temporary; they go with
the transaction, which is rolled back unless a release was written. Values go in and out
by COPY, so none is part of a statement, where a log would keep it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np
import psycopg
from numpy.typing import NDArray
from psycopg.adapt import Transformer
from psycopg.pq import Format
from psycopg.types.string import ByteaBinaryLoader

from diversa.engines.dialect import type_name
from diversa.engines.limits import EngineLimits
from diversa.engines.local_tuples import TupleColumns
from diversa.engines.people import SetsOfPeople
from diversa.engines.postgres import tuples
from diversa.engines.postgres.connection import connect, limit_settings
from diversa.engines.postgres.copy_format import binary_lines, text_lines
from diversa.engines.postgres.dialect import POSTGRES, TEXT
from diversa.engines.postgres.failures import failure
from diversa.engines.postgres.people_sets import parse_sets, sets_query

SETTINGS = {
    "TimeZone": "UTC",
    "DateStyle": "ISO, YMD",
    "IntervalStyle": "iso_8601",
    "bytea_output": "hex",
    "extra_float_digits": "1",
    "client_encoding": "UTF8",
    "jit": "off",
}
"""Values are written as texts in one way, whatever the server is set to; and nothing is
compiled, for that takes longer than the few statements that there are."""

LEAST_MEMORY = 256 * 1024
"""Kilobytes that a sort or a hash may take (`work_mem`), unless the server allows more
or a limit was named. With the four megabytes of a server that nobody has set up,
counting goes over its disk and takes three times as long; and we run one statement at a
time."""

PIECES = 64
"""Pieces in which numbers come; one of them may have a gigabyte."""

MARK_BYTES = 12
"""Random bytes of the text that stands for a missing value."""


BLOCK = 1 << 20
"""Bytes of a file that go into the database at a time."""


@contextmanager
def guard(where: str, *, writing: bool = False) -> Iterator[None]:
    """Turn errors of PostgreSQL into errors of Diversa, without the rows they quote."""
    try:
        yield
    except psycopg.Error as error:
        raise failure(error, where=where, writing=writing) from None


class PostgresSession:
    """A transaction, and the names of its temporary tables."""

    def __init__(self, connection: object, limits: EngineLimits, *, where: str) -> None:
        settings = SETTINGS | limit_settings(limits)
        self.where = where
        self._names = (f"pg_temp.diversa_x{number}" for number in count())
        self._made: list[str] = []
        self._own = isinstance(connection, str)
        with guard(where):
            self._connection = connect(connection)
            self._before = self._connection.autocommit, self._connection.isolation_level
            self._connection.autocommit = False
            self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            ((self.zone,),) = self.run("SHOW TimeZone")
            if limits.memory is None and self._work_memory() < LEAST_MEMORY:
                settings["work_mem"] = f"{LEAST_MEMORY}kB"
            for name, value in settings.items():
                self.run(
                    f"SELECT set_config('{name}', '{value}', true)"  # until its end
                )

    def _work_memory(self) -> int:
        """The memory of a sort or a hash, in kilobytes."""
        ((amount,),) = self.run(
            "SELECT setting::int8 FROM pg_settings WHERE name = 'work_mem'"
        )
        return int(amount)

    def close(self) -> None:
        """Roll back; a connection of the user stays open."""
        if self._connection.closed:
            return
        with guard(self.where):
            self._connection.rollback()
            if self._own:
                self._connection.close()
            else:
                self._restore()

    def commit(self) -> None:
        """Drop the temporary tables and commit."""
        with guard(self.where, writing=True):
            for statement in reversed(self._made):
                self.run(statement)
            self._made.clear()
            self._connection.commit()

    def _restore(self) -> None:
        autocommit, level = self._before
        self._connection.isolation_level = level
        self._connection.autocommit = autocommit

    @contextmanager
    def guard(self, where: str, *, writing: bool = False) -> Iterator[None]:
        """Turn errors of PostgreSQL into errors of Diversa, without its rows.

        What a failed statement has begun is undone; the transaction goes on.
        """
        with guard(where, writing=writing), self._connection.transaction():
            yield

    def name(self) -> str:
        """A name that no other table has."""
        return next(self._names)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        cursor = self._connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description is not None else []

    def tally(self, query: str, *, texts: bool) -> tuple[list[Any], NDArray[np.int64]]:
        """Give the values that a query finds and how often it finds each."""
        del texts  # they need no other way here
        rows = self.run(query)
        counts = np.fromiter((tally for _, tally in rows), np.int64, len(rows))
        return [value for value, _ in rows], counts

    def numbers(self, query: str, columns: Sequence[str]) -> list[NDArray[np.int64]]:
        """The result of a query as arrays of whole numbers; none is missing.

        They come in no order, and in a few large pieces: a message for every row takes
        longer than to count them.
        """
        line = " || ".join(f"int8send(q.{name})" for name in columns)
        statement = (
            f"SELECT string_agg({line}, CAST('' AS bytea)) FROM ({query}) AS q"
            f" GROUP BY hashint8(q.{columns[0]}) & {PIECES - 1}"
        )
        with self._connection.cursor(binary=True) as cursor:
            pieces = cursor.execute(statement.encode()).fetchall()
        content = b"".join(piece for (piece,) in pieces)
        lines = np.frombuffer(content, ">i8").reshape(-1, len(columns))
        return [lines[:, place].astype(np.int64) for place in range(len(columns))]

    def sets_of_people(self, pairs: str, *, few: bool) -> SetsOfPeople:
        """Collect the cells of each person; count the people who have the same ones."""
        statement = sets_query(pairs, PIECES, few=few)
        with self._connection.cursor(binary=True) as cursor:
            return parse_sets(cursor.execute(statement.encode()).fetchall())

    def bring(
        self, query: str, types: Sequence[str], pieces: int
    ) -> TupleColumns | None:
        """Fetch counted tuples; None where texts are too long or hold the separator.

        The query has the columns `c0`, `c1`, ... and `piece`; the last has no type
        here.
        """
        missing = token_hex(MARK_BYTES)
        statement = tuples.pieces_query(query, len(types), missing)
        try:
            with (
                self._connection.transaction(),
                self._connection.cursor(binary=True) as cursor,
            ):
                # The bytes of texts, as they come: values are read one by one, later.
                cursor.adapters.register_loader("text", ByteaBinaryLoader)
                contents = cursor.execute(statement.encode()).fetchall()
        except psycopg.errors.ProgramLimitExceeded:  # a piece beyond a gigabyte
            return None
        loads = [self._load(kind) for kind in types]
        return tuples.parse_tuples(contents, loads, missing, pieces)

    def _load(self, kind: str) -> tuples.Load:
        """The function that parses the texts of a type."""
        if POSTGRES.storage_type(kind) == TEXT:
            return bytes.decode
        if kind == "boolean":
            return b"true".__eq__
        known = self._connection.adapters.types[type_name(kind)]
        loader = Transformer(self._connection).get_loader(known.oid, Format.TEXT)
        return loader.load

    def types(self, relation: str) -> list[str]:
        """The types of the columns of a relation."""
        rows = self.run(
            "SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid ="
            f" '{relation}'::regclass AND attnum > 0 AND NOT attisdropped"
            " ORDER BY attnum"
        )
        return [name for (name,) in rows]

    def upload(
        self, columns: Mapping[str, NDArray[Any]], types: Mapping[str, str]
    ) -> str:
        """Make a table of arrays and give its name."""
        name = self.table({column: types[column] for column in columns})
        whole = all(kind == "BIGINT" for kind in types.values())
        form = " (FORMAT binary)" if whole else ""
        listed = ", ".join(columns)
        with (
            self._connection.cursor() as cursor,
            cursor.copy(f"COPY {name} ({listed}) FROM STDIN{form}".encode()) as copy,
        ):
            copy.write(binary_lines(columns) if whole else text_lines(columns))
        self.run(f"ANALYZE {name}")  # else large tables are sorted to join a small one
        return name

    def table(self, types: Mapping[str, str]) -> str:
        """Make an empty table and give its name."""
        name = self.name()
        listed = ", ".join(
            f"{column} {POSTGRES.storage_type(kind)}"
            + (' COLLATE "C"' if POSTGRES.storage_type(kind) == TEXT else "")
            for column, kind in types.items()
        )
        self.run(f"CREATE TEMP TABLE {bare(name)} ({listed})")
        self._made.append(f"DROP TABLE IF EXISTS {name} CASCADE")
        return name

    def derive(self, query: str) -> str:
        """Make a table of the result of a query; give its name."""
        name = self.name()
        self.run(f"CREATE TEMP TABLE {bare(name)} AS {query}")
        self._made.append(f"DROP TABLE IF EXISTS {name} CASCADE")
        self.run(f"ANALYZE {name}")
        return name

    def view(self, query: str) -> str:
        """Make a view of a query; give its name."""
        name = self.name()
        self.run(f"CREATE TEMP VIEW {bare(name)} AS {query}")
        self._made.append(f"DROP VIEW IF EXISTS {name} CASCADE")
        return name

    def rows(self, relation: str) -> int:
        """Count the rows of a relation."""
        return self.run(f"SELECT count(*) FROM {relation}")[0][0]

    def drop(self, *tables: str) -> None:
        """Forget tables."""
        for table in tables:
            self.run(f"DROP TABLE {table}")

    def take(self, file: Path, table: str) -> None:
        """Copy the rows of a CSV file without a header into a table."""
        statement = f"COPY {table} FROM STDIN (FORMAT csv)"
        with (
            self._connection.cursor() as cursor,
            cursor.copy(statement.encode()) as copy,
            file.open("rb") as content,
        ):
            while block := content.read(BLOCK):
                copy.write(block)
        self.run(f"ANALYZE {table}")

    def give(self, query: str, file: Path) -> None:
        """Copy the result of a query into a CSV file without a header."""
        statement = f"COPY ({query}) TO STDOUT (FORMAT csv)"
        with (
            self._connection.cursor() as cursor,
            cursor.copy(statement.encode()) as copy,
            file.open("wb") as content,
        ):
            for block in copy:
                content.write(block)


def bare(name: str) -> str:
    """A temporary name without its schema, as CREATE wants it."""
    return name.removeprefix("pg_temp.")

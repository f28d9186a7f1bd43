# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL: the verbs in the database where the rows are.

Nothing but counts leaves the database until a release is written; one that goes to a
table of the same database never does. Files and frames can be opened too, such as a
list of people beside a table of the database: they are copied into temporary tables,
and DuckDB reads and writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from diversa.data.database_table import DatabaseTable, place_of
from diversa.data.frames import ROW
from diversa.data.read_options import ReadOptions
from diversa.engines import sql
from diversa.engines.limits import EngineLimits
from diversa.engines.local_tuples import TupleColumns
from diversa.engines.lookup import Lookup
from diversa.engines.packing import Packing
from diversa.engines.postgres import tuples
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.reading import DATABASE, PostgresReader
from diversa.engines.postgres.session import PostgresSession, bare
from diversa.engines.remote_engine import RemoteEngine
from diversa.engines.source_checks import check_reading
from diversa.engines.sources import database_table
from diversa.engines.sql_counter import Keys, Tally
from diversa.engines.table import RowFile, Table
from diversa.engines.targets import LIBRARIES, frame_library
from diversa.errors import InputError

MOST_SETS = 31
"""The most columns of one GROUPING of PostgreSQL."""


class PostgresEngine(RemoteEngine):
    """The verbs on PostgreSQL, in one transaction that sees one state of the tables."""

    dialect = POSTGRES

    def __init__(
        self,
        connection: object = None,
        *,
        memory_limit: str | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare for a database; it is connected to when something is opened.

        Args:
            connection: An address (`postgresql://user@host/db`) or a psycopg connection
                that has no transaction open; without it the first table says where it
                is, and otherwise the environment does (`PGHOST`, `PGDATABASE`, ...).
            memory_limit: Memory for each sort or hash of a statement (`work_mem`).
            threads: Processes that work on one statement.
        """
        super().__init__(EngineLimits(memory_limit, threads))
        self._connection = connection
        self._session: PostgresSession | None = None
        self._tallies: dict[str, list[Tally]] = {}

    @property
    def session(self) -> PostgresSession:
        """The transaction; it begins when it is first needed."""
        if self._session is None:
            where = place_of(self._connection or "")
            self._session = self._begin(self._connection or "", where)
        return self._session

    def _begin(self, connection: object, where: str) -> PostgresSession:
        self.check_open()
        return PostgresSession(connection, self._limits, where=where)

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Take a table of the database, a path or a frame; see `Engine.open`."""
        table = database_table(source)
        if table is not None:
            reading = options or ReadOptions()
            check_reading("database", reading, where=table.name)
            self._connect(table)
            opened = PostgresReader(self.session, columns).database(
                table, ordered=ordered
            )
            return self.without_missing(opened, reading.missing_texts("database"))
        return self.open_here(source, options=options, ordered=ordered)

    def copy_in(self, table: Table) -> Table:
        """Copy a table of the local engine into a temporary one."""
        return PostgresReader(self.session).copy(self.local, table)

    def copy_out(self, table: Table) -> Table:
        return self.local.load(
            replace(table, types=self.duckdb_types(table)),
            partial(self._write_rows, table),
        )

    def forget_tables(self) -> None:
        super().forget_tables()
        self._tallies.clear()

    def _connect(self, table: DatabaseTable) -> None:
        """Connect to the database of a table; there can only be one."""
        if self._session is None and self._connection is None:
            self._session = self._begin(table.connection, table.place)
            self._connection = table.connection
        elif table.connection != self._connection:
            raise InputError(
                f"{table.name}: must be in the database that the engine is connected"
                " to, got another one; open both as files, or copy one table"
            )

    def is_connected_to(self, table: DatabaseTable) -> bool:
        """True if a table is, or would be, in the database of this engine."""
        return table.connection == self._connection

    def count_keys(
        self, table: Table, lookups: Sequence[Lookup], packing: Packing
    ) -> Keys:
        return self.fetch_keys(sql.count_tuples(table.name, lookups, packing), packing)

    def tally_tuples(self, tuples: Table, column: str) -> Tally:
        """The values of a column of gathered tuples, in order, and their rows.

        The tuples are read once for all their columns.
        """
        if len(tuples.columns) > MOST_SETS:
            return super().tally_tuples(tuples, column)
        tallies = self._tallies.get(tuples.name)
        if tallies is None:
            columns = sql.every_column(tuples)
            lines = self.session.run(grouping_sets(tuples.name, columns))
            tallies = tallies_by_column(lines, len(columns))
            self._tallies[tuples.name] = tallies
        return tallies[tuples.place(column)]

    def bring(
        self, table: Table, keys: Sequence[str], types: Sequence[str]
    ) -> TupleColumns | None:
        """Count tuples in this process; see `SQLCounter.bring`."""
        pieces = tuples.pieces_of(table.rows * len(keys))
        query = sql.gather(table.name, keys, tuples.piece_number(pieces))
        return self.session.bring(query, types, pieces)

    def fetch(
        self, table: Table, *, like: str | None = None, keep_order: bool = False
    ) -> object:
        known = LIBRARIES[0] if table.source == DATABASE else None
        library = frame_library(table, like or known, keep_order=keep_order)
        return self.local.fetch(
            self.local_copy(table), like=library, keep_order=keep_order
        )

    @contextmanager
    def unload(self, table: Table) -> Iterator[RowFile]:
        """Give the rows of a table to another engine."""
        path = self.local.session.folder / f"{bare(self.session.name())}.csv"
        try:
            self._write_rows(table, path)
            yield RowFile(path, self.duckdb_types(table))
        finally:
            path.unlink(missing_ok=True)

    def _write_rows(self, table: Table, path: Path) -> None:
        rows = [ROW] if table.ordered else []
        listed = ", ".join([*sql.read_columns(table), *rows])
        with self.session.guard("unload"):
            self.session.give(f"SELECT {listed} FROM {table.name}", path)


def grouping_sets(tuples: str, columns: Sequence[str]) -> str:
    """Count the rows of each value of every column of gathered tuples, in one pass."""
    listed = ", ".join(columns)
    sets = ", ".join(f"({column})" for column in columns)
    order = ", ".join(f"{column} NULLS LAST" for column in columns)
    return (
        f"SELECT GROUPING({listed}) AS others, {listed}, {sql.TALLIED} AS tally"
        f" FROM {tuples} AS t GROUP BY GROUPING SETS ({sets}) ORDER BY {order}"
    )


def tallies_by_column(lines: Sequence[tuple[Any, ...]], columns: int) -> list[Tally]:
    """The lines of `grouping_sets` by the column that they are about.

    The bits of the first field say which columns a line is not about.

    >>> [tally] = tallies_by_column([(0, "x", 2), (0, None, 1)], 1)
    >>> tally[0], tally[1].tolist()
    (['x', None], [2, 1])
    """
    every = (1 << columns) - 1
    parts: dict[int, list[tuple[Any, ...]]] = {}
    for line in lines:
        parts.setdefault(line[0], []).append(line)
    tallies: list[Tally] = []
    for place in range(columns):
        own = parts.get(every ^ (1 << (columns - 1 - place)), [])
        counts = np.fromiter((line[-1] for line in own), np.int64, len(own))
        tallies.append(([line[place + 1] for line in own], counts))
    return tallies

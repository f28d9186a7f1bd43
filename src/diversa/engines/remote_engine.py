# SPDX-License-Identifier: Apache-2.0
"""Engines whose rows are elsewhere: in a database or in a cluster.

Files and frames of this machine are read and written by a DuckDB engine beside them,
which starts when it is first needed.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from pathlib import Path

from diversa.data.frames import as_frame
from diversa.data.read_options import ReadOptions
from diversa.data.sizes import bytes_of
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.limits import EngineLimits
from diversa.engines.remote_dialect import RemoteDialect
from diversa.engines.row_recoding import CountedTuples
from diversa.engines.sql_engine import Origin, SQLEngine
from diversa.engines.sql_session import SQLSession
from diversa.engines.table import Table
from diversa.engines.targets import file_format
from diversa.errors import InputError


class RemoteEngine(SQLEngine):
    """An engine on another machine; PostgreSQL and Spark are two."""

    dialect: RemoteDialect

    def __init__(self, limits: EngineLimits) -> None:
        super().__init__()
        self._limits = limits
        self._session: SQLSession | None = None
        self._local: DuckDBEngine | None = None
        self._in_local: set[str] = set()
        self._closed = False

    @property
    def local(self) -> DuckDBEngine:
        """The engine that reads and writes files and frames of this machine."""
        if self._local is None:
            self._local = DuckDBEngine()
        return self._local

    @abstractmethod
    def copy_in(self, table: Table) -> Table:
        """Copy a table of the local engine to where the rows are."""

    @abstractmethod
    def copy_out(self, table: Table) -> Table:
        """Copy a table into the local engine."""

    def duckdb_types(self, table: Table) -> tuple[str, ...]:
        """The types of a table's columns in words of DuckDB."""
        return tuple(map(self.dialect.duckdb_type, table.types))

    def check_open(self) -> None:
        """Refuse to begin a session after the engine was closed."""
        if self._closed:
            raise InputError("engine: is closed; start another one")

    def budget(self) -> int | None:
        """The memory limit in bytes; None where there is none."""
        memory = self._limits.memory
        return None if memory is None else bytes_of(memory)

    def close(self) -> None:
        """Forget every table and end the session; one of the user's stays open."""
        if self._local is not None:
            self._local.close()
            self._local = None
        self.forget_tables()
        self._closed = True
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def open_here(
        self, source: object, *, options: ReadOptions | None, ordered: bool
    ) -> Table:
        """Read a path or a frame of this machine and copy it to where the rows are."""
        read = self.local.open(source, options=options, ordered=ordered)
        copied = self.copy_in(read)
        frame = as_frame(source)
        if frame is not None:
            own = self.local.frame_columns(read)
            self._origins[copied.name] = Origin(frame, own)
        return copied

    def repeat(
        self, table: Table, tuples: CountedTuples, *, leaving: bool = False
    ) -> Table:
        """Make a table of tuples, each as often as it is counted; no row is read.

        Rows that leave at once are made by the local engine.
        """
        if leaving:
            types = self.duckdb_types(table)
            rows = self.local.repeat(replace(table, types=types), tuples)
            self._in_local.add(rows.name)
            return rows
        made = super().repeat(table, tuples)
        kinds = [
            kind
            if column.like is None
            or column.is_starred
            or kind != self.dialect.text_type
            # Only the table knows of which type its texts are.
            else table.types[table.place(column.like)]
            for column, kind in zip(tuples.columns, made.types, strict=True)
        ]
        return replace(made, types=tuple(kinds))

    def write(
        self,
        table: Table,
        target: Path,
        *,
        delimiter: str = ",",
        spreadsheet_safe: bool = False,
    ) -> None:
        file_format(target)
        self.local.write(
            self.local_copy(table),
            target,
            delimiter=delimiter,
            spreadsheet_safe=spreadsheet_safe,
        )

    def local_copy(self, table: Table) -> Table:
        """The table in the local engine, with the frame that it comes from."""
        if table.name in self._in_local:
            return table
        copied = self.copy_out(table)
        origin = self._origins.get(table.name)
        if origin is not None:
            self.local.remember(copied, origin)
        return copied

# SPDX-License-Identifier: Apache-2.0
"""Reading: how tables of the database, files and frames become tables of a session.

A table of the database stays where it is and is read through a view. Files and frames,
such as a list of people beside a table of the database, are read by DuckDB and copied
into temporary tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diversa.data.database_table import DatabaseTable
from diversa.data.frames import ROW
from diversa.data.zones import GREENWICH
from diversa.engines import sql
from diversa.engines.dialect import type_name
from diversa.engines.engine import Engine
from diversa.engines.postgres.dialect import POSTGRES, ZONED
from diversa.engines.postgres.scans import PostgresScan, enum_values, table_scan
from diversa.engines.postgres.session import PostgresSession
from diversa.engines.source_checks import check_names
from diversa.engines.table import Table
from diversa.errors import NoRowsError, SourceError

DATABASE = "postgresql"
"""The `source` of tables of the database."""


@dataclass(frozen=True)
class PostgresReader:
    """Takes sources into a session."""

    session: PostgresSession
    """The session that gets the tables."""
    wanted: Sequence[str] | None = None
    """The columns of a table that are read; None for all."""

    def database(self, source: DatabaseTable, *, ordered: bool) -> Table:
        """Read a table of the database through a view."""
        if ordered:
            raise SourceError(
                f"{source.name}: a table of a database has no order to keep"
            )
        with self.session.guard(source.name):
            scan = table_scan(source, self.session.run)
            check_names([column.name for column in scan.columns], where=source.name)
            rows, strange = self._survey(scan)
            name = self.session.view(self._select(scan, strange))
            read = iter(self.session.types(name))
            orders = enum_values(scan, self.session.run)
        names = tuple(column.name for column in scan.columns)
        if not rows:
            raise NoRowsError(f"{source.name}: must have rows, got none", names)
        places = self._places(scan)
        types = tuple(next(read) if p in places else "" for p in range(len(names)))
        zones = self._zones(names, types)
        return Table(name, names, rows, DATABASE, types, zones=zones, orders=orders)

    def _zones(self, names: Sequence[str], types: Sequence[str]) -> dict[str, str]:
        """The zone that the database shows moments in, if it is not Greenwich's."""
        zone = self.session.zone
        if zone in GREENWICH:
            return {}
        every = zip(names, types, strict=True)
        return {name: zone for name, kind in every if type_name(kind) == ZONED}

    def _places(self, scan: PostgresScan) -> list[int]:
        names = [column.name for column in scan.columns]
        return sql.places_to_read(names, self.wanted)

    def _select(self, scan: PostgresScan, strange: set[int]) -> str:
        columns = [
            f"{scan.columns[place].read(place, as_text=place in strange)} AS c{place}"
            for place in self._places(scan)
        ]
        return f"SELECT {', '.join(columns)} FROM {scan.source}"

    def _survey(self, scan: PostgresScan) -> tuple[int, set[int]]:
        """The number of rows, and the columns with dates that Python has not.

        Those are dates before year 1, after 9999, and infinite ones.
        """
        places = [p for p in self._places(scan) if scan.columns[p].is_date]
        checks = [
            f"bool_or(q.c{place} NOT BETWEEN '0001-01-02' AND '9999-12-30')"
            for place in places
        ]
        listed = ", ".join(["count(*)", *checks])
        ((rows, *strange),) = self.session.run(f"SELECT {listed} FROM {scan.source}")
        return rows, {p for p, is_so in zip(places, strange, strict=True) if is_so}

    def copy(self, engine: Engine, table: Table) -> Table:
        """Copy a table of another engine into a temporary one."""
        with self.session.guard("upload"), engine.unload(table) as file:
            types = [POSTGRES.type_of(kind) for kind in file.types]
            columns = {f"c{place}": kind for place, kind in enumerate(types)}
            name = self.session.table(columns | self._number(table))
            self.session.take(file.path, name)
        return replace(table, name=name, types=tuple(types))

    def _number(self, table: Table) -> dict[str, str]:
        return {ROW: "bigint"} if table.ordered else {}

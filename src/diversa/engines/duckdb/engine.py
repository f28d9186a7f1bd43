# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: DuckDB, in this process, on files and frames where they are.

Text and JSON files are read once into a table of DuckDB; Parquet files and frames are
scanned where they are. A recoded table is a view: its rows are made when it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from diversa.data.frames import ROW, as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines import sql, sql_tables
from diversa.engines.duckdb.counter import DuckDBCounter
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.reading import DuckDBReader
from diversa.engines.duckdb.scans import rows_with_apostrophes, scan_of_csv
from diversa.engines.duckdb.session import DuckDBSession, guard
from diversa.engines.row_recoding import CountedTuples
from diversa.engines.source_checks import check_reading
from diversa.engines.source_files import locate
from diversa.engines.sql_engine import Origin, SQLEngine
from diversa.engines.table import RowFile, Table
from diversa.engines.targets import file_format, frame_library, writable

if TYPE_CHECKING:
    from diversa.engines.duckdb.tuple_sorter import TupleSorter


class DuckDBEngine(DuckDBCounter, SQLEngine):
    """The verbs on DuckDB.

    Example:
        >>> import pyarrow as pa
        >>> with DuckDBEngine() as engine:
        ...     table = engine.open(pa.table({"zip": ["013", "013", None]}))
        ...     zips = engine.values(table, "zip")
        ...     cells = engine.count(table, [zips])
        >>> zips.texts, cells.codes.tolist(), cells.counts.tolist()
        (('013',), [[0], [1]], [2, 1])
    """

    def __init__(
        self, *, memory_limit: str | None = None, threads: int | None = None
    ) -> None:
        """Start DuckDB in memory.

        Args:
            memory_limit: The most memory that DuckDB may use, such as "2GB"; what does
                not fit is spilled to temporary files.
            threads: The number of threads; all processors by default.
        """
        super().__init__(DuckDBSession(memory_limit=memory_limit, threads=threads))
        self._repeated: dict[str, TupleSorter] = {}

    def budget(self) -> int | None:
        """The memory limit in bytes; None where there is none."""
        return self._session.memory

    def close(self) -> None:
        self._session.close()
        self._neighbours = None
        self._repeated.clear()
        self.forget_tables()

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Open a path or a frame; see `Engine.open`."""
        reader, reading = DuckDBReader(self._session, columns), options or ReadOptions()
        frame = as_frame(source)
        if frame is None:
            files = locate(source)
            check_reading(files.kind, reading, where=files.name)
            table = reader.file(files, reading, ordered=ordered)
            return self.without_missing(table, reading.missing_texts(files.kind))
        check_reading("frame", reading, where=f"{frame.library} frame")
        table = reader.frame(frame)
        self._origins[table.name] = Origin(frame, frozenset(table.columns))
        return self.without_missing(table, reading.missing_texts("frame"))

    def repetition(self, table: Table, tuples: CountedTuples) -> str:
        """Make a view of the rows of tuples, in order; give its name."""
        from diversa.engines.duckdb.tuple_sorter import TupleSorter  # to write alone

        ordered = TupleSorter(self._session, table, tuples)
        name = self._session.view(ordered.select)
        self._repeated[name] = ordered
        return name

    def write(
        self,
        table: Table,
        target: Path,
        *,
        delimiter: str = ",",
        spreadsheet_safe: bool = False,
    ) -> None:
        from diversa.engines.duckdb.row_codes import sort_rows

        is_csv, ordered = file_format(target) == "csv", self._repeated.get(table.name)
        options = "FORMAT parquet"
        if is_csv:
            mark = DUCKDB.literal(delimiter)
            options = (
                f"FORMAT csv, HEADER true, DELIMITER {mark}, QUOTE '\"', NULLSTR ''"
            )
        with guard(str(target), writing=True), writable(target):
            if not is_csv and ordered and ordered.write(target, table.types):
                return
            coded = None if ordered else sort_rows(self._session, table)
            order = [] if ordered or coded else sql.every_column(table)
            rows = sql_tables.release_query(DUCKDB, coded or table, order)
            if spreadsheet_safe and is_csv:
                rows = rows_with_apostrophes(coded or table, order)
            self._session.run(
                f"COPY ({rows}) TO {DUCKDB.literal(str(target))} ({options})"
            )

    def fetch(
        self, table: Table, *, like: str | None = None, keep_order: bool = False
    ) -> object:
        library = frame_library(table, like, keep_order=keep_order)
        order = [ROW] if keep_order else sql.every_column(table)
        with guard("fetch"):
            origin = self._origins.get(table.name)
            if origin is None or library != table.source:
                return self._session.frame(
                    sql_tables.release_query(DUCKDB, table, order), library
                )
            return self._rebuild(table, origin, order, index=keep_order)

    @contextmanager
    def unload(self, table: Table) -> Iterator[RowFile]:
        """Give the rows of a table to another engine."""
        rows = [ROW] if table.ordered else []
        listed = ", ".join([*sql.read_columns(table), *rows])
        path = self._session.folder / f"{self._session.name()}.csv"
        options = "FORMAT csv, HEADER false, DELIMITER ',', QUOTE '\"', NULLSTR ''"
        try:
            with guard("unload"):
                self._session.run(
                    f"COPY (SELECT {listed} FROM {table.name}) TO"
                    f" {DUCKDB.literal(str(path))} ({options})"
                )
            yield RowFile(path, table.types)
        finally:
            path.unlink(missing_ok=True)

    def load(self, table: Table, unload: Callable[[Path], None]) -> Table:
        """Load a table that another engine has unloaded.

        The table has types of DuckDB; `unload` writes its rows into a file.
        """
        path = self._session.folder / f"{self._session.name()}.csv"
        try:
            unload(path)
            with guard("load"):
                name = self._session.derive(f"SELECT * FROM {scan_of_csv(path, table)}")
        finally:
            path.unlink(missing_ok=True)
        return replace(table, name=name)

    def take(self, table: Table, content: object) -> Table:
        """Take over a table of another engine.

        The content is an Arrow table in which values of types that the other engine
        lacks are texts; the table has types of DuckDB.
        """
        source = self._session.register(content)
        listed = [
            f"CAST(c{place} AS {kind}) AS c{place}"
            for place, kind in enumerate(table.types)
            if kind
        ]
        listed += [ROW] if table.ordered else []
        with guard("load"):
            name = self._session.view(f"SELECT {', '.join(listed)} FROM {source}")
        return replace(table, name=name)

    def remember(self, table: Table, origin: Origin) -> None:
        """Note the frame that a loaded table comes from."""
        self._origins[table.name] = origin

    def _rebuild(
        self, table: Table, origin: Origin, order: Sequence[str], *, index: bool
    ) -> object:
        wanted = origin.needs(table)
        arrays = self._session.arrays(sql.select_in_order(table.name, wanted, order))
        return origin.rebuild(table, arrays, index=index)


def first_rows(path: Path, most: int) -> tuple[tuple[str, ...], list[list[str]]]:
    """The columns of a file (Parquet, JSON) and its first rows as texts."""
    with DuckDBEngine() as engine:
        table = engine.open(path)
        cells = ", ".join(
            f"coalesce(CAST(c{place} AS VARCHAR), '')"
            for place in range(len(table.columns))
        )
        query = f"SELECT {cells} FROM {table.name} LIMIT {int(most)}"
        with guard(str(path)):
            return table.columns, [list(row) for row in engine.session.run(query)]

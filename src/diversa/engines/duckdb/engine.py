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

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import ROW, as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines import sql
from diversa.engines.duckdb.column_types import kind_of
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.reading import DuckDBReader
from diversa.engines.duckdb.scans import rows_with_apostrophes, scan_of_csv
from diversa.engines.duckdb.session import DuckDBSession, guard
from diversa.engines.engine import RowFile, Table
from diversa.engines.local_tuples import LocalColumn, TupleColumns
from diversa.engines.origin import Origin
from diversa.engines.packing import Packing, run_lengths, tally_numbers
from diversa.engines.row_recoding import CountedTuples
from diversa.engines.sources import check_reading, locate
from diversa.engines.sql_counter import Keys, Tally
from diversa.engines.sql_engine import SQLEngine
from diversa.engines.targets import file_format, frame_library, writable

if TYPE_CHECKING:
    from diversa.engines.duckdb.tuple_sorter import TupleSorter

SORTED_ROWS = 1 << 26
"""Rows whose keys are sorted in memory; beyond it DuckDB groups them, and can spill."""


FEW_ROWS = 1 << 13
"""Rows whose tuples come here: to ask DuckDB twice for each column takes longer."""

MANY_COLUMNS = 256
"""Columns from which on a table is wide. A statement takes as long as its table has
columns, even if it asks for one, so each is asked of a narrow copy of its neighbours.
"""

MANY_ROWS = 1 << 20
"""Rows from which on it is worth a look how far apart whole numbers lie."""

WIDE = 1 << 17
"""As many numbers are a lot of groups for DuckDB, which it has to sort in the end."""

SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
"""Whole numbers whose differences 64 bits hold, as far as keys have room for them."""


def consecutive(dictionary: Dictionary) -> tuple[int, int] | None:
    """The least and the largest of whole numbers without a gap; None for others."""
    values = dictionary.values
    if len(values) == 0 or type(values[0]) is not int or type(values[-1]) is not int:
        return None
    whole = values[-1] - values[0] + 1 == len(values)
    return (values[0], values[-1]) if whole else None


class DuckDBEngine(SQLEngine):
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

    dialect = DUCKDB

    def __init__(
        self, *, memory_limit: str | None = None, threads: int | None = None
    ) -> None:
        """Start DuckDB in memory.

        Args:
            memory_limit: The most memory that DuckDB may use, such as "2GB"; what does
                not fit is spilled to temporary files.
            threads: The number of threads; all processors by default.
        """
        super().__init__()
        self._repeated: dict[str, TupleSorter] = {}
        self._neighbours: tuple[str, Table] | None = None
        self._session = DuckDBSession(memory_limit=memory_limit, threads=threads)

    @property
    def session(self) -> DuckDBSession:
        """The connection to DuckDB."""
        return self._session

    def budget(self) -> int | None:
        """The memory limit in bytes; None where there is none."""
        return self._session.memory

    def kind_of(self, column_type: str) -> Kind:
        """The kind of values that a type holds."""
        return kind_of(column_type)

    def close(self) -> None:
        """Forget every table and remove the temporary files."""
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
        """Take a path or a frame in and hand out a table; see `Engine.open`."""
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

    def repeat(
        self, table: Table, tuples: CountedTuples, *, leaving: bool = False
    ) -> Table:
        """Make a table of tuples, each as often as it is counted; no row is read."""
        del leaving  # rows are made when they are asked for, wherever they go
        from diversa.engines.duckdb.tuple_sorter import TupleSorter  # to write alone

        ordered = TupleSorter(self._session, table, tuples)
        with guard("repeat"):
            name = self._session.view(ordered.select)
            types = tuple(self._session.types(name))
        self._repeated[name] = ordered
        return Table(name, tuples.names, tuples.rows, table.source, types)

    def write(
        self,
        table: Table,
        target: Path,
        *,
        delimiter: str = ",",
        spreadsheet_safe: bool = False,
    ) -> None:
        """Write a table to a CSV or Parquet file in an order that carries nothing."""
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
            rows = sql.release_query(DUCKDB, coded or table, order)
            if spreadsheet_safe and is_csv:
                rows = rows_with_apostrophes(coded or table, order)
            self._session.run(
                f"COPY ({rows}) TO {DUCKDB.literal(str(target))} ({options})"
            )

    def fetch(
        self, table: Table, *, like: str | None = None, keep_order: bool = False
    ) -> object:
        """Hand a table out as a frame, by default of the library that it came from."""
        library = frame_library(table, like, keep_order=keep_order)
        order = [ROW] if keep_order else sql.every_column(table)
        with guard("fetch"):
            origin = self._origins.get(table.name)
            if origin is None or library != table.source:
                return self._session.frame(
                    sql.release_query(DUCKDB, table, order), library
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
        """A table that another engine has unloaded.

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
        """A table that another engine hands over.

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

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        """Collect the distinct values of a column, of a wide table in its copy."""
        place = table.place(column)
        counted = self._tuples(table, [column]) or self._here(table, [column])
        if table.width > MANY_COLUMNS and counted is None and table.types[place]:
            table = self._with_neighbours(table, place)
        return super().values(table, column, kind=kind)

    def _with_neighbours(self, table: Table, place: int) -> Table:
        """A copy of some columns that stand together; the one before it goes."""
        if self._neighbours is not None:
            source, copy = self._neighbours
            if source == table.name and table.columns[place] in copy.places:
                return copy
            self._forget(copy)
        first = place - place % MANY_COLUMNS
        together = slice(first, first + MANY_COLUMNS)
        held = zip(table.columns[together], table.types[together], strict=True)
        types = {name: kind for name, kind in held if kind}
        with guard("count"):
            name = self._session.derive(sql.narrow(table, [*types]))
        copy = replace(
            table,
            name=name,
            columns=tuple(types),
            types=tuple(types.values()),
            ordered=False,
        )
        self._neighbours = table.name, copy
        self.gather(copy, copy.columns)
        return copy

    def _forget(self, copy: Table) -> None:
        """Drop a copy and what was counted of it."""
        self._local_tuples.pop(copy.name, None)
        gathered = self._gathered.pop(copy.name, ())
        self._neighbours = None
        with guard("count"):
            self._session.drop(copy.name, *(tuples.name for tuples in gathered))

    def gathers(self, table: Table) -> bool:
        """True for few rows, where one pass is faster than many statements."""
        return table.rows <= FEW_ROWS

    def bring(
        self, table: Table, keys: Sequence[str], types: Sequence[str]
    ) -> TupleColumns:
        """Bring counted tuples here; see `SQLEngine.bring`."""
        query = sql.gather(table.name, keys)
        *columns, counts = self._session.columns(query, types)
        return [LocalColumn.of_tuples(each) for each in columns], np.array(counts)

    def count_keys(
        self, table: Table, lookups: Sequence[sql.Lookup], packing: Packing
    ) -> Keys:
        """Count the rows of each packed key; -1 stands for an unknown value."""
        encoded = sql.encode(table.name, lookups, packing)
        if packing.count == 1 and table.rows <= SORTED_ROWS:
            every = self._session.arrays(encoded)["k0"]
            if not (every[1:] >= every[:-1]).all():  # as our own releases are
                every.sort()  # vectorized by NumPy: faster than grouping
            keys, counts = run_lengths(every)
            return [keys], counts
        arrays = self._session.arrays(sql.count_keys(encoded, packing))
        return [arrays[f"k{key}"] for key in range(packing.count)], arrays["tally"]

    def tally_key(self, table: Table, key: str, held: str) -> Tally:
        """The values of a key in order; many whole numbers are sorted by NumPy."""
        if held in SIGNED and MANY_ROWS <= table.rows <= SORTED_ROWS:
            ((low, high, present),) = self._session.run(
                f"SELECT min({key}), max({key}), count({key}) FROM {table.name} AS t"
            )
            if present and high - low >= WIDE:
                ends = int(low), int(high)
                return self._tally_by_sorting(table, key, table.rows - present, ends)
        return super().tally_key(table, key, held)

    def _tally_by_sorting(
        self, table: Table, key: str, missing: int, ends: tuple[int, int]
    ) -> Tally:
        every = self._session.arrays(
            f"SELECT {key} AS value FROM {table.name} AS t WHERE {key} IS NOT NULL"
        )["value"]
        numbers, counts = tally_numbers(every, *ends)
        if not missing:
            return numbers.tolist(), counts
        return [*numbers.tolist(), None], np.append(counts, missing)

    def _lookup(
        self,
        table: Table,
        dictionary: Dictionary,
        place: int,
        shift: int,
        merged: Sequence[NDArray[np.int32] | None],
    ) -> sql.Lookup:
        """Upload the values of a column, or compute the codes of whole numbers."""
        key, kind = self.dialect.key_of(table, dictionary.column)
        ends = consecutive(dictionary) if kind in SIGNED else None
        if ends is None or any(codes is not None for codes in merged):
            return super()._lookup(table, dictionary, place, shift, merged)
        missing, (first, last) = dictionary.missing_code, ends
        lost = None if missing is None else missing << shift
        return sql.Consecutive(
            place,
            "",
            key,
            lost,
            () if lost is None else (lost,) * len(merged),
            first=first,
            last=last,
            scale=1 << shift,
        )

    def _rebuild(
        self, table: Table, origin: Origin, order: Sequence[str], *, index: bool
    ) -> object:
        wanted = origin.needs(table)
        arrays = self._session.arrays(sql.select_in_order(table.name, wanted, order))
        return origin.rebuild(table, arrays, index=index)

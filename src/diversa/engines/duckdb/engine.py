# SPDX-License-Identifier: Apache-2.0
"""The embedded engine: DuckDB, in this process, on files and frames where they are.

Text and JSON files are read once into a table of DuckDB; Parquet files and frames are
scanned where they are. A recoded table is a view: its rows are made when it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import ROW, as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines import sql
from diversa.engines.duckdb.column_types import TEXT, key_of, kind_of
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.reading import Reader
from diversa.engines.duckdb.session import Session, guard
from diversa.engines.engine import RowRecoding, Table, check_covered
from diversa.engines.origin import Origin
from diversa.engines.packing import Packing, run_lengths
from diversa.engines.recoder import Recoder
from diversa.engines.targets import file_format, frame_library
from diversa.errors import InternalError

SORTED_ROWS = 1 << 25
"""Rows whose keys are sorted in memory; beyond it DuckDB groups them, and can spill."""


class DuckDBEngine:
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
        self._session = Session(memory_limit=memory_limit, threads=threads)
        self._origins: dict[str, Origin] = {}
        self._tokens: dict[str, dict[str, Table]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Forget every table and remove the temporary files."""
        self._session.close()
        self._origins.clear()

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Take a path or a frame in and hand out a table; see `Engine.open`."""
        reader = Reader(self._session, columns)
        frame = as_frame(source)
        if frame is None:
            return reader.file(source, options or ReadOptions(), ordered=ordered)
        table = reader.frame(frame)
        self._origins[table.name] = Origin(frame, frozenset(table.columns))
        return table

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        """Collect the distinct values of a column with their counts."""
        key, held = key_of(table, column)
        query = sql.tally(table.name, key)
        with guard(f"column '{column}'"):
            values, counts = self._session.tally(query, texts=held == TEXT)
        native = kind_of(table.types[table.place(column)])
        if kind is not None and kind is not native:
            return Dictionary.build(column, values, counts, kind=kind)
        present = values[:-1] if values[-1] is None else values  # sorted by DuckDB
        array = np.empty(len(present), dtype=object)
        array[:] = present
        return Dictionary(column, array, counts, native)

    def count(self, table: Table, dictionaries: Sequence[Dictionary]) -> Cells:
        """Count the distinct tuples of the dictionaries' columns, sorted by code."""
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        with guard("count"):
            lookups = [
                self._lookup(table, dictionary, place, packing.shifts[place])
                for place, dictionary in enumerate(dictionaries)
            ]
            encoded = sql.encode(table.name, lookups, packing)
            keys, counts = self._tally(table, encoded, packing)
            self._session.drop(*(lookup.table for lookup in lookups))
        if counts.sum() != table.rows or min(key[0] for key in keys) < 0:
            raise InternalError(
                f"count: {table.rows} rows must be counted, each with values of the"
                f" dictionaries, got {counts.sum()} rows"
            )
        return Cells(tuple(dictionaries), packing.unpack(keys), counts)

    def recode(self, table: Table, recoding: RowRecoding) -> Table:
        """Generalize, suppress and drop; the result is a table of the same engine."""
        recoder = Recoder(DUCKDB, self._session, table, recoding)
        with guard("recode"):
            ((rows, *uncovered),) = self._session.run(recoder.check)
            if recoder.divides or recoder.added:  # dear to make, so made once
                name = self._session.derive(recoder.select)
                rows = self._session.rows(name)
            else:
                name = self._session.view(recoder.select)
            types = self._session.types(name)[: len(recoding.columns)]
        for column, lacking in zip(recoder.lookups, uncovered, strict=True):
            check_covered(column, lacking)
        recoded = Table(
            name, recoding.columns, rows, table.source, tuple(types), table.ordered
        )
        if table.name in self._origins and recoder.added is None:
            own = frozenset(filter(recoder.unchanged, recoding.columns))
            self._origins[name] = self._origins[table.name].narrowed(own)
        self._tokens[name] = self._token_tables(recoder)
        return recoded

    def write(self, table: Table, target: Path, *, delimiter: str = ",") -> None:
        """Write a table to a CSV or Parquet file in an order that carries nothing."""
        options = f"FORMAT {file_format(target)}"
        if options == "FORMAT csv":
            mark = DUCKDB.literal(delimiter)
            options += f", HEADER true, DELIMITER {mark}, QUOTE '\"', NULLSTR ''"
        rows = sql.released(DUCKDB, table, sql.every_column(table))
        with guard(str(target), writing=True):
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
                return self._session.frame(sql.released(DUCKDB, table, order), library)
            return self._rebuilt(table, origin, order, index=keep_order)

    def select(self, table: Table, columns: Sequence[str]) -> Table:
        """Some columns of a table."""
        rows = [f"t.{ROW}"] if table.ordered else []
        with guard("select"):
            name = self._session.view(sql.narrow(table, columns, *rows))
        if table.name in self._origins:
            self._origins[name] = self._origins[table.name].narrowed(columns)
        self._tokens[name] = self._tokens.get(table.name, {})
        types = tuple(table.types[table.place(column)] for column in columns)
        return replace(table, name=name, columns=tuple(columns), types=types)

    def tally(self, table: Table, columns: Sequence[str], *, count: str) -> Table:
        """The distinct tuples of some columns; the column `count` has their rows."""
        with guard("tally"):
            name = self._session.derive(sql.tally_of(table, columns))
            types, rows = self._session.types(name), self._session.rows(name)
        return Table(name, (*columns, count), rows, table.source, tuple(types))

    def tokens(self, table: Table) -> Mapping[str, Table]:
        """For each identifier that `recode` tokenized, its values and their tokens."""
        return self._tokens.get(table.name, {})

    def _lookup(
        self, table: Table, dictionary: Dictionary, place: int, shift: int
    ) -> sql.Lookup:
        key, kind = key_of(table, dictionary.column)
        parts = np.arange(dictionary.size, dtype=np.int64) << shift
        missing = dictionary.missing_code
        columns = {
            "value": np.array(dictionary.texts, dtype=object),
            "part": parts[: len(dictionary.values)],
        }
        name = self._session.upload(columns, {"value": kind, "part": DUCKDB.whole_type})
        lost = None if missing is None else int(parts[missing])
        return sql.Lookup(place, name, key, lost)

    def _tally(
        self, table: Table, encoded: str, packing: Packing
    ) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """The distinct keys in order, and their counts."""
        if packing.count == 1 and table.rows <= SORTED_ROWS:
            every = self._session.arrays(encoded)["k0"]
            every.sort()  # vectorized by NumPy: faster than grouping
            keys, counts = run_lengths(every)
            return [keys], counts
        arrays = self._session.arrays(sql.count_keys(encoded, packing))
        return [arrays[f"k{key}"] for key in range(packing.count)], arrays["tally"]

    def _token_tables(self, recoder: Recoder) -> dict[str, Table]:
        tables = {}
        for column, pseudonym in recoder.pseudonyms.items():
            name = pseudonym.tokens
            if name is not None:
                rows, types = self._session.rows(name), self._session.types(name)
                tables[column] = Table(
                    name, ("value", "token"), rows, recoder.table.source, tuple(types)
                )
        return tables

    def _rebuilt(
        self, table: Table, origin: Origin, order: Sequence[str], *, index: bool
    ) -> object:
        wanted = origin.wanted(table)
        arrays = self._session.arrays(sql.sorted_by(table.name, wanted, order))
        return origin.rebuilt(table, arrays, index=index)

# SPDX-License-Identifier: Apache-2.0
"""Reading: how files and frames become tables of DuckDB."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import cast

from diversa.data.frames import ROW, Frame, as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines import sql
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.failures import MIXED_LINE_ENDS
from diversa.engines.duckdb.parquet_size import check_parquet
from diversa.engines.duckdb.scans import (
    DuckDBScan,
    json_scan,
    parquet_scan,
    text_scan,
)
from diversa.engines.duckdb.session import DuckDBSession, Error, guard
from diversa.engines.excel_file import check_workbook, write_sheet
from diversa.engines.file_kinds import start_of
from diversa.engines.source_checks import check_names, check_same_names
from diversa.engines.source_files import Files
from diversa.engines.statistics_file import read_statistics
from diversa.engines.table import Table
from diversa.engines.text_encoding import check_text, to_utf8
from diversa.engines.text_file import TextFile, inspect
from diversa.engines.unpacking import (
    UnpackingLimit,
    inner_name,
    packing_of,
    unpack,
    unpacking_limit,
)
from diversa.errors import InputError, NoRowsError, SourceError

UNREADABLE = (Error, TypeError, ValueError, NotImplementedError, RuntimeError)
"""Errors of DuckDB and Arrow for types that they do not know."""


@dataclass(frozen=True)
class Copies:
    """Files that are read through a copy: compressed ones and sheets."""

    folder: Path
    """The folder in which each copy gets a folder of its own."""
    most: str | None = None
    """The most that a file may unpack to, see `unpacking`."""
    originals: dict[str, str] = field(default_factory=dict)
    """The path of each copy, and of which file it is one."""

    @contextmanager
    def cleanup(self) -> Iterator[None]:
        """Name the original files in messages, and remove the copies at the end."""
        try:
            yield
        except InputError as error:
            message = str(error)
            for copy, original in self.originals.items():
                message = message.replace(copy, original)
            error.args = (message,)
            raise error from None
        finally:
            for copy in self.originals:
                shutil.rmtree(Path(copy).parent, ignore_errors=True)

    def plain(self, path: Path) -> Path:
        """The file itself, or its unpacked copy."""
        packing = packing_of(start_of(path))
        if not packing:
            return path
        target, limit = self._copy(path, inner_name(path))
        unpack(path, target, packing, limit)
        return target

    def sheet(self, path: Path, sheet: str | None) -> Path:
        """A sheet of a workbook as a text file."""
        target, limit = self._copy(path, f"{path.name}.csv")
        check_workbook(path, unpacking_limit(path, self.most))
        write_sheet(path, sheet, target, limit)
        return target

    def _copy(self, path: Path, name: str) -> tuple[Path, UnpackingLimit]:
        """The path of a new copy, in a folder of its own, and the limit of its size."""
        copy = Path(mkdtemp(dir=self.folder)) / name
        self.originals[str(copy)] = self.originals.get(str(path), str(path))
        return copy, unpacking_limit(path, self.most, folder=self.folder)


@dataclass(frozen=True)
class DuckDBReader:
    """Takes sources into a session."""

    session: DuckDBSession
    """The session that gets the tables."""
    wanted: Sequence[str] | None = None
    """The columns of a file that are read; None for all."""

    def file(self, files: Files, options: ReadOptions, *, ordered: bool) -> Table:
        """Read a file, or several files that are one table."""
        copies = Copies(self.session.folder, options.most_unpacked)
        with copies.cleanup():
            plain = replace(files, paths=tuple(map(copies.plain, files.paths)))
            if plain.kind == "statistics":
                path = plain.paths[0]
                limit = unpacking_limit(path, options.most_unpacked)
                frame = as_frame(read_statistics(path, limit))
                return replace(self.frame(cast("Frame", frame)), source=plain.kind)
            if plain.kind == "excel":
                sheet = copies.sheet(plain.paths[0], options.sheet)
                plain = replace(plain, kind="csv", paths=(sheet,))
                options = replace(options, delimiter=",", quote='"', encoding="utf-8")
            return self._files(plain, options, ordered=ordered)

    def _files(self, files: Files, options: ReadOptions, *, ordered: bool) -> Table:
        """Read files that are not compressed."""
        if files.kind == "csv" and len(files.paths) > 1:
            return self._texts(files, options, ordered=ordered)
        if files.kind == "csv":
            text = inspect(files.paths[0], options)
            return self._text(text, options, ordered=ordered)
        scanning = parquet_scan if files.kind == "parquet" else json_scan
        with guard(files.name):
            if files.kind == "parquet":
                check_parquet(files.paths, self.session.run, options.most_unpacked)
            scan = scanning(files, self.session.run)
            return self._take(scan, files.kind, where=files.name, ordered=ordered)

    def _texts(self, files: Files, options: ReadOptions, *, ordered: bool) -> Table:
        """Read several text files with the same columns, one after the other."""
        tables = [
            self._text(inspect(path, options), options, ordered=False)
            for path in files.paths
        ]
        first = tables[0]
        for path, table in zip(files.paths, tables, strict=True):
            check_same_names(table.columns, first.columns, where=str(path))
        read = [place for place, kind in enumerate(first.types) if kind]
        parts = [
            "SELECT "
            + ", ".join(
                f"c{table.place(first.columns[place])} AS c{place}" for place in read
            )
            + f" FROM {table.name}"
            for table in tables
        ]
        query = " UNION ALL ".join(parts)
        number = f", row_number() OVER () - 1 AS {ROW}" if ordered else ""
        with guard(files.name):
            name = self.session.derive(f"SELECT *{number} FROM ({query})")
            self.session.drop(*(table.name for table in tables))
        rows = sum(table.rows for table in tables)
        return replace(first, name=name, rows=rows, ordered=ordered)

    def frame(self, frame: Frame) -> Table:
        """Let DuckDB read a frame where it is."""
        where = f"{frame.library} frame"
        check_names(frame.names, where=where)
        everything = range(len(frame.names))
        try:
            name = self._register(frame, everything)
        except UNREADABLE:
            raise self._unreadable(frame, where) from None
        scan = DuckDBScan(
            name,
            frame.names,
            load=False,
            numbered=True,
            dates=frame.dates,
            zones=frame.zones,
            orders=frame.orders,
            nested=frame.places_with_parts,
        )
        with guard(where):
            return self._take(scan, frame.library, where=where, ordered=True)

    def _register(self, frame: Frame, places: Sequence[int]) -> str:
        name = self.session.register(frame.scannable(places))
        self.session.types(name)
        return name

    def _unreadable(self, frame: Frame, where: str) -> SourceError:
        """Name the first column of a frame that DuckDB cannot read."""
        for place, name in enumerate(frame.names):
            try:
                self._register(frame, [place])
            except UNREADABLE:
                return SourceError(
                    f"{where}: column '{name}' must have a type of plain values, got"
                    " one that cannot be read; make it texts or numbers, or drop it"
                )
        return SourceError(f"{where}: cannot be read")

    def _text(self, file: TextFile, options: ReadOptions, *, ordered: bool) -> Table:
        """Read a text file; one that mixes line ends is read again without."""
        check_names(file.names, where=str(file.path))
        with guard(str(file.path)):
            try:
                return self._load(file, options, ordered=ordered, newlines=False)
            except Error as error:
                check_text(file.path, file.encoding)
                if MIXED_LINE_ENDS not in str(error):
                    raise
            return self._load(file, options, ordered=ordered, newlines=True)

    def _load(
        self, file: TextFile, options: ReadOptions, *, ordered: bool, newlines: bool
    ) -> Table:
        """Read a text file, through a copy in UTF-8 where it is not plain."""
        where, path = str(file.path), file.path
        copied = newlines or not file.utf8
        if copied:
            path = self.session.folder / f"{self.session.name()}.csv"
            to_utf8(file.path, file.encoding, path, newlines=newlines)
        try:
            scan = text_scan(file, path, options)
            return self._take(scan, "csv", where=where, ordered=ordered)
        finally:
            if copied:
                path.unlink()

    def _take(
        self, scan: DuckDBScan, source: str, *, where: str, ordered: bool
    ) -> Table:
        """Make a table or, where rows can stay where they are, a view."""
        check_names(scan.names, where=where)
        places = self._places(scan)
        listed = ", ".join(f"c{place}" for place in places)
        types = self.session.types(scan.source, listed)
        columns = [
            f"{scan.column(place, column_type)} AS c{place}"
            for place, column_type in zip(places, types, strict=True)
        ]
        if ordered:
            number = ROW if scan.numbered else "row_number() OVER () - 1"
            columns.append(f"{number} AS {ROW}")
        query = f"SELECT {', '.join(columns)} FROM {scan.source}"
        load = scan.load or (ordered and not scan.numbered)
        if load:
            name, rows = self.session.derive_rows(query)
        else:
            name = self.session.view(query)
            rows = self.session.rows(name)
        if not rows:
            raise NoRowsError(
                f"{where}: must have rows, got none below the column names", scan.names
            )
        taken = self.session.types(name)[: len(places)]
        kinds = dict(zip(places, taken, strict=True))
        kinds |= dict.fromkeys(scan.nested, DUCKDB.nested[0])
        every = tuple(kinds.get(place, "") for place in range(len(scan.names)))
        zones = {scan.names[place]: zone for place, zone in scan.zones.items()}
        orders = {scan.names[place]: order for place, order in scan.orders.items()}
        return Table(name, scan.names, rows, source, every, ordered, zones, orders)

    def _places(self, scan: DuckDBScan) -> list[int]:
        """The places of the columns that are read; a frame is read as it is."""
        wanted = None if scan.numbered else self.wanted
        return sql.places_to_read(scan.names, wanted)

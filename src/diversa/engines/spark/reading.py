# SPDX-License-Identifier: Apache-2.0
"""Reading: how frames of Spark, its tables and files become tables of a session.

Frames of Spark, tables of its catalog, files with an address and large files stay where
they are and are read by the executors. Everything else, such as a short list of people
or a pandas frame, is read by DuckDB beside the driver and goes to Spark as Arrow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pyspark.sql import DataFrame

from diversa.data.cluster_table import ClusterTable
from diversa.data.frames import ROW
from diversa.data.read_options import ReadOptions
from diversa.engines import sql
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.engines.file_kinds import start_of
from diversa.engines.source_checks import check_names
from diversa.engines.source_files import Files
from diversa.engines.spark.dialect import SPARK
from diversa.engines.spark.scans import (
    SparkScan,
    frame_scan,
    is_read_by_spark,
    parquet_scan,
    table_scan,
    text_scan,
)
from diversa.engines.spark.session import DiversaSparkSession
from diversa.engines.table import Table
from diversa.engines.text_encoding import UTF8
from diversa.engines.text_file import inspect
from diversa.engines.unpacking import packing_of
from diversa.errors import NoRowsError, SourceError

SPARK_TABLE = "spark"
"""The `source` of frames and tables of Spark."""

SMALL = 1 << 26
"""Files of this machine with fewer bytes are read beside the driver, so that they need
not stand where every executor sees them."""


MARKS = re.compile(r"[][{}*?\\]")
"""Characters that mean patterns in the names of files."""

ESCAPED = r"\\\g<0>"
"""An escaped character."""


@dataclass(frozen=True)
class SparkReader:
    """Takes sources into a session."""

    session: DiversaSparkSession
    """The session that gets the tables."""
    wanted: Sequence[str] | None = None
    """The columns of a table that are read; None for all."""

    def frame(self, frame: DataFrame) -> Table:
        """Read a frame of the user's."""
        where = "Spark frame"
        check_names(frame.columns, where=where)
        with self.session.guard(where):
            check_repeatable(frame)
            scan = frame_scan(frame)
            name = self.session.lend(scan.frame)
            return self._take(scan, name, SPARK_TABLE, where=where)

    def cluster(self, source: ClusterTable, options: ReadOptions) -> Table:
        """Read files of the cluster, or a table of its catalog."""
        if source.table is not None:
            return self.catalog(source.table, where=source.name)
        with self.session.guard(source.name):
            return self._files(source, options)

    def catalog(self, name: str, *, where: str) -> Table:
        """Read a table of the catalog."""
        with self.session.guard(where):
            scan = table_scan(self.session.spark, name)
            return self._register(scan, SPARK_TABLE, where=where)

    def parquet(self, files: Files) -> Table:
        """Read Parquet files of this machine, which every executor must see."""
        paths, root = list(map(address_of, files.paths)), root_of(files.paths)
        with self.session.guard(files.name):
            scan = parquet_scan(self.session.spark, paths, f"file://{root}")
            return self._register(scan, files.kind, where=files.name)

    def texts(self, files: Files, options: ReadOptions) -> Table:
        """Read text files of this machine, which every executor must see."""
        file = inspect(files.paths[0], options)
        paths = list(map(address_of, files.paths))
        with self.session.guard(files.name):
            scan = text_scan(
                self.session.spark,
                paths,
                file.names,
                delimiter=file.delimiter,
                trim=file.trim,
                options=options,
            )
            return self._cache(scan, where=files.name)

    def copy(self, engine: DuckDBEngine, table: Table) -> Table:
        """Copy a table that DuckDB has read."""
        types = tuple(SPARK.type_of(kind) if kind else "" for kind in table.types)
        held = [SPARK.duckdb_type(SPARK.storage_type(kind)) for kind in types]
        listed = [
            f"CAST(c{place} AS {kind}) AS c{place}"
            for place, kind in enumerate(held)
            if kind
        ]
        listed += [ROW] if table.ordered else []
        with engine.session.guard("upload"):
            rows = engine.session.frame(
                sql.select_in_order(table.name, listed, []), "pyarrow"
            )
        with self.session.guard("upload"):
            name = self.session.take(rows)
        return Table(
            name, table.columns, table.rows, table.source, types, table.ordered
        )

    def _files(self, source: ClusterTable, options: ReadOptions) -> Table:
        spark, address = self.session.spark, source.address
        if source.is_text:
            check_readable(source, options)
            names, delimiter = first_line(self.session, address, options)
            scan = text_scan(
                spark,
                [address],
                names,
                delimiter=delimiter,
                trim=bool(options.trim),
                options=options,
            )
            return self._cache(scan, where=source.name)
        scan = parquet_scan(spark, [address])
        return self._register(scan, "parquet", where=source.name)

    def _cache(self, scan: SparkScan, *, where: str) -> Table:
        """Read texts once: every reading parses them again."""
        check_names(scan.names, where=where)
        places = self._places(scan)
        source = self.session.register(scan.frame)
        name = self.session.derive(self._select(scan, places, source))
        return self._table(scan, places, name, "csv", where=where)

    def _register(self, scan: SparkScan, source: str, *, where: str) -> Table:
        check_names(scan.names, where=where)
        name = self.session.register(scan.frame)
        return self._take(scan, name, source, where=where)

    def _take(self, scan: SparkScan, name: str, source: str, *, where: str) -> Table:
        places = self._places(scan)
        view = self.session.view(self._select(scan, places, name))
        return self._table(scan, places, view, source, where=where)

    def _select(self, scan: SparkScan, places: Sequence[int], source: str) -> str:
        columns = [f"{scan.column(place)} AS c{place}" for place in places]
        return f"SELECT {', '.join(columns)} FROM {source}"

    def _table(
        self,
        scan: SparkScan,
        places: Sequence[int],
        name: str,
        source: str,
        *,
        where: str,
    ) -> Table:
        rows = self.session.rows(name)
        if not rows:
            raise NoRowsError(f"{where}: must have rows, got none", scan.names)
        kinds = dict(zip(places, self.session.types(name), strict=True))
        every = tuple(kinds.get(place, "") for place in range(len(scan.names)))
        return Table(name, scan.names, rows, source, every)

    def _places(self, scan: SparkScan) -> list[int]:
        return sql.places_to_read(scan.names, self.wanted)


def is_for_executors(files: Files, options: ReadOptions) -> bool:
    """True for large files of a kind that Spark reads: the executors read them.

    What it cannot read (other encodings, JSON, sheets, packed files, ...) is read
    beside the driver.
    """
    if sum(path.stat().st_size for path in files.paths) < SMALL:
        return False
    if files.kind != "csv":
        return files.kind == "parquet"
    if any(packing_of(start_of(path)) for path in files.paths):
        return False
    file = inspect(files.paths[0], options)
    return file.utf8 and not file.blank and is_read_by_spark(options)


def address_of(path: Path) -> str:
    r"""A file of this machine as Spark reads it: marks in its name are no pattern.

    >>> address_of(Path("/tmp/a[1].csv"))
    'file:///tmp/a\\[1\\].csv'
    """
    return f"file://{MARKS.sub(ESCAPED, str(path.absolute()))}"


def root_of(paths: Sequence[Path]) -> Path:
    """The folder that holds files, above those whose names are columns.

    >>> str(root_of([Path("/a/zip=1/x.parquet"), Path("/a/zip=1/y.parquet")]))
    '/a'
    """
    root = Path(os.path.commonpath([path.absolute().parent for path in paths]))
    while "=" in root.name:
        root = root.parent
    return root


def check_readable(source: ClusterTable, options: ReadOptions) -> None:
    """Refuse read options that Spark does not have for files of a cluster."""
    if options.encoding is not None and options.encoding.lower() not in UTF8:
        raise SourceError(
            f"{source.name}: reading.encoding must be utf-8 for files of a cluster, got"
            f" '{options.encoding}'; write them in UTF-8, or copy them here"
        )
    if not is_read_by_spark(options):
        raise SourceError(
            f"{source.name}: reading.quoted_missing must be true for files of a cluster"
            " with texts that mean missing, got false; copy them here, or leave it out"
        )


def first_line(
    session: DiversaSparkSession, address: str, options: ReadOptions
) -> tuple[tuple[str, ...], str]:
    """The names of the columns of text files, and the delimiter."""
    import csv

    from diversa.engines.text_file import find_delimiter
    from diversa.engines.text_header import column_names

    row = session.spark.read.text(address).first()
    line = "" if row is None else str(row[0]).removeprefix("\ufeff")
    delimiter = options.delimiter or find_delimiter(f"{line}\n", options.quote)
    fields = next(csv.reader([line], delimiter=delimiter, quotechar=options.quote), [])
    header = options.header is not False
    return column_names(fields, header=header, trim=bool(options.trim)), delimiter


def check_repeatable(frame: DataFrame) -> None:
    """Refuse a frame that is made anew, and otherwise, whenever it is read."""
    plan = getattr(frame, "_jdf", None)
    if plan is not None and not plan.queryExecution().analyzed().deterministic():
        raise SourceError(
            "Spark frame: must have the same rows whenever it is read, got one with"
            " random values; write it to a table, or checkpoint() it, and give that"
        )

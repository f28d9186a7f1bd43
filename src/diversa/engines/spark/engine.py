# SPDX-License-Identifier: Apache-2.0
"""Spark: the verbs in the cluster where the rows are.

Nothing but counts reaches the driver until a release is written; one that goes to a
folder or table of the cluster never does. Files and frames of this machine can be
opened too: DuckDB reads and writes them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.frames import ROW
from diversa.data.read_options import ReadOptions
from diversa.engines import sql, sql_tables
from diversa.engines.limits import EngineLimits
from diversa.engines.local_tuples import LocalColumn, TupleColumns
from diversa.engines.lookup import Lookup
from diversa.engines.packing import Packing
from diversa.engines.remote_engine import RemoteEngine
from diversa.engines.source_checks import check_reading
from diversa.engines.source_files import locate
from diversa.engines.sources import is_spark_frame, source_of
from diversa.engines.spark.dialect import SPARK
from diversa.engines.spark.launch import start_session
from diversa.engines.spark.reading import (
    SPARK_TABLE,
    SparkReader,
    is_for_executors,
)
from diversa.engines.spark.session import DiversaSparkSession
from diversa.engines.sql_counter import Keys
from diversa.engines.table import RowFile, Table
from diversa.engines.targets import frame_library
from diversa.errors import InputError, SourceError

TABLE_NAME = re.compile(r"\w+(\.\w+){0,2}")
"""The name of a table of a catalog: `people`, `schema.people`, ..."""

MASTER = "DIVERSA_MASTER"
"""The environment variable with the master of sessions that are started."""


class SparkEngine(RemoteEngine):
    """The verbs on Spark, in a session beside the user's own."""

    dialect = SPARK

    def __init__(
        self,
        session: SparkSession | None = None,
        *,
        master: str | None = None,
        memory_limit: str | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare for a cluster; a session is started when something is opened.

        Args:
            session: The session of the user, which stays as it is and goes on; without
                it that of the first frame, or one that is started and stopped again.
            master: Where a session is started: `local[4]`, `spark://host:7077`, `yarn`;
                by default `DIVERSA_MASTER`, or what `spark-submit` says.
            memory_limit: Memory of the driver, where a session is started.
            threads: Threads of this machine, where a session is started on it.
        """
        super().__init__(EngineLimits(memory_limit, threads))
        if session is not None and (master or memory_limit or threads):
            raise InputError(
                "engine: a session that is open keeps its master and its limits; leave"
                " them out, or let Diversa start one"
            )
        self._user = session
        self._master = master or os.environ.get(MASTER) or None
        self._session: DiversaSparkSession | None = None
        self.drafts: dict[ClusterTable, ClusterTable] = {}
        """The drafts of tables that are not in their places yet."""

    @property
    def session(self) -> DiversaSparkSession:
        """The session; it begins when it is first needed."""
        self.check_open()
        if self._session is None:
            if self._user is not None:
                self._session = DiversaSparkSession(self._user, own=False)
            else:
                self._session = start_session(self._master, self._limits)
        return self._session

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Take a frame or table of Spark, a path or a frame; see `Engine.open`."""
        reading = options or ReadOptions()
        if is_cluster_address(source):
            source = ClusterTable(str(source))
        if is_spark_frame(source) or isinstance(source, ClusterTable):
            return self._open_cluster(source, reading, columns, ordered=ordered)
        if self._is_catalog_table(source):
            check_reading("cluster", reading, where=str(source))
            name = str(source)
            opened = SparkReader(self.session, columns).catalog(name, where=name)
            return self.without_missing(opened, reading.missing_texts("cluster"))
        if source_of(source).path is not None and not ordered:
            table = self._open_files(source, reading, columns)
            if table is not None:
                return table
        return self.open_here(source, options=options, ordered=ordered)

    def copy_in(self, table: Table) -> Table:
        """Copy a table of the local engine into the cluster."""
        return SparkReader(self.session).copy(self.local, table)

    def copy_out(self, table: Table) -> Table:
        rows = [ROW] if table.ordered else []
        listed = [*sql.read_columns(table), *rows]
        with self.session.guard("unload"):
            content: pa.Table = self.session.arrow(
                sql.select_in_order(table.name, listed, [])
            )
        here = replace(table, types=self.duckdb_types(table))
        return self.local.take(here, content)

    def unload(self, table: Table) -> AbstractContextManager[RowFile]:
        """Give the rows of a table to another engine."""
        return self.local.unload(self.local_copy(table))

    def _open_cluster(
        self,
        source: object,
        options: ReadOptions,
        columns: Sequence[str] | None,
        *,
        ordered: bool,
    ) -> Table:
        if ordered:
            raise SourceError("keep_order: a table of Spark has no order to keep")
        if isinstance(source, ClusterTable):
            place = self.drafts.get(source, source)
            kind = "csv" if place.is_text else "cluster"
            check_reading(kind, options, where=source.name)
            table = SparkReader(self.session, columns).cluster(place, options)
        else:
            kind, frame = "cluster", cast("DataFrame", source)
            check_reading(kind, options, where="Spark frame")
            if self._user is None and self._session is None:
                self._user = frame.sparkSession
            table = SparkReader(self.session, columns).frame(frame)
        return self.without_missing(table, options.missing_texts(kind))

    def _is_catalog_table(self, source: object) -> bool:
        """True if a text is the name of a table of the catalog and no path."""
        path = source_of(source).path
        if path is None or not TABLE_NAME.fullmatch(str(source)) or path.exists():
            return False
        if path.suffix.lower() in (".csv", ".parquet"):
            return False
        with self.session.guard(str(source)):
            return self.session.spark.catalog.tableExists(str(source))

    def _open_files(
        self, source: object, options: ReadOptions, columns: Sequence[str] | None
    ) -> Table | None:
        """Files that the executors read; None for those that DuckDB reads."""
        files = locate(source)
        check_reading(files.kind, options, where=files.name)
        if not is_for_executors(files, options):
            return None
        reader = SparkReader(self.session, columns)
        if files.kind != "parquet":
            return reader.texts(files, options)
        return self.without_missing(
            reader.parquet(files), options.missing_texts(files.kind)
        )

    def count_keys(
        self, table: Table, lookups: Sequence[Lookup], packing: Packing
    ) -> Keys:
        if not lookups:
            return [np.zeros(1, np.int64)], np.array([table.rows])
        # Only tuples that differ are looked up, and the driver puts them in order.
        tuples = sql.gather(table.name, [lookup.key for lookup in lookups])
        places = [
            replace(lookup, key=f"t.c{place}") for place, lookup in enumerate(lookups)
        ]
        query = sql.gather_keys(f"({tuples})", places, packing, grouped=False)
        return self.fetch_keys(query, packing)

    def bring(
        self, table: Table, keys: Sequence[str], types: Sequence[str]
    ) -> TupleColumns:
        """Count tuples in this process; see `SQLCounter.bring`."""
        del types  # Arrow knows them
        return parse_tuples(self.session.arrow(sql.gather(table.name, keys)))

    def fetch(
        self, table: Table, *, like: str | None = None, keep_order: bool = False
    ) -> object:
        library = like or table.source
        is_inside = table.name not in self._in_local
        if library == SPARK_TABLE and is_inside and not keep_order:
            return self._hand_out(table)
        known = "pyarrow" if library == SPARK_TABLE else library
        return self.local.fetch(
            self.local_copy(table),
            like=frame_library(table, known, keep_order=keep_order),
            keep_order=keep_order,
        )

    def _hand_out(self, table: Table) -> DataFrame:
        """A frame of the user's session, without a trace of its source."""
        order = [f"{column} NULLS LAST" for column in sql.every_column(table)]
        with self.session.guard("fetch"):
            rows = self.session.spark.sql(sql_tables.release_query(SPARK, table, order))
            return self.session.hand_out(rows.localCheckpoint())


def parse_tuples(tuples: pa.Table) -> TupleColumns:
    """The columns and the rows of tuples; the last column has the rows.

    >>> table = pa.table({"c0": ["b", "a", "b"], "tally": [1, 2, 3]})
    >>> [column], rows = parse_tuples(table)
    >>> column.values, column.codes.tolist(), rows.tolist()
    (['a', 'b'], [1, 0, 1], [1, 2, 3])
    """
    *names, tally = tuples.column_names
    columns = [parse_column(tuples.column(name)) for name in names]
    return columns, tuples.column(tally).to_numpy().astype(np.int64)


def parse_column(column: pa.ChunkedArray) -> LocalColumn:
    """The values of a column and their codes."""
    encoded = pc.dictionary_encode(column, null_encoding="encode").combine_chunks()
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    return LocalColumn.of(encoded.dictionary.to_pylist(), codes)

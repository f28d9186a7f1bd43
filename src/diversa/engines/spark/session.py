# SPDX-License-Identifier: Apache-2.0
"""A session with Spark: settings of its own, nothing of the user's session changed.

Work is done in a new session beside the user's: it has its own settings and temporary
views, and the same executors. Values go in and out as Arrow batches, so none is part of
a statement or of a plan, which logs and pages of Spark would show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from py4j.protocol import Py4JError
from pyspark import StorageLevel
from pyspark.errors import PySparkException
from pyspark.logger import PySparkLogger
from pyspark.sql import DataFrame, SparkSession

from diversa.engines.people import SetsOfPeople
from diversa.engines.spark.dialect import BYTES, SPARK, TEXT, ZONED
from diversa.engines.spark.failures import failure

SETTINGS = {
    "spark.sql.ansi.enabled": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_NTZ",
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.ansi.doubleQuotedIdentifiers": "false",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "65536",
    "spark.sql.csv.parser.columnPruning.enabled": "false",
}
"""Settings that give statements one meaning in every session: overflow is an error and
no missing value, moments are in UTC, a time without a zone is no moment, and text stays
text."""


OWN_CATALOG = "spark_catalog"
"""The catalog that every session has."""

BROADCAST_ROWS = 1 << 20
"""The most rows of a small table that is sent to every executor."""

TELLING = ("SQLQueryContextLogger", "DataFrameQueryContextLogger")
"""Loggers of PySpark that write errors with the values that they quote."""


@contextmanager
def guard(where: str, *, writing: bool = False) -> Iterator[None]:
    """Turn errors of Spark into errors of Diversa, without its rows."""
    loggers = [PySparkLogger.getLogger(name) for name in TELLING]
    before = [logger.disabled for logger in loggers]
    try:
        for logger in loggers:
            logger.disabled = True
        yield
    except (PySparkException, Py4JError) as error:
        raise failure(error, where=where, writing=writing) from None
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled


class DiversaSparkSession:
    """A session beside the user's, and the names of its temporary views."""

    def __init__(self, spark: SparkSession, *, own: bool) -> None:
        """Begin a session.

        One that is our own is stopped at the end.
        """
        self.user = spark
        self._own = own
        self._names = (f"diversa_x{number}" for number in count())
        self._lent: list[tuple[SparkSession, str]] = []
        self._kept: dict[str, DataFrame] = {}
        with guard("engine"):
            self.spark = spark.newSession()
            for name, value in SETTINGS.items():
                self.spark.conf.set(name, value)

    def close(self) -> None:
        """Forget every view and its cached rows; the user's session goes on."""
        with suppress(PySparkException, Py4JError, OSError):  # Spark may be gone
            for frame in self._kept.values():
                frame.unpersist()
            for lender, name in self._lent:
                lender.catalog.dropGlobalTempView(name)
            if self._own:
                self.user.stop()
        self._kept.clear()
        self._lent.clear()

    def guard(
        self, where: str, *, writing: bool = False
    ) -> AbstractContextManager[None]:
        """Turn errors of Spark into errors of Diversa, without its rows."""
        return guard(where, writing=writing)

    def forgets(self, table: str) -> bool:
        """True if a table of the catalog would be unknown when this session ends.

        That is so where a session was started for us without a metastore.
        """
        conf = self.spark.conf
        catalog = conf.get("spark.sql.defaultCatalog", OWN_CATALOG)
        *parts, _ = table.split(".")
        named = parts[0] if len(parts) > 1 else catalog
        is_plain = not conf.get(f"spark.sql.catalog.{OWN_CATALOG}", "")
        kept = conf.get("spark.sql.catalogImplementation", "in-memory")
        return self._own and named == OWN_CATALOG and is_plain and kept == "in-memory"

    def name(self) -> str:
        """A name that no other view has."""
        return next(self._names)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement and give its rows."""
        return [tuple(row) for row in self.spark.sql(statement).collect()]

    def arrow(self, query: str) -> pa.Table:
        """The result of a query."""
        return self.spark.sql(query).toArrow()

    def tally(self, query: str, *, texts: bool) -> tuple[list[Any], NDArray[np.int64]]:
        """Give the values that a query finds and how often it finds each."""
        del texts  # they need no other way here
        tallies = self.arrow(query)
        counts = tallies.column("tally").to_numpy()
        return tallies.column("value").to_pylist(), counts

    def numbers(self, query: str, columns: Sequence[str]) -> list[NDArray[np.int64]]:
        """The result of a query as arrays of whole numbers; none is missing."""
        lines = self.arrow(query)
        return [lines.column(name).to_numpy() for name in columns]

    def sets_of_people(self, pairs: str, *, few: bool) -> SetsOfPeople:
        """Collect the cells of each person; count the people who have the same ones."""
        cells = "collect_list(cell)" if few else "sort_array(collect_set(cell))"
        sets = f"SELECT {cells} AS cells, 1L AS people FROM ({pairs}) GROUP BY person"
        counted = f"SELECT cells, count(*) AS people FROM ({sets}) GROUP BY cells"
        found = self.arrow(sets if few else counted)
        sizes = pc.list_value_length(found.column("cells")).to_numpy()
        return SetsOfPeople(
            np.repeat(np.arange(len(sizes)), sizes),
            pc.list_flatten(found.column("cells")).to_numpy(),
            found.column("people").to_numpy(),
        )

    def types(self, relation: str) -> list[str]:
        """The types of the columns of a relation."""
        schema = self.spark.table(relation).schema
        return [field.dataType.simpleString() for field in schema]

    def upload(
        self, columns: Mapping[str, NDArray[Any]], types: Mapping[str, str]
    ) -> str:
        """Make a table of arrays and give its name."""
        arrays = {
            name: pa.array(values.tolist(), pa.string())
            if values.dtype.kind == "O"
            else pa.array(values.astype(np.int64))
            for name, values in columns.items()
        }
        source = self.take(pa.table(arrays))
        read = ", ".join(
            read_as(name, SPARK.storage_type(types[name])) for name in columns
        )
        return self.view(f"SELECT {read} FROM {source}")

    def take(self, table: pa.Table) -> str:
        """Give an Arrow table to Spark; a small one is sent to every executor."""
        frame = self.spark.createDataFrame(table)
        if table.num_rows <= BROADCAST_ROWS:
            frame = frame.hint("broadcast")
        return self.register(frame)

    def register(self, frame: DataFrame) -> str:
        """Name a frame of this session."""
        name = self.name()
        frame.createOrReplaceTempView(name)
        return name

    def lend(self, frame: DataFrame) -> str:
        """Name a frame of the user's session, as one that this session reads."""
        name = f"diversa_{uuid4().hex}"
        frame.createOrReplaceGlobalTempView(name)
        self._lent.append((frame.sparkSession, name))
        return f"{self.shared_schema}.{name}"

    def hand_out(self, frame: DataFrame) -> DataFrame:
        """A frame of this session as one of the user's."""
        name = f"diversa_{uuid4().hex}"
        frame.createOrReplaceGlobalTempView(name)
        try:
            return self.user.table(f"{self.shared_schema}.{name}")
        finally:
            self.spark.catalog.dropGlobalTempView(name)

    @property
    def shared_schema(self) -> str:
        """The schema of the views that all sessions see."""
        schema = self.spark.conf.get("spark.sql.globalTempDatabase", "global_temp")
        return str(schema)

    def derive(self, query: str) -> str:
        """Cache the result of a query on the executors; give its name.

        What a lost executor had is computed again, and must be the same then: nothing
        that is asked for here depends on the order in which rows come.
        """
        frame = self.spark.sql(query).persist(StorageLevel.MEMORY_AND_DISK)
        name = self.register(frame)
        self._kept[name] = frame
        return name

    def view(self, query: str) -> str:
        """Make a view of a query; give its name."""
        return self.register(self.spark.sql(query))

    def rows(self, relation: str) -> int:
        """Count the rows of a relation."""
        return self.spark.table(relation).count()

    def drop(self, *tables: str) -> None:
        """Forget tables."""
        for table in tables:
            kept = self._kept.pop(table, None)
            if kept is not None:
                kept.unpersist()
            self.spark.catalog.dropTempView(table)


def read_as(name: str, kind: str) -> str:
    """A column of texts or whole numbers as one of some type.

    >>> read_as("value", "date"), read_as("part", "BIGINT")
    ('CAST(value AS date) AS value', 'part')
    """
    if kind in (TEXT, "BIGINT"):
        return name
    if kind == BYTES:
        return rf"unhex(replace({name}, '\\x', '')) AS {name}"
    return f"CAST({name} AS {'timestamp_ltz' if kind == ZONED else kind}) AS {name}"

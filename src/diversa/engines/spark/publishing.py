# SPDX-License-Identifier: Apache-2.0
"""A release as part files or a table of a cluster, which appears whole.

It is written beside its place, counted there, and renamed after the audit has passed. A
run that ends in any other way removes what it has begun and leaves what was there; what
a killed run has left is written over by the next one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from diversa.data.cluster_table import ClusterTable
from diversa.engines import sql, sql_tables
from diversa.engines.engine import Engine
from diversa.engines.spark.dialect import SPARK
from diversa.engines.spark.engine import SparkEngine
from diversa.engines.spark.release_places import (
    beside,
    fingerprint_query,
    name_in_schema,
    place_beside,
    promise_in,
    quote_table,
)
from diversa.engines.table import Table
from diversa.engines.table_target import OURS, TableTarget
from diversa.errors import TargetError

NOTE = "_diversa.json"
"""The file with the promise beside the part files; Spark skips it because its name
begins with an underscore."""


DRAFT, OLD = "diversa_draft", "diversa_old"
"""Parts of the names of a draft and of a release that is replaced."""

OVER = True
"""Hadoop's flag for "with all that is in it"."""

WRITTEN = {
    "header": "true",
    "quote": '"',
    "escape": '"',
    "nullValue": "",
    "emptyValue": '""',
    "ignoreLeadingWhiteSpace": "false",
    "ignoreTrailingWhiteSpace": "false",
    "encoding": "UTF-8",
}
"""Options for text files: a missing value is nothing, an empty text two quotes."""


@contextmanager
def table_target(
    out: ClusterTable, engine: Engine, *, replaces: bool
) -> Iterator[ClusterTarget]:
    """The place of a release in a cluster; drafts that are not committed are removed.

    Rows that are in the cluster stay there.
    """
    if isinstance(engine, SparkEngine):
        with drafting(ClusterTarget(out, engine, replaces)) as target:
            yield target
        return
    with SparkEngine() as another, drafting(ClusterTarget(out, another, replaces)) as t:
        yield t


@contextmanager
def drafting(target: ClusterTarget) -> Iterator[ClusterTarget]:
    """Remove drafts at the end that were not committed."""
    try:
        yield target
    finally:
        target.clear()


@dataclass(frozen=True)
class ClusterTarget(TableTarget[ClusterTable, SparkEngine]):
    """The place of a release in a cluster."""

    drafts: dict[ClusterTable, ClusterTable] = field(default_factory=dict)
    """The drafts, by the place where each will appear."""

    def beside(self, end: str) -> ClusterTable:
        return place_beside(self.out, end)

    def check(self) -> None:
        table = self.out.table
        if table is not None and self.engine.session.forgets(table):
            raise TargetError(
                f"out: '{self.out.name}' would be a table that no other session knows;"
                " set spark.sql.catalogImplementation=hive (or another catalog) in"
                " spark-defaults.conf, or name a folder (file:///...)"
            )
        super().check()

    def write(self, engine: Engine, table: Table, out: ClusterTable) -> None:
        here = table
        if engine is not self.engine:
            here = self.engine.open(engine.fetch(table, like="pyarrow"))
        order = [f"{column} NULLS LAST" for column in sql.every_column(here)]
        session, draft = self.engine.session, beside(out, DRAFT)
        with session.guard(out.name, writing=True):
            rows = session.spark.sql(sql_tables.release_query(SPARK, here, order))
            self._remove(draft)
            self.drafts[out] = draft
            self.engine.drafts[out] = draft
            if draft.table is not None:
                rows.write.format("parquet").saveAsTable(draft.table)
            elif draft.is_text:
                rows.write.options(**WRITTEN).csv(draft.address)
            else:
                rows.write.parquet(draft.address)

    def describe(
        self, out: ClusterTable, promise: str, roles: Mapping[str, str]
    ) -> None:
        session, draft = self.engine.session, self.drafts[out]
        told = f"{OURS}: {promise}"
        with session.guard(out.name, writing=True):
            if draft.table is None:
                self._write_note(
                    draft, json.dumps({"promise": told, "columns": dict(roles)})
                )
                return
            name = quote_table(draft.table)
            session.run(f"COMMENT ON TABLE {name} IS {SPARK.literal(told)}")
            for column, role in roles.items():
                session.run(
                    f"ALTER TABLE {name} ALTER COLUMN {SPARK.identifier(column)}"
                    f" COMMENT {SPARK.literal(role)}"
                )

    def fingerprint(self, out: ClusterTable) -> str:
        opened = self.engine.open(out)
        session = self.engine.session
        with session.guard(out.name):
            ((digest,),) = session.run(fingerprint_query(opened))
        return str(digest)

    def commit(self) -> None:
        with self.engine.session.guard(self.out.name, writing=True):
            for place in self.places:
                old = beside(place, OLD)
                if self.note(place) is not None:
                    self._remove(old)
                    self._rename(place, old)
                draft = self.drafts.get(place)
                if draft is not None:
                    self._rename(draft, place)
                self._remove(old)
        self._forget()

    def clear(self) -> None:
        """Remove the drafts that did not appear."""
        for out, draft in self.drafts.items():
            with self.engine.session.guard(out.name, writing=True):
                self._remove(draft)
        self._forget()

    def _forget(self) -> None:
        for out in self.drafts:
            self.engine.drafts.pop(out, None)
        self.drafts.clear()

    def note(self, place: ClusterTable) -> str | None:
        with self.engine.session.guard(place.name, writing=True):
            return self._note(place)

    def _note(self, place: ClusterTable) -> str | None:
        catalog = self.engine.session.spark.catalog
        if place.table is not None:
            if not catalog.tableExists(place.table):
                return None
            return catalog.getTable(place.table).description or ""
        files, path = self._files(place.address)
        if not files.exists(path):
            return None
        return promise_in(self._text(f"{place.address.rstrip('/')}/{NOTE}"))

    def _text(self, address: str) -> str:
        """The text of a small file that Spark does not list; nothing without one."""
        spark: Any = self.engine.session.spark
        files, path = self._files(address)
        if not files.exists(path):
            return ""
        stream = files.open(path)
        text = spark._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
        stream.close()
        return str(text)

    def _write_note(self, place: ClusterTable, text: str) -> None:
        files, path = self._files(f"{place.address}/{NOTE}")
        stream = files.create(path, OVER)
        stream.write(bytearray(text.encode()))
        stream.close()

    def _rename(self, place: ClusterTable, to: ClusterTable) -> None:
        session = self.engine.session
        if place.table is not None and to.table is not None:
            session.run(
                f"ALTER TABLE {quote_table(place.table)} RENAME TO {name_in_schema(to)}"
            )
            return
        files, path = self._files(place.address)
        if not files.rename(path, self._files(to.address)[1]):
            raise TargetError(f"{to.name}: the files cannot be put there")

    def _remove(self, place: ClusterTable) -> None:
        session = self.engine.session
        if place.table is not None:
            session.run(f"DROP TABLE IF EXISTS {quote_table(place.table)}")
            return
        files, path = self._files(place.address)
        files.delete(path, OVER)

    def _files(self, address: str) -> tuple[Any, Any]:
        """The file system of an address, and its path there."""
        spark: Any = self.engine.session.spark
        path = spark._jvm.org.apache.hadoop.fs.Path(address)
        settings = spark._jsparkSession.sessionState().newHadoopConf()
        return path.getFileSystem(settings), path

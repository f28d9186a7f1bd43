# SPDX-License-Identifier: Apache-2.0
"""Counted tuples as one SELECT: codes are joined to their values, and repeated.

Codes and values go into the engine as tables, so no value is part of a statement.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import as_text
from diversa.engines import sql
from diversa.engines.dialect import Dialect
from diversa.engines.row_recoding import CountedTuples, TupleColumn
from diversa.engines.sql_session import SQLSession
from diversa.engines.table import Table

STARRED = -1
"""The code of a star."""


@dataclass(frozen=True, eq=False)
class Repeater:
    """Counted tuples of one table as SQL."""

    dialect: Dialect
    """The words of the engine."""
    store: SQLSession
    """Keeps the small tables."""
    table: Table
    """The table that was counted."""
    tuples: CountedTuples
    """The tuples that are published."""

    @property
    def select(self) -> str:
        """The rows, in no order."""
        columns, joins = [], []
        for place, column in enumerate(self.tuples.columns):
            if column.values is None:
                columns.append(f"nullif(t.r{place}, {STARRED}) AS c{place}")
                continue
            columns.append(f"l{place}.value AS c{place}")
            labels = self.labels(column)
            joins.append(
                f"LEFT JOIN {labels} AS l{place} ON l{place}.code = t.r{place}"
            )
        return sql.repeat_lines(self.dialect, self._lines(), columns, joins)

    def labels(self, column: TupleColumn) -> str:
        """A table of the published values of a column's codes."""
        text, whole = self.dialect.text_type, self.dialect.whole_type
        kind = text
        if column.like is not None:
            kind = self.table.types[self.table.place(column.like)]
        texts = self._texts(column, kind)
        columns = {"code": np.arange(len(texts)), "value": texts}
        name = self.store.upload(columns, {"code": whole, "value": kind})
        if not column.is_starred:
            return name
        star = self.dialect.literal(sql.STAR)
        return self.store.derive(
            f"SELECT code, CAST(value AS {text}) AS value FROM {name}"
            f" UNION ALL SELECT {STARRED}, {star}"
        )

    def _texts(self, column: TupleColumn, kind: str) -> NDArray[np.object_]:
        """The values as texts that can be read again; a zero has no sign."""
        signed = column.like is not None and self.dialect.is_floating(kind)
        values = column.values or ()
        texts = np.empty(len(values), dtype=object)
        texts[:] = [
            None if value is None else "0" if signed and value == 0 else as_text(value)
            for value in values
        ]
        return texts

    def _lines(self) -> str:
        lines = {
            f"r{place}": column.each for place, column in enumerate(self.tuples.columns)
        }
        lines["tally"] = self.tuples.counts
        return self.store.upload(lines, dict.fromkeys(lines, self.dialect.whole_type))

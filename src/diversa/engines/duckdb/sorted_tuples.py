# SPDX-License-Identifier: Apache-2.0
"""Counted tuples in order: only distinct tuples are sorted, and never their rows.

DuckDB keeps the order of a table that it reads from beginning to end, so sorted tuples
that are repeated are sorted rows. Each value is replaced by its rank among those of its
column; the ranks of a tuple, packed, are what is sorted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.session import Session
from diversa.engines.engine import CountedTuples, Table, TupleColumn
from diversa.engines.packing import Packing
from diversa.engines.repeater import Repeater

SHORT = 512
"""Values of a column that are looked up in a list; DuckDB copies a list for every few
thousand rows, so more of them are joined to the tuples before these are repeated."""


@dataclass(frozen=True, eq=False)
class RankedColumn:
    """A column of tuples by the ranks of its values."""

    ranks: NDArray[np.integer] = field(repr=False)
    """The rank of each tuple's value, missing values last."""
    size: int
    """Number of ranks."""
    labels: str | None = None
    """The table of ranks and values; None where ranks are published themselves."""
    missing: int | None = None
    """The rank that stands for a missing value, where ranks are published."""

    @property
    def is_joined(self) -> bool:
        """Whether the values are joined to the tuples."""
        return self.labels is not None and self.size > SHORT


@dataclass(frozen=True, eq=False)
class SortedTuples:
    """Counted tuples inside a session, ready to be repeated in order."""

    session: Session
    """Where they go."""
    table: Table
    """The table that was counted."""
    tuples: CountedTuples
    """The tuples."""

    @property
    def select(self) -> str:
        """The rows in order."""
        ranked = [self._ranked(column) for column in self.tuples.columns]
        lines = self._joined(self._sorted(ranked), ranked)
        columns = ", ".join(
            f"{self._published(column, place)} AS c{place}"
            for place, column in enumerate(ranked)
        )
        return f"SELECT {columns} FROM (SELECT *, unnest(range(tally)) FROM {lines})"

    def _ranked(self, column: TupleColumn) -> RankedColumn:
        """Rank the values of a column; equal ones share a rank."""
        if column.values is None:
            size = int(column.codes.max(initial=-1)) + 1
            ranks = np.where(column.codes < 0, size, column.codes)
            return RankedColumn(ranks, size + 1, missing=size)
        repeater = Repeater(DUCKDB, self.session, self.table, self.tuples)
        ranked = self.session.derive(
            "SELECT code, value, dense_rank() OVER (ORDER BY value NULLS LAST) - 1"
            f" AS rank FROM {repeater.labels(column)}"
        )
        rank = self.session.arrays(f"SELECT rank FROM {ranked} ORDER BY code")["rank"]
        labels = self.session.derive(
            f"SELECT rank, any_value(value) AS value FROM {ranked} GROUP BY rank"
        )
        ranks = rank[column.codes + int(column.is_starred)]
        return RankedColumn(ranks, int(rank.max(initial=-1)) + 1, labels)

    def _sorted(self, ranked: list[RankedColumn]) -> str:
        """A table of the tuples in order, by their ranks."""
        packing = Packing.plan([column.size for column in ranked])
        lines = np.empty((len(self.tuples.counts), len(ranked)), dtype=np.int64)
        for place, column in enumerate(ranked):
            lines[:, place] = column.ranks
        keys = packing.pack(lines)
        order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
        columns = {f"r{place}": line for place, line in enumerate(lines[order].T)}
        columns |= {"tally": self.tuples.counts[order], "line": np.arange(len(order))}
        return self.session.upload(columns, dict.fromkeys(columns, DUCKDB.whole_type))

    def _joined(self, lines: str, ranked: list[RankedColumn]) -> str:
        """The tuples with the values of the columns that have many."""
        joined = [place for place, column in enumerate(ranked) if column.is_joined]
        if not joined:
            return lines
        columns = ", ".join(
            ["t.*", *(f"l{place}.value AS v{place}" for place in joined)]
        )
        joins = " ".join(
            f"LEFT JOIN {ranked[place].labels} AS l{place}"
            f" ON l{place}.rank = t.r{place}"
            for place in joined
        )
        name = self.session.derive(f"SELECT {columns} FROM {lines} AS t {joins}")
        moved = self.session.run(f"SELECT count(*) FROM {name} WHERE line <> rowid")
        if moved != [(0,)]:  # DuckDB promises no order behind a join
            name = self.session.derive(f"SELECT * FROM {name} ORDER BY line")
        return name

    def _published(self, column: RankedColumn, place: int) -> str:
        """What is published of the rank of a column."""
        if column.labels is None:
            return f"nullif(r{place}, {column.missing})"
        if column.is_joined:
            return f"v{place}"
        values = self.session.variable(
            f"SELECT list(value ORDER BY rank) FROM {column.labels}"
        )
        return f"{values}[r{place} + 1]"

# SPDX-License-Identifier: Apache-2.0
"""Counted tuples in order: only distinct tuples are sorted, and never their rows.

Each value is replaced by its rank among those of its column; the ranks of a tuple,
packed, are what is sorted. A Parquet file is written from the sorted tuples directly;
for everything else DuckDB repeats them, and keeps the order of what it reads from
beginning to end, so sorted tuples that are repeated are sorted rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.session import DuckDBSession
from diversa.engines.packing import Packing
from diversa.engines.parquet_file import write_tuples
from diversa.engines.parquet_types import TYPES, ParquetColumn, text_values
from diversa.engines.repeater import Repeater
from diversa.engines.row_recoding import CountedTuples, TupleColumn
from diversa.engines.table import Table
from diversa.memo import Memo

SHORT = 512
"""Values of a column that are looked up in a list; DuckDB copies a list for every few
thousand rows, so more of them are joined to the tuples before these are repeated."""

SINCE_1970 = {
    "DATE": "CASE WHEN isfinite(value) THEN value - DATE '1970-01-01' END",
    "TIMESTAMP": "CASE WHEN isfinite(value) THEN epoch_us(value) END",
}
"""Dates as numbers, by their types; one that is infinite is none."""


@dataclass(frozen=True, eq=False)
class RankedColumn:
    """A column of tuples by the ranks of its values."""

    codes: NDArray[np.integer] = field(repr=False)
    """The code of each tuple's value, or of the value of some that follow each other"""
    rank: NDArray[np.int64] | None = field(repr=False)
    """The rank of each code, missing values last; None where codes are ranks."""
    size: int
    """Number of ranks."""
    labels: str | None = None
    """The table of ranks and values; None where ranks are published themselves."""
    missing: int | None = None
    """The rank that stands for a missing value, where ranks are published."""
    runs: NDArray[np.int64] | None = field(default=None, repr=False)
    """The number of successive tuples that have each code; one by default."""

    def parts(self, shift: int) -> NDArray[np.int64]:
        """The rank of each code as a part of a key."""
        if self.rank is not None:
            return (self.rank << shift)[self.codes]
        parts = self.ranks.astype(np.int64)
        parts <<= shift
        return parts

    @cached_property
    def ranks(self) -> NDArray[np.integer]:
        """The rank of each code."""
        if self.rank is not None:
            return self.rank.astype(np.int32)[self.codes]
        if self.missing is None or not (self.codes < 0).any():
            return self.codes
        return np.where(self.codes < 0, self.missing, self.codes)

    @property
    def is_joined(self) -> bool:
        """True if the values are joined to the tuples."""
        return self.labels is not None and self.size > SHORT


Key = TypeVar("Key")


def add(
    packed: dict[Key, NDArray[np.int64]], key: Key, part: NDArray[np.int64]
) -> None:
    """Put a part, which is not to be used again, to the others of a key."""
    if key in packed:
        packed[key] |= part
    else:
        packed[key] = part


@dataclass(frozen=True, eq=False)
class TupleSorter:
    """Counted tuples of a session, ready to be repeated in order."""

    session: DuckDBSession
    """The session that holds their values."""
    table: Table
    """The table that was counted."""
    tuples: CountedTuples
    """The tuples."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @property
    def select(self) -> str:
        """The rows in order."""
        columns = ", ".join(
            f"{self._label(column, place)} AS c{place}"
            for place, column in enumerate(self._ranks)
        )
        return (
            f"SELECT {columns} FROM (SELECT *, unnest(range(tally)) FROM {self._lines})"
        )

    def write(self, target: Path, types: tuple[str, ...]) -> bool:
        """Write a Parquet file; False if it cannot have columns of these types."""
        columns = []
        for place, kind in enumerate(types):
            column = self._column(place, kind)
            if column is None:
                return False
            columns.append(column)
        write_tuples(target, columns, self._order[1])
        return True

    @cached_property
    def _ranks(self) -> list[RankedColumn]:
        return [self._rank(column) for column in self.tuples.columns]

    def _rank(self, column: TupleColumn) -> RankedColumn:
        """Rank the values of a column; equal ones share a rank."""
        if column.values is None:
            size = int(column.codes.max(initial=-1)) + 1
            return RankedColumn(
                column.codes, None, size + 1, missing=size, runs=column.runs
            )
        repeater = Repeater(DUCKDB, self.session, self.table, self.tuples)
        ranked = self.session.derive(
            "SELECT code, value, dense_rank() OVER (ORDER BY value NULLS LAST) - 1"
            f" AS rank FROM {repeater.labels(column)}"
        )
        rank = self.session.arrays(f"SELECT rank FROM {ranked} ORDER BY code")["rank"]
        labels = self.session.derive(
            f"SELECT rank, any_value(value) AS value FROM {ranked} GROUP BY rank"
        )
        if column.is_starred:  # the star is the first label, and its code is -1
            rank = np.roll(rank, -1)
        size = int(rank.max(initial=-1)) + 1
        ranks = rank.astype(np.int64)
        return RankedColumn(column.codes, ranks, size, labels, runs=column.runs)

    @cached_property
    def _packing(self) -> Packing:
        return Packing.plan([column.size for column in self._ranks])

    @cached_property
    def _order(self) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """The packed ranks of the tuples in order, and the rows of each."""
        counts, keys = self.tuples.counts, self._keys
        if not (counts > 0).all():
            keys, counts = [key[counts > 0] for key in keys], counts[counts > 0]
        if len(keys) == 1 and (keys[0][1:] >= keys[0][:-1]).all():
            return keys, counts  # as where the cells were sorted by the same columns
        order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
        return [key[order] for key in keys], counts[order]

    @property
    def _keys(self) -> list[NDArray[np.int64]]:
        """The packed ranks of the tuples; those of one run are packed once."""
        packing = self._packing
        packed: dict[tuple[int, int], NDArray[np.int64]] = {}
        runs = {id(column.runs): column.runs for column in self._ranks}
        for column, key, shift in zip(
            self._ranks, packing.keys, packing.shifts, strict=True
        ):
            add(packed, (key, id(column.runs)), column.parts(shift))
        keys: dict[int, NDArray[np.int64]] = {}
        for (key, run), part in packed.items():
            lengths = runs[run]
            add(keys, key, part if lengths is None else np.repeat(part, lengths))
        return [keys[key] for key in range(packing.count)]

    def _column(self, place: int, kind: str) -> ParquetColumn | None:
        """A column as it is written; runs stay runs where tuples come in order."""
        name, column = self.tuples.columns[place].name, self._ranks[place]
        values = self._values(column, kind)
        if values is None:
            return None
        if self._order[1] is not self.tuples.counts:
            in_order = self._packing.column(self._order[0], place)
            return ParquetColumn(name, TYPES[kind], values, in_order)
        counts = None if column.runs is None else self._rows_of(column.runs)
        return ParquetColumn(name, TYPES[kind], values, column.ranks, counts)

    def _rows_of(self, runs: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows of each run of tuples, added up once for all columns."""
        begins = np.cumsum(runs) - runs
        return self.memo.once(
            id(runs), lambda: np.add.reduceat(self.tuples.counts, begins)
        )

    def _values(self, column: RankedColumn, kind: str) -> NDArray[np.generic] | None:
        """The values of a column in order, or None where Parquet is left to DuckDB."""
        if column.labels is None:
            return np.arange(column.size - 1, dtype=np.int64)
        if kind not in TYPES:
            return None
        value = SINCE_1970.get(kind, "value")
        values = self.session.arrays(
            f"SELECT {value} AS value FROM {column.labels} WHERE value IS NOT NULL"
            " ORDER BY rank"
        )["value"]
        dtype = TYPES[kind].dtype
        if dtype is None:
            return text_values(values.tolist())
        return None if values.dtype == object else values.astype(dtype)

    @cached_property
    def _lines(self) -> str:
        """The tuples as DuckDB reads them: keys, counts, and values of which are many.

        DuckDB promises no order behind a join.
        """
        keys, counts = self._order
        columns = {f"k{number}": key for number, key in enumerate(keys)}
        lines = self.session.register(columns | {"tally": counts})
        joined = [p for p, column in enumerate(self._ranks) if column.is_joined]
        if not joined:
            return lines
        listed = ["t.*", *(f"l{place}.value AS v{place}" for place in joined)]
        joins = " ".join(
            f"LEFT JOIN {self._ranks[place].labels} AS l{place}"
            f" ON l{place}.rank = {self._rank_in(place)}"
            for place in joined
        )
        return (
            f"(SELECT {', '.join(listed)} FROM {lines} AS t {joins}"
            f" ORDER BY {', '.join(f't.{name}' for name in columns)})"
        )

    def _rank_in(self, place: int) -> str:
        """The rank of a column, taken out of the keys."""
        packing = self._packing
        key, shift, mask = (
            part[place] for part in (packing.keys, packing.shifts, packing.masks)
        )
        return f"((k{key} >> {shift}) & {mask})"

    def _label(self, column: RankedColumn, place: int) -> str:
        """The label that is published for the rank of a column."""
        rank = self._rank_in(place)
        if column.labels is None:
            return f"nullif({rank}, {column.missing})"
        if column.is_joined:
            return f"v{place}"
        values = self.session.variable(
            f"SELECT list(value ORDER BY rank) FROM {column.labels}"
        )
        return f"{values}[{rank} + 1]"

# SPDX-License-Identifier: Apache-2.0
"""The verbs that count, the same in every engine that speaks SQL.

Values become codes, the codes of a tuple are packed into few whole numbers, and the
database counts these. Where tuples are few they come to this process instead.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.engines import sql
from diversa.engines.counting import Counting, Merged
from diversa.engines.dialect import Dialect
from diversa.engines.local_tuples import LocalTuples, TupleColumns, sorted_dictionary
from diversa.engines.lookup import Lookup, part_name
from diversa.engines.packing import Packing, sum_by_key
from diversa.engines.sql_session import SQLSession
from diversa.engines.table import Table
from diversa.errors import InternalError

MOST_LOCAL_ROWS = 1 << 25
"""Rows of a table whose tuples come to this process; larger ones give packed keys."""

FIELD_BYTES = 32
"""Bytes of memory that a field of a tuple may take in this process."""

Keys = tuple[list[NDArray[np.int64]], NDArray[np.int64]]
"""The distinct packed keys of rows, in order, and how many rows have each."""

Tally = tuple[Sequence[Any], NDArray[np.int64]]
"""The values of a column, in order, the missing one last; and the rows of each."""


class SQLCounter(Counting):
    """The counting verbs over a session and its dialect."""

    dialect: Dialect
    """The words of the engine."""

    def __init__(self) -> None:
        self._gathered: dict[str, list[Table]] = {}
        self._local_tuples: dict[str, list[LocalTuples]] = {}

    @property
    @abstractmethod
    def session(self) -> SQLSession:
        """Runs the statements."""

    @abstractmethod
    def count_keys(
        self, table: Table, lookups: Sequence[Lookup], packing: Packing
    ) -> Keys:
        """Count the rows of each packed key; -1 stands for an unknown value."""

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        key, held = self.dialect.key_of(table, column)
        tuples, local = self._tuples(table, [column]), self._here(table, [column])
        with self.session.guard(f"column '{column}'"):
            if tuples is not None:
                values, counts = self.tally_tuples(tuples, column)
            elif local is None:
                values, counts = self.tally_key(table, key, held)
            else:
                values, counts = local.tally(column)
        native = self.dialect.kind_of(table.types[table.place(column)])
        return sorted_dictionary(column, values, counts, native, kind)

    def budget(self) -> int | None:
        return None

    def estimate(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        candidates: Sequence[Merged],
    ) -> list[int]:
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        names = [values.column for values in dictionaries]
        tuples, local = self._tuples(table, names), self._here(table, names)
        if local is not None:
            return local.estimate(dictionaries, packing, candidates)
        with self._lookups(table, dictionaries, packing, candidates) as lookups:
            source = table if tuples is None else tuples
            own = in_tuples(lookups, tuples, dictionaries) if tuples else lookups
            query = sql.estimates(
                self.dialect, source.name, own, packing, len(candidates)
            )
            (estimates,) = self.session.run(query)
        return list(map(int, estimates))

    def count(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        *,
        merged: Merged | None = None,
    ) -> Cells:
        merged = merged or {}
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        local = self._here(table, [values.column for values in dictionaries])
        if local is not None:
            keys, counts = local.count(dictionaries, packing, merged)
        else:
            keys, counts = self._count_inside(table, dictionaries, packing, merged)
        if counts.sum() != table.rows or min(key[0] for key in keys) < 0:
            raise InternalError(
                f"count: {table.rows} rows must be counted, each with values of the"
                f" dictionaries, got {counts.sum()} rows"
            )
        return Cells(tuple(dictionaries), packing.unpack(keys), counts)

    def _count_inside(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        packing: Packing,
        merged: Merged,
    ) -> Keys:
        """Count the rows of each packed key in the engine."""
        tuples = self._tuples(table, [values.column for values in dictionaries])
        with self._lookups(table, dictionaries, packing, [merged]) as lookups:
            if tuples is None:
                return self.count_keys(table, lookups, packing)
            grouped = bool(merged) or len(lookups) < len(tuples.columns)
            own = in_tuples(lookups, tuples, dictionaries)
            return self._count_tuples(tuples, own, packing, grouped=grouped)

    @contextmanager
    def _lookups(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        packing: Packing,
        ways: Sequence[Merged],
    ) -> Iterator[list[Lookup]]:
        """Upload the dictionaries for several ways to count; drop them at the end."""
        with self.session.guard("count"):
            lookups = [
                self._lookup(
                    table,
                    values,
                    place,
                    packing.shifts[place],
                    [way.get(values.column) for way in ways],
                )
                for place, values in enumerate(dictionaries)
            ]
            yield lookups
            self.session.drop(*(lookup.table for lookup in lookups if lookup.table))

    def gather(self, table: Table, columns: Sequence[str]) -> None:
        """Count some columns together, so that they need not be read again.

        The tuples come here where there cannot be too many; else the engine keeps them.
        """
        names = tuple(dict.fromkeys(columns))
        counted = self._tuples(table, names) or self._here(table, names)
        if not self.gathers(table) or not names or counted is not None:
            return
        held = [self.dialect.key_of(table, name) for name in names]
        keys, types = [key for key, _ in held], tuple(kind for _, kind in held)
        with self.session.guard("count"):
            local = None
            if self._can_come(table, len(names)):
                local = self.bring(table, keys, types)
            if local is not None:
                columns_here = dict(zip(names, local[0], strict=True))
                tuples_here = LocalTuples(columns_here, local[1])
                self._local_tuples.setdefault(table.name, []).append(tuples_here)
                return
            relation = self.session.derive(sql.gather(table.name, keys))
        tuples = Table(relation, names, table.rows, table.source, types)
        self._gathered.setdefault(table.name, []).append(tuples)

    def gathers(self, table: Table) -> bool:
        """True if one pass for several columns is cheaper than one for each."""
        del table
        return True

    def bring(
        self, table: Table, keys: Sequence[str], types: Sequence[str]
    ) -> TupleColumns | None:
        """Count the tuples of some keys in this process; None if they cannot come."""
        del table, keys, types
        return None

    def _can_come(self, table: Table, columns: int) -> bool:
        """True if all tuples fit in memory, even if every row is a tuple of its own."""
        budget = self.budget()
        fits = budget is None or table.rows * columns * FIELD_BYTES <= budget
        return fits and table.rows <= MOST_LOCAL_ROWS

    def tally_key(self, table: Table, key: str, held: str) -> Tally:
        """The values of a key of `t`, of some type, in order, and their rows."""
        query, texts = sql.tally(table.name, key), held == self.dialect.text_type
        return self.session.tally(query, texts=texts)

    def tally_tuples(self, tuples: Table, column: str) -> Tally:
        """The values of a column of gathered tuples, in order, and their rows."""
        place = tuples.place(column)
        query = sql.tally(tuples.name, f"t.c{place}", rows=sql.TALLIED)
        texts = tuples.types[place] == self.dialect.text_type
        return self.session.tally(query, texts=texts)

    def _tuples(self, table: Table, columns: Sequence[str]) -> Table | None:
        """Gathered tuples that have these columns; None where there are none."""
        gathered = self._gathered.get(table.name, ())
        return next(
            (tuples for tuples in gathered if tuples.places.keys() >= {*columns}), None
        )

    def _here(self, table: Table, columns: Sequence[str]) -> LocalTuples | None:
        """Tuples in this process that have these columns."""
        every = self._local_tuples.get(table.name, ())
        return next((b for b in every if b.columns.keys() >= {*columns}), None)

    def _count_tuples(
        self,
        tuples: Table,
        lookups: Sequence[Lookup],
        packing: Packing,
        *,
        grouped: bool,
    ) -> Keys:
        """Count the rows of each packed key of gathered tuples, in order.

        `grouped` adds up the tuples that have one key.
        """
        query = sql.gather_keys(tuples.name, lookups, packing, grouped=grouped)
        return self.fetch_keys(query, packing)

    def fetch_keys(self, query: str, packing: Packing) -> Keys:
        """The packed keys that a query finds with their rows, in order."""
        names = [f"k{key}" for key in range(packing.count)]
        *keys, counts = self.session.numbers(query, [*names, "tally"])
        return sum_by_key(keys, counts)

    def _lookup(
        self,
        table: Table,
        dictionary: Dictionary,
        place: int,
        shift: int,
        merged: Sequence[NDArray[np.int32] | Ints | None],
    ) -> Lookup:
        """Upload the values of a column with their parts of the packed key.

        The part lies above `shift` bits. `merged` has, for every way to count, the code
        as which each value is counted, or None for its own.
        """
        key, kind = self.dialect.key_of(table, dictionary.column)
        own = np.arange(dictionary.size, dtype=np.int64)
        codes = [own if one is None else one.astype(np.int64) for one in merged]
        missing, present = dictionary.missing_code, len(dictionary.values)
        columns: dict[str, NDArray[Any]] = {
            "value": self._lookup_values(dictionary, kind)
        }
        names = [part_name(way) for way in range(len(codes))]
        for name, each in zip(names, codes, strict=True):
            columns[name] = each[:present] << shift
        types = {"value": kind, **dict.fromkeys(names, self.dialect.whole_type)}
        table_name = self.session.upload(columns, types)
        # A missing value is merged with others on the highest level alone.
        lost = None if missing is None else int(codes[0][missing]) << shift
        more = () if missing is None else tuple(int(c[missing]) << shift for c in codes)
        return Lookup(place, table_name, key, lost, more)

    def _lookup_values(self, dictionary: Dictionary, kind: str) -> NDArray[Any]:
        """The values of a column as they go into the engine: as texts, or as numbers.

        Whole numbers need not be written and read again.
        """
        if kind == self.dialect.whole_type:
            numbers = np.array(dictionary.values.tolist())
            if numbers.dtype == np.int64:
                return numbers
        return np.array(dictionary.texts, dtype=object)


def in_tuples(
    lookups: Sequence[Lookup], tuples: Table, dictionaries: Sequence[Dictionary]
) -> list[Lookup]:
    """The lookups of some columns, by the keys that gathered tuples have of them."""
    return [
        replace(lookup, key=f"t.c{tuples.place(values.column)}")
        for lookup, values in zip(lookups, dictionaries, strict=True)
    ]

# SPDX-License-Identifier: Apache-2.0
"""Counting in DuckDB: tables of few rows, many rows and many columns.

Keys are sorted by NumPy where they fit in memory, which is faster than to group them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.kernels.incidences import NOBODY, number_people
from diversa.data.dictionary import Dictionary, Kind
from diversa.engines import sql
from diversa.engines.counting import Merged, MissingPerson, PeopleCount
from diversa.engines.duckdb.dialect import DUCKDB
from diversa.engines.duckdb.session import DuckDBSession, guard
from diversa.engines.local_tuples import LocalColumn, TupleColumns
from diversa.engines.lookup import Consecutive, Lookup
from diversa.engines.packing import Packing, run_lengths, tally_numbers
from diversa.engines.people import check_missing, rows_of_people
from diversa.engines.sql_counter import Keys, Tally
from diversa.engines.sql_people import SQLPeople
from diversa.engines.table import Table

SORTED_ROWS = 1 << 26
"""Rows whose keys are sorted in memory; beyond it DuckDB groups them, and can spill."""

FEW_ROWS = 1 << 13
"""Rows whose tuples come here: to ask DuckDB twice for each column takes longer."""

PERSON_BYTES = 64
"""Bytes of memory that a row takes while its person is counted."""

MANY_COLUMNS = 256
"""Columns from which on a table is wide. The time of a statement grows with the columns
of its table, even if it reads one, so each is read from a narrow copy."""

MANY_ROWS = 1 << 20
"""Rows from which on it is worth a look how far apart whole numbers lie."""

WIDE = 1 << 17
"""As many numbers are a lot of groups for DuckDB, which it has to sort in the end."""

SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
"""Whole numbers whose differences 64 bits hold, as far as keys have room for them."""


def consecutive(dictionary: Dictionary) -> tuple[int, int] | None:
    """The least and the largest of whole numbers without a gap; None for others."""
    values = dictionary.values
    if len(values) == 0 or type(values[0]) is not int or type(values[-1]) is not int:
        return None
    whole = values[-1] - values[0] + 1 == len(values)
    return (values[0], values[-1]) if whole else None


def hashes(person: str, salt: str) -> list[str]:
    """Two hashes of a key that says who a row is about; the first of nobody is -1.

    The second is that of a longer text: who has one hash with somebody has not both.
    Both are salted, so that they tell nothing of a person outside this count.
    """
    salted = f"'{salt}' || CAST({person} AS VARCHAR)"
    hashed = f"CAST(hash({person}, '{salt}') >> 1 AS BIGINT)"
    return [
        f"CASE WHEN {person} IS NULL THEN {NOBODY} ELSE {hashed} END AS person",
        f"CAST(hash({salted}) >> 32 AS UINTEGER) AS other",
    ]


class DuckDBCounter(SQLPeople):
    """The counting verbs on DuckDB."""

    dialect = DUCKDB

    def __init__(self, session: DuckDBSession) -> None:
        super().__init__()
        self._session = session
        self._neighbours: tuple[str, Table] | None = None

    @property
    def session(self) -> DuckDBSession:
        """The connection to DuckDB."""
        return self._session

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        """Collect the distinct values of a column, of a wide table in its copy."""
        place = table.place(column)
        counted = self._tuples(table, [column]) or self._here(table, [column])
        if table.width > MANY_COLUMNS and counted is None and table.types[place]:
            table = self._with_neighbours(table, place)
        return super().values(table, column, kind=kind)

    def _with_neighbours(self, table: Table, place: int) -> Table:
        """A copy of a column and its neighbours; the copy before it is dropped."""
        if self._neighbours is not None:
            source, copy = self._neighbours
            if source == table.name and table.columns[place] in copy.places:
                return copy
            self._forget(copy)
        first = place - place % MANY_COLUMNS
        together = slice(first, first + MANY_COLUMNS)
        held = zip(table.columns[together], table.types[together], strict=True)
        types = {name: kind for name, kind in held if kind}
        with guard("count"):
            name = self._session.derive(sql.narrow(table, [*types]))
        copy = replace(
            table,
            name=name,
            columns=tuple(types),
            types=tuple(types.values()),
            ordered=False,
        )
        self._neighbours = table.name, copy
        self.gather(copy, copy.columns)
        return copy

    def _forget(self, copy: Table) -> None:
        """Drop a copy and its counts."""
        self._local_tuples.pop(copy.name, None)
        gathered = self._gathered.pop(copy.name, ())
        self._neighbours = None
        with guard("count"):
            self._session.drop(copy.name, *(tuples.name for tuples in gathered))

    def gathers(self, table: Table) -> bool:
        """True for few rows, where one pass is faster than many statements."""
        return table.rows <= FEW_ROWS

    def bring(
        self, table: Table, keys: Sequence[str], types: Sequence[str]
    ) -> TupleColumns:
        """Count tuples in this process; see `SQLCounter.bring`."""
        query = sql.gather(table.name, keys)
        *columns, counts = self._session.columns(query, types)
        return [LocalColumn.of_tuples(each) for each in columns], np.array(counts)

    def count_keys(
        self, table: Table, lookups: Sequence[Lookup], packing: Packing
    ) -> Keys:
        encoded = sql.encode(table.name, lookups, packing)
        if packing.count == 1 and table.rows <= SORTED_ROWS:
            every = self._session.arrays(encoded)["k0"]
            if not (every[1:] >= every[:-1]).all():  # as our own releases are
                every.sort()  # vectorized by NumPy: faster than grouping
            keys, counts = run_lengths(every)
            return [keys], counts
        arrays = self._session.arrays(sql.count_keys(encoded, packing))
        return [arrays[f"k{key}"] for key in range(packing.count)], arrays["tally"]

    def people(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        person: str,
        *,
        merged: Merged | None = None,
        missing: MissingPerson = "raise",
    ) -> PeopleCount:
        options: dict[str, Any] = {"merged": merged, "missing": missing}
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        budget = self.budget()
        fits = budget is None or table.rows * PERSON_BYTES <= budget
        if packing.count > 1 or not fits or table.rows > SORTED_ROWS:
            return super().people(table, dictionaries, person, **options)
        who = self.dialect.key_of(table, person)[0]
        with self._lookups(table, dictionaries, packing, [merged or {}]) as lookups:
            hashed = hashes(who, token_hex(8))
            rows = self._session.arrays(
                sql.encode(table.name, lookups, packing, *hashed)
            )
        persons, told_apart = number_people(rows.pop("person"), rows.pop("other"))
        if not told_apart:  # two people have one hash, which hardly ever happens
            return super().people(table, dictionaries, person, **options)
        check_missing(person, int(np.count_nonzero(persons == NOBODY)), missing)
        return rows_of_people(persons, [rows.pop("k0")], dictionaries, packing, missing)

    def tally_key(self, table: Table, key: str, held: str) -> Tally:
        """The values of a key in order; many whole numbers are sorted by NumPy."""
        if held in SIGNED and MANY_ROWS <= table.rows <= SORTED_ROWS:
            ((low, high, present),) = self._session.run(
                f"SELECT min({key}), max({key}), count({key}) FROM {table.name} AS t"
            )
            if present and high - low >= WIDE:
                ends = int(low), int(high)
                return self._tally_by_sorting(table, key, table.rows - present, ends)
        return super().tally_key(table, key, held)

    def _tally_by_sorting(
        self, table: Table, key: str, missing: int, ends: tuple[int, int]
    ) -> Tally:
        every = self._session.arrays(
            f"SELECT {key} AS value FROM {table.name} AS t WHERE {key} IS NOT NULL"
        )["value"]
        numbers, counts = tally_numbers(every, *ends)
        if not missing:
            return numbers.tolist(), counts
        return [*numbers.tolist(), None], np.append(counts, missing)

    def _lookup(
        self,
        table: Table,
        dictionary: Dictionary,
        place: int,
        shift: int,
        merged: Sequence[NDArray[np.int32] | Ints | None],
    ) -> Lookup:
        """Upload the values of a column, or compute the codes of whole numbers."""
        key, kind = self.dialect.key_of(table, dictionary.column)
        ends = consecutive(dictionary) if kind in SIGNED else None
        if ends is None or any(codes is not None for codes in merged):
            return super()._lookup(table, dictionary, place, shift, merged)
        missing, (first, last) = dictionary.missing_code, ends
        lost = None if missing is None else missing << shift
        return Consecutive(
            place,
            "",
            key,
            lost,
            () if lost is None else (lost,) * len(merged),
            first=first,
            last=last,
            scale=1 << shift,
        )

# SPDX-License-Identifier: Apache-2.0
"""The verbs that count people, the same in every engine that speaks SQL.

The database compares who rows are about, collects the cells of each person, and counts
the people who have the same ones. Only these sets and their counts come here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.engines.counting import (
    Merged,
    MissingPerson,
    PeopleCount,
    Repeats,
    ValueSample,
)
from diversa.engines.local_tuples import sorted_dictionary
from diversa.engines.lookup import Lookup, join_lookups, pack_keys
from diversa.engines.packing import Packing
from diversa.engines.people import check_missing, sets_of_people
from diversa.engines.sql import join_keys
from diversa.engines.sql_counter import MOST_LOCAL_ROWS, SQLCounter
from diversa.engines.table import Table

SEVERAL = 4
"""How many times as many hashes are looked at as wanted: some may be the same."""


class SQLPeople(SQLCounter):
    """The counting verbs, those of people among them."""

    def people(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        person: str,
        *,
        merged: Merged | None = None,
        missing: MissingPerson = "raise",
    ) -> PeopleCount:
        who = self.dialect.key_of(table, person)[0]
        with self.session.guard(f"column '{person}'"):
            ((lost,),) = self.session.run(
                f"SELECT count(*) - count({who}) FROM {table.name} AS t"
            )
        check_missing(person, lost, missing)
        cells = self.count(table, dictionaries, merged=merged)
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        keys = packing.pack(cells.codes)
        with self._lookups(table, dictionaries, packing, [merged or {}]) as lookups:
            numbers = self._number_cells(keys) if packing.count > 1 else None
            cell, joined = cells_of_rows(table.name, lookups, packing, numbers)
            sets = self.session.sets_of_people(
                cells_of_people(who, cell, joined), few=table.rows <= MOST_LOCAL_ROWS
            )
            places = sets.cells if numbers else np.searchsorted(keys[0], sets.cells)
            unnamed = np.zeros(len(cells.counts), dtype=np.int64)
            if lost:
                query = cells_of_nobody(who, cell, joined)
                alone, rows = self.session.numbers(query, ["cell", "tally"])
                unnamed[alone if numbers else np.searchsorted(keys[0], alone)] = rows
            if numbers:
                self.session.drop(numbers)
        return sets_of_people(sets._replace(cells=places), cells, unnamed, missing)

    def sample(self, table: Table, column: str, step: int) -> ValueSample:
        key, held = self.dialect.key_of(table, column)
        texts = held == self.dialect.text_type
        counted = values_query(table.name, key)
        with self.session.guard(f"column '{column}'"):
            query = each_of(counted, step)
            values, counts = self.session.tally(query, texts=texts)
            ((most,),) = self.session.run(f"SELECT max(tally) FROM ({counted}) AS t")
        native = self.dialect.kind_of(table.types[table.place(column)])
        found = sorted_dictionary(column, values, counts, native, None)
        return ValueSample(found, int(most or 0))

    def _number_cells(self, keys: Sequence[NDArray[np.int64]]) -> str:
        """Upload the numbers of cells that have several keys."""
        columns = {f"k{place}": key for place, key in enumerate(keys)}
        columns["cell"] = np.arange(len(keys[0]))
        whole = dict.fromkeys(columns, self.dialect.whole_type)
        return self.session.upload(columns, whole)

    def repeats(self, table: Table, columns: Sequence[str]) -> dict[str, Repeats]:
        names = [
            name
            for name in columns
            if not self.dialect.is_nested(table.types[table.place(name)])
        ]
        keys = [self.dialect.key_of(table, name)[0] for name in names]
        with self.session.guard("repeats"):
            ((rows, *counts),) = self.session.run(repeats_query(table.name, keys))
        every = zip(names, counts[::2], counts[1::2], strict=True)
        return {
            name: Repeats(have, values, rows - have) for name, have, values in every
        }

    def smallest_hashes(
        self, table: Table, column: str, key: bytes, number: int
    ) -> list[str]:
        text = f"CAST(t.c{table.place(column)} AS {self.dialect.text_type})"
        block = np.array([key.hex()], dtype=object)
        with self.session.guard("hashes"):
            name = self.session.upload({"key": block}, {"key": self.dialect.text_type})
            mark = self.dialect.keyed_hash(text, "h.key")
            rows = f"FROM {table.name} AS t CROSS JOIN {name} AS h"
            rows = f"{rows} WHERE {text} IS NOT NULL"
            end = f"ORDER BY mark LIMIT {SEVERAL * number}"
            found = self.session.run(f"SELECT {mark} AS mark {rows} {end}")
            marks = sorted({str(one) for (one,) in found})
            if len(marks) < number and len(found) == SEVERAL * number:
                # Few are different: the engine has to drop the others.
                found = self.session.run(f"SELECT DISTINCT {mark} AS mark {rows} {end}")
                marks = sorted({str(one) for (one,) in found})
            self.session.drop(name)
        return marks[:number]


def cells_of_rows(
    table: str, lookups: Sequence[Lookup], packing: Packing, numbers: str | None
) -> tuple[str, str]:
    """The number of a row's cell, and the joins that it needs.

    That is the packed key, where there is one; of several, `numbers` has the number.
    """
    if numbers is None:
        return pack_keys(lookups, packing)[0], join_lookups(table, lookups)
    join = join_keys(numbers, lookups, packing)
    return "s.cell", join_lookups(table, lookups, join)


def cells_of_people(person: str, cell: str, joined: str) -> str:
    """The person and the cell of every row that says who it is about."""
    return (
        f"SELECT {person} AS person, {cell} AS cell FROM {joined}"
        f" WHERE {person} IS NOT NULL"
    )


def cells_of_nobody(person: str, cell: str, joined: str) -> str:
    """Count the rows of each cell that do not say who they are about."""
    return (
        f"SELECT {cell} AS cell, count(*) AS tally FROM {joined}"
        f" WHERE {person} IS NULL GROUP BY 1"
    )


def values_query(table: str, key: str) -> str:
    """The values of a key, and their rows."""
    return (
        f"SELECT {key} AS value, count(*) AS tally FROM {table} AS t"
        f" WHERE {key} IS NOT NULL GROUP BY 1"
    )


def each_of(counted: str, step: int) -> str:
    """Each so-many-th of some values in order, with their rows."""
    place = "row_number() OVER (ORDER BY t.value) - 1 AS place"
    return (
        f"SELECT t.value, t.tally FROM (SELECT t.value, t.tally, {place} FROM"
        f" ({counted}) AS t) AS t WHERE mod(t.place, {step}) = 0 ORDER BY t.value"
    )


def repeats_query(table: str, keys: Sequence[str]) -> str:
    """The rows of a table; and of each key those that have it, and its values."""
    counts = [f"count({key}), count(DISTINCT {key})" for key in keys]
    return f"SELECT {', '.join(['count(*)', *counts])} FROM {table} AS t"

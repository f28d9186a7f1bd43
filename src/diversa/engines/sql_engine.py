# SPDX-License-Identifier: Apache-2.0
"""The verbs that make a release, the same in every engine that speaks SQL.

A backend says how a source is opened, how counts and rows come out, and has a session
that runs statements; what is asked of the rows stands here, in `sql_counter` and `sql`.
A text file is read with the texts that mean missing. In all other sources a value is
missing if its text is one of them: '?' in a column of texts, 99 in one of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import ROW, Frame, Selection
from diversa.engines import sql, sql_tables
from diversa.engines.dialect import Dialect
from diversa.engines.engine import Engine
from diversa.engines.row_recoding import CountedTuples, RowRecoding, check_covered
from diversa.engines.sql_people import SQLPeople
from diversa.engines.table import Table
from diversa.errors import SourceError

if TYPE_CHECKING:
    from diversa.engines.recoder import Recoder


@dataclass(frozen=True, eq=False)
class Origin:
    """The frame that a table comes from."""

    frame: Frame
    """The frame."""
    own: frozenset[str]
    """The columns that are still those of the frame."""

    def narrow(self, columns: Iterable[str]) -> Origin:
        """The same frame, when no more than these columns are still its own.

        A column that was changed once stays changed.
        """
        return Origin(self.frame, self.own & frozenset(columns))

    def needs(self, table: Table) -> list[str]:
        """The columns that the engine must give: row numbers, and changed columns."""
        changed = (name for name in table.columns if name not in self.own)
        return [ROW, *(f"c{table.place(name)}" for name in changed)]

    def rebuild(
        self, table: Table, arrays: Mapping[str, NDArray[Any]], *, index: bool
    ) -> object:
        """A frame like the one that came in."""
        texts = {
            name: arrays[f"c{table.place(name)}"]
            for name in table.columns
            if name not in self.own
        }
        return self.frame.rebuild(Selection(table.columns, arrays[ROW], texts, index))


NUMBER = re.compile(r"-?(0|[1-9]\d{0,17})(\.\d{1,18})?")
"""A number as it is written in a table."""


def missing_conditions(
    dialect: Dialect, table: Table, texts: Sequence[str]
) -> dict[str, str]:
    """For each column that may hold such texts, when a value of `t` is missing."""
    read = [name for name, kind in zip(table.columns, table.types, strict=True) if kind]
    conditions = {name: condition(dialect, table, name, texts) for name in read}
    return {name: when for name, when in conditions.items() if when}


def condition(dialect: Dialect, table: Table, column: str, texts: Sequence[str]) -> str:
    """The condition that a value of a column is missing; empty if it cannot be."""
    try:
        key, held = dialect.key_of(table, column)
    except SourceError:
        return ""  # values with parts have no text
    text = dialect.text_type
    if held != text and dialect.kind_of(held) is Kind.NUMBER:
        numbers = [number for number in texts if NUMBER.fullmatch(number)]
        floating = dialect.is_floating(held)
        listed = [f"CAST('{n}' AS {held})" if floating else n for n in numbers]
    else:
        key = key if held == text else f"CAST({key} AS {text})"
        listed = [dialect.literal(one) for one in texts]
    return f"{key} IN ({', '.join(listed)})" if listed else ""


def without_texts(table: Table, conditions: dict[str, str]) -> str:
    """The rows of a table in which such values are missing."""
    columns = []
    for place, (name, kind) in enumerate(zip(table.columns, table.types, strict=True)):
        if name in conditions:
            when = f"CASE WHEN {conditions[name]} THEN NULL ELSE t.c{place} END"
            columns.append(f"{when} AS c{place}")
        elif kind:
            columns.append(f"t.c{place}")
    columns += [f"t.{ROW}"] if table.ordered else []
    return f"SELECT {', '.join(columns)} FROM {table.name} AS t"


class SQLEngine(SQLPeople, Engine):
    """The verbs over a session and its dialect."""

    def __init__(self) -> None:
        super().__init__()
        self._origins: dict[str, Origin] = {}
        self._tokens: dict[str, dict[str, Table]] = {}

    def forget_tables(self) -> None:
        """Forget all that is known of the tables of the session."""
        self._origins.clear()
        self._tokens.clear()
        self._gathered.clear()
        self._local_tuples.clear()

    def without_missing(self, table: Table, texts: Sequence[str]) -> Table:
        """A table that was just opened, without the texts that mean missing.

        A column that they change is no longer that of a frame.
        """
        if not texts:
            return table
        when = missing_conditions(self.dialect, table, texts)
        if not when:
            return table
        with self.session.guard("open"):
            name = self.session.view(without_texts(table, when))
        if table.name in self._origins:
            own = (column for column in table.columns if column not in when)
            self._origins[name] = self._origins[table.name].narrow(own)
        return replace(table, name=name)

    def frame_columns(self, table: Table) -> frozenset[str]:
        """The columns of a table that are as they are in the frame it comes from."""
        return self._origins[table.name].own

    def respell(
        self,
        table: Table,
        column: str,
        spellings: Sequence[str],
        instead: Sequence[str | None],
    ) -> Table:
        key, held = self.dialect.key_of(table, column)
        columns = {
            "value": np.array(spellings, dtype=object),
            "label": np.array(instead, dtype=object),
        }
        types = {"value": held, "label": self.dialect.text_type}
        with self.session.guard(f"column '{column}'"):
            texts = self.session.upload(columns, types)
            name = self.session.view(sql_tables.respelling(table, column, key, texts))
        if table.name in self._origins:
            others = [other for other in table.columns if other != column]
            self._origins[name] = self._origins[table.name].narrow(others)
        return replace(table, name=name)

    def expand(self, table: Table, values: Dictionary, times: Ints) -> Table:
        with self.session.guard(f"column '{values.column}'"):
            lookup = self._lookup(table, values, 0, 0, [times])
            place = table.place(values.column)
            types = (*table.types[:place], "", *table.types[place + 1 :])
            told = replace(table, types=types, ordered=False)
            name = self.session.view(sql_tables.expansion(self.dialect, told, lookup))
        return replace(told, name=name, rows=int(values.counts @ times))

    def draw(
        self,
        table: Table,
        person: str,
        most: int,
        *,
        seed: int,
        columns: Sequence[str] | None = None,
    ) -> Table:
        with self.session.guard("draw"):
            query = sql_tables.draw_rows(
                self.dialect, table, person, most, seed, columns
            )
            name = self.session.derive(query)
            rows = self.session.rows(name)
        if table.name in self._origins:
            self._origins[name] = self._origins[table.name].narrow(table.columns)
        return replace(table, name=name, rows=rows)

    def recode(self, table: Table, recoding: RowRecoding) -> Table:
        from diversa.engines.recoder import Recoder  # a count recodes nothing

        recoder = Recoder(self.dialect, self.session, table, recoding)
        with self.session.guard("recode"):
            ((rows, *uncovered),) = self.session.run(recoder.check)
            if recoder.divides or recoder.extra:  # dear to make, so made once
                name = self.session.derive(recoder.select)
                rows = self.session.rows(name)
            else:
                name = self.session.view(recoder.select)
            types = self.session.types(name)[: len(recoding.columns)]
        for column, lacking in zip(recoder.lookups, uncovered, strict=True):
            check_covered(column, lacking)
        recoded = Table(
            name, recoding.columns, rows, table.source, tuple(types), table.ordered
        )
        if table.name in self._origins and recoder.extra is None:
            own = frozenset(filter(recoder.keeps, recoding.columns))
            self._origins[name] = self._origins[table.name].narrow(own)
        self._tokens[name] = self._token_tables(recoder)
        return recoded

    def repeat(
        self, table: Table, tuples: CountedTuples, *, leaving: bool = False
    ) -> Table:
        del leaving  # rows are made when they are asked for, wherever they go
        with self.session.guard("repeat"):
            name = self.repetition(table, tuples)
            types = tuple(self.session.types(name))
        return Table(name, tuples.names, tuples.rows, table.source, types)

    def repetition(self, table: Table, tuples: CountedTuples) -> str:
        """Make a view of the rows of tuples; give its name."""
        from diversa.engines.repeater import Repeater

        repeater = Repeater(self.dialect, self.session, table, tuples)
        return self.session.view(repeater.select)

    def select(self, table: Table, columns: Sequence[str]) -> Table:
        rows = [f"t.{ROW}"] if table.ordered else []
        with self.session.guard("select"):
            name = self.session.view(sql.narrow(table, columns, *rows))
        if table.name in self._origins:
            self._origins[name] = self._origins[table.name].narrow(columns)
        self._tokens[name] = self._tokens.get(table.name, {})
        types = tuple(table.types[table.place(column)] for column in columns)
        return replace(table, name=name, columns=tuple(columns), types=types)

    def tally(
        self,
        table: Table,
        columns: Sequence[str],
        *,
        count: str,
        person: str | None = None,
    ) -> Table:
        with self.session.guard("tally"):
            name = self.session.derive(sql_tables.tally_of(table, columns, person))
            types, rows = self.session.types(name), self.session.rows(name)
        return Table(name, (*columns, count), rows, table.source, tuple(types))

    def join(
        self,
        table: Table,
        people: Table,
        *,
        by: tuple[str, str],
        columns: Sequence[str],
        number: str | None = None,
    ) -> Table:
        query = sql_tables.join_people(
            self.dialect, table, people, by, columns, numbered=number is not None
        )
        with self.session.guard("join"):
            name = self.session.derive(query)
            types, rows = self.session.types(name), self.session.rows(name)
        read = [
            one for one, kind in zip(table.columns, table.types, strict=True) if kind
        ]
        return Table(
            name,
            (*read, *columns, *([] if number is None else [number])),
            rows,
            table.source,
            tuple(types),
            zones={**people.zones, **table.zones},
            orders={**people.orders, **table.orders},
        )

    def tokens(self, table: Table) -> Mapping[str, Table]:
        return self._tokens.get(table.name, {})

    def _token_tables(self, recoder: Recoder) -> dict[str, Table]:
        tables = {}
        for column, pseudonym in recoder.pseudonyms.items():
            name = pseudonym.tokens
            if name is not None:
                rows, types = self.session.rows(name), self.session.types(name)
                tables[column] = Table(
                    name, ("value", "token"), rows, recoder.table.source, tuple(types)
                )
        return tables

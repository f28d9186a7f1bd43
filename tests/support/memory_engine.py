# SPDX-License-Identifier: Apache-2.0
"""An engine over rows in plain Python: all the verbs, by loops.

It shares no SQL with any other engine, so a test that passes on both is about what an
engine must do, not about how one does it. Besides paths and frames it takes a pair
(column names, rows) as its source.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import accumulate, count

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.data.dictionary import Dictionary
from diversa.data.frames import Selection
from diversa.data.read_options import ReadOptions
from diversa.engines.counting import PeopleCount, Repeats
from diversa.engines.engine import Engine
from diversa.engines.people import check_missing
from diversa.engines.table import Table
from diversa.engines.targets import file_format, frame_library
from diversa.errors import InternalError, TargetError
from memory_reading import read_source
from memory_recoding import Recoder, code_of
from memory_rows import Rows, kind_of, text_of


class MemoryEngine(Engine):
    """All the verbs of `Engine`, on lists of tuples."""

    def __init__(self, *, memory_limit=None, threads=None):
        self.limits = memory_limit, threads
        self._tables = {}
        self._tokens = {}
        self._names = (f"memory{number}" for number in count())

    def close(self):
        self._tables.clear()
        self._tokens.clear()

    def open(self, source, *, options=None, ordered=False, columns=None):
        del columns  # rows in memory are read already
        if isinstance(source, tuple):
            columns, rows = source
            lines = [tuple(row) for row in rows]
            types = (None,) * len(columns)
            numbers = list(range(len(lines)))
            return self._keep(Rows(tuple(columns), types, lines, numbers, "memory"))
        return self._keep(
            read_source(source, options or ReadOptions(), ordered=ordered)
        )

    def gather(self, table, columns):
        for column in columns:
            table.place(column)

    def respell(self, table, column, spellings, instead):
        rows, place = self._tables[table.name], table.place(column)
        other = dict(zip(spellings, instead, strict=True))
        lines = [
            (*line[:place], other.get(key, line[place]), *line[place + 1 :])
            for key, line in zip(rows.keys(column), rows.lines, strict=True)
        ]
        respelled = replace(rows, lines=lines, own=rows.own - {column})
        return replace(self._keep(respelled), orders=table.orders)

    def expand(self, table, values, times):
        rows = self._tables[table.name]
        often = dict(zip(values.texts, times.tolist(), strict=True))
        lines = [
            line
            for key, line in zip(rows.keys(values.column), rows.lines, strict=True)
            for _ in range(often[str(key)])
        ]
        numbers = [None] * len(lines)
        expanded = replace(
            rows, lines=lines, numbers=numbers, frame=None, own=frozenset()
        )
        return replace(self._keep(expanded), orders=table.orders)

    def draw(self, table, person, most, *, seed, columns=None):
        del columns  # the number of a row decides
        rows, place = self._tables[table.name], table.place(person)
        order = list(range(len(rows.lines)))
        random.Random(seed).shuffle(order)
        taken, chosen = Counter(), []
        for number in order:
            who = rows.lines[number][place]
            taken[who] += 1
            if who is None or taken[who] <= most:
                chosen.append(number)
        chosen.sort()
        lines, numbers = (
            [part[number] for number in chosen] for part in (rows.lines, rows.numbers)
        )
        kept = self._keep(replace(rows, lines=lines, numbers=numbers))
        return replace(kept, orders=table.orders)

    def values(self, table, column, *, kind=None):
        table.place(column)
        rows = self._tables[table.name]
        tally = Counter(rows.keys(column))
        kind = kind or kind_of(rows.type_of(column))
        return Dictionary.build(column, tally.keys(), tally.values(), kind=kind)

    def budget(self):
        return None

    def estimate(self, table, dictionaries, candidates):
        return [
            len(self.count(table, dictionaries, merged=merged).counts)
            for merged in candidates
        ]

    def count(self, table, dictionaries, *, merged=None):
        cells = sorted(Counter(self._coded(table, dictionaries, merged)).items())
        codes = np.array([line for line, _ in cells], dtype=np.int32)
        counts = np.array([rows for _, rows in cells], dtype=np.int64)
        return Cells(
            tuple(dictionaries), codes.reshape(len(cells), len(dictionaries)), counts
        )

    def people(self, table, dictionaries, person, *, merged=None, missing="raise"):
        table.place(person)
        cells = self.count(table, dictionaries, merged=merged)
        places = {tuple(line): place for place, line in enumerate(cells.codes.tolist())}
        unnamed, cells_of = [0] * len(places), {}
        lines = self._coded(table, dictionaries, merged)
        who = self._tables[table.name].keys(person)
        for number, (one, line) in enumerate(zip(who, lines, strict=True)):
            unnamed[places[line]] += one is None
            if one is not None:
                cells_of.setdefault(("person", one), set()).add(places[line])
            elif missing == "own":
                cells_of["row", number] = {places[line]}
        check_missing(person, sum(unnamed), missing)
        kinds = sorted(Counter(tuple(sorted(one)) for one in cells_of.values()).items())
        ends = [0, *accumulate(len(kind) for kind, _ in kinds)]
        every = np.array([cell for kind, _ in kinds for cell in kind], dtype=np.int32)
        people = np.array([number for _, number in kinds], dtype=np.int64)
        return PeopleCount(
            cells, Kinds(np.array(ends), every, people), np.array(unnamed)
        )

    def repeats(self, table, columns):
        found, rows = {}, self._tables[table.name]
        for name in columns:
            table.place(name)
            if rows.type_of(name) is None or not pa.types.is_nested(rows.type_of(name)):
                present = [value for value in rows.keys(name) if value is not None]
                lacking = len(rows.lines) - len(present)
                found[name] = Repeats(len(present), len(set(present)), lacking)
        return found

    def _coded(self, table, dictionaries, merged):
        """The codes of every row."""
        rows = self._tables[table.name]
        columns = [self._codes(rows, one) for one in dictionaries]
        for place, one in enumerate(dictionaries):
            if one.column in (merged or {}):
                codes = merged[one.column].tolist()
                columns[place] = [codes[code] for code in columns[place]]
        return [*zip(*columns, strict=True)] if columns else [()] * len(rows.lines)

    def recode(self, table, recoding):
        for name in recoding.columns:
            numbered = recoding.grouping is not None and recoding.grouping.column
            if name != numbered:
                table.place(name)
        recoder = Recoder(self._tables[table.name], recoding)
        recoded = self._keep(recoder.recoded())
        self._tokens[recoded.name] = {
            column: self._keep(token_rows(texts, table.source))
            for column, texts in recoder.tokens.items()
        }
        return recoded

    def repeat(self, table, tuples, *, leaving=False):
        del leaving
        columns = [
            published(one, self._type_like(table, one)) for one in tuples.columns
        ]
        lines = [
            line
            for line, times in zip(
                zip(*(values for values, _ in columns), strict=True),
                tuples.counts.tolist(),
                strict=True,
            )
            for _ in range(times)
        ]
        types = tuple(kind for _, kind in columns)
        numbers = [None] * len(lines)
        return self._keep(Rows(tuples.names, types, lines, numbers, table.source))

    def write(self, table, target, *, delimiter=",", spreadsheet_safe=False):
        assert not spreadsheet_safe
        kind, rows = file_format(target), self._tables[table.name]
        lines = [line for line, _ in rows.sorted_lines()]
        try:
            if kind == "parquet":
                pq.write_table(as_arrow(rows, lines), target)
            else:
                text = "".join(
                    csv_line(line, delimiter) for line in [rows.names, *lines]
                )
                target.write_text(text, encoding="utf-8", newline="")
        except OSError:
            raise TargetError(
                f"{target}: the file cannot be written; check permissions and space"
            ) from None

    def fetch(self, table, *, like=None, keep_order=False):
        library = frame_library(table, like, keep_order=keep_order)
        rows = self._tables[table.name]
        pairs = rows.sorted_lines()
        if keep_order:
            pairs = sorted(zip(rows.lines, rows.numbers, strict=True), key=last_number)
        if rows.frame is not None and library == table.source:
            return rebuilt(rows, pairs, index=keep_order)
        frame = as_arrow(rows, [line for line, _ in pairs])
        if library == "pyarrow":
            return frame
        if library == "pandas":
            return frame.to_pandas()
        import polars as pl

        return pl.from_arrow(frame)

    def select(self, table, columns):
        rows = self._tables[table.name]
        places = [table.place(name) for name in columns]
        selected = self._keep(
            replace(
                rows,
                names=tuple(columns),
                types=tuple(rows.types[place] for place in places),
                lines=[tuple(line[place] for place in places) for line in rows.lines],
                own=rows.own & set(columns),
            )
        )
        self._tokens[selected.name] = self.tokens(table)
        return selected

    def tally(self, table, columns, *, count, person=None):
        rows = self._tables[self.select(table, columns).name]
        alone = []
        if person is not None:
            who = table.place(person)
            every = zip(rows.lines, self._tables[table.name].lines, strict=True)
            alone = [line for line, whole in every if whole[who] is None]
        tally = Counter(rows.lines)
        tally.subtract(alone)
        lines = [(*line, number) for line, number in tally.items() if number]
        lines += [(*line, 1) for line in alone]
        types = (*rows.types, pa.int64())
        numbers = [None] * len(lines)
        return self._keep(Rows((*columns, count), types, lines, numbers, rows.source))

    def join(self, table, people, *, by, columns, number=None):
        rows, others = self._tables[table.name], self._tables[people.name]
        lines = []
        for other in others.lines:
            who = str(other[people.place(by[1])])
            extra = tuple(other[people.place(name)] for name in columns)
            own = [line for line in rows.lines if str(line[table.place(by[0])]) == who]
            if number is None:
                lines += [(*line, *extra) for line in own]
                continue
            nothing = [(*[None] * len(rows.names), *extra, 0)]
            lines += [(*one, *extra, n) for n, one in enumerate(own, 1)] or nothing
        types = (*rows.types, *(others.type_of(name) for name in columns))
        names = (*rows.names, *columns)
        if number is not None:
            names, types = (*names, number), (*types, pa.int64())
        return self._keep(Rows(names, types, lines, [None] * len(lines), rows.source))

    def tokens(self, table):
        return self._tokens.get(table.name, {})

    def _type_like(self, table, column):
        """The type of the values of a column of tuples."""
        if column.values is None:
            return pa.int64()
        if column.like is None:
            return pa.string()
        return self._tables[table.name].type_of(column.like)

    def _keep(self, rows):
        name = next(self._names)
        self._tables[name] = rows
        types = tuple(map(str, rows.types))
        return Table(
            name, rows.names, len(rows.lines), rows.source, types, rows.ordered
        )

    def _codes(self, rows, dictionary):
        codes = code_of(dictionary)
        found = [codes.get(key) for key in rows.keys(dictionary.column)]
        if None in found:
            raise InternalError(
                f"count: {len(found)} rows must be counted, each with values of the"
                " dictionaries"
            )
        return found


def published(column, kind):
    """The value of each tuple in one column, and their type."""
    codes = column.each.tolist()
    if column.values is None:
        return [None if code < 0 else code for code in codes], kind
    values = [as_held(value, kind) for value in column.values]
    if column.is_starred:
        texts = [text_of(value) for value in values]
        return ["*" if code < 0 else texts[code] for code in codes], pa.string()
    return [values[code] for code in codes], kind


def as_held(value, kind):
    """A value of some type, from itself or its text; a zero has no sign."""
    if value is None or kind is None:
        return value
    if isinstance(value, float) and value == 0:
        return 0.0
    if pa.types.is_string(kind):
        return str(value)
    if isinstance(value, str):
        return pa.array([value]).cast(kind)[0].as_py()
    return value


def last_number(pair):
    """Rows in the order of the source; added rows last."""
    number = pair[1]
    return (number is None, number)


def token_rows(texts, source):
    lines = list(texts.items())
    types = (pa.string(), pa.string())
    return Rows(("value", "token"), types, lines, [None] * len(lines), source)


def rebuilt(rows, pairs, *, index):
    """A frame of the library that the rows came from."""
    numbers = np.array([number for _, number in pairs], dtype=np.int64)
    changed = {
        name: as_array([line[place] for line, _ in pairs])
        for place, name in enumerate(rows.names)
        if name not in rows.own
    }
    return rows.frame.rebuild(Selection(rows.names, numbers, changed, index))


def as_array(values):
    if values and all(type(value) is int for value in values):
        return np.array(values, dtype=np.int64)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def as_arrow(rows, lines):
    columns = zip(*lines, strict=True) if lines else [[]] * len(rows.names)
    arrays = [
        pa.array(list(column), kind)
        for column, kind in zip(columns, rows.types, strict=True)
    ]
    return pa.table(arrays, names=list(rows.names))


def csv_line(values, delimiter):
    return delimiter.join(csv_field(one, delimiter) for one in values) + "\n"


def csv_field(value, delimiter):
    """Nothing for a missing value, quotes where they are needed."""
    if value is None:
        return ""
    text = text_of(value)
    quoted = not text or any(mark in text for mark in (delimiter, '"', "\n", "\r"))
    return '"' + text.replace('"', '""') + '"' if quoted else text

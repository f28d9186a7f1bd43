# SPDX-License-Identifier: Apache-2.0
"""The rows of a table that grows: those that are published, that wait, that came.

Rows that look alike in the release are one cell with a count. All are texts, as the
published file has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from diversa.array_types import Ints
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.roles import Roles
from diversa.data.variants import find_variants
from diversa.engines.engine import Engine
from diversa.engines.row_recoding import CountedTuples, TupleColumn
from diversa.plan.plan import Plan
from diversa.record.reading import release_reading
from diversa.series.append_groups import GroupRows
from diversa.series.append_register import Line, WaitingRows
from diversa.tables.keeping import refuse_kept, singling_out, telling

GROUP = ""
"""The name of the column of group numbers; no column of a table has it."""


def read_lines(
    engine: Engine, file: Path, columns: Sequence[str], *, spreadsheet_safe: bool
) -> Cells:
    """The distinct rows of a text file that Diversa wrote, with their counts."""
    reading = release_reading(spreadsheet_safe=spreadsheet_safe, equality="exact")
    table = engine.open(file, options=reading)
    engine.gather(table, columns)
    values = [engine.values(table, name, kind=Kind.TEXT) for name in columns]
    return engine.count(table, values)


def lines_of(waiting: WaitingRows, columns: Sequence[str]) -> Cells:
    """The rows that wait, as cells."""
    return cells_of(columns, waiting.lines, waiting.counts)


def cells_of(columns: Sequence[str], lines: Sequence[Line], counts: Ints) -> Cells:
    """Rows as texts, in their order, as cells."""
    dictionaries, codes = [], np.zeros((len(lines), len(columns)), dtype=np.int32)
    for place, name in enumerate(columns):
        texts = [line[place] for line in lines]
        values = list(dict.fromkeys(texts))
        dictionary = Dictionary.build(name, values, [1] * len(values))
        code = code_of_text(dictionary)
        codes[:, place] = [code[text] for text in texts]
        dictionaries.append(dictionary)
    return Cells(tuple(dictionaries), codes, np.asarray(counts, dtype=np.int64))


def texts_of(dictionary: Dictionary) -> list[str | None]:
    """The texts of a dictionary, the missing value last."""
    return [*dictionary.texts, *([] if dictionary.missing_code is None else [None])]


def code_of_text(dictionary: Dictionary) -> dict[str | None, int]:
    """The code of each text of a dictionary."""
    return {text: code for code, text in enumerate(texts_of(dictionary))}


def no_lines(columns: Sequence[str]) -> Cells:
    """No row at all."""
    return cells_of(columns, (), np.zeros(0, np.int64))


def respell(fresh: Cells, others: Sequence[Cells], plan: Plan) -> Cells:
    """Rows whose sensitive values are spelled as other rows spell them already."""
    if not plan.reading.by_meaning:
        return fresh
    dictionaries, codes = list(fresh.dictionaries), fresh.codes.copy()
    for name in plan.roles.sensitive:
        place = [one.column for one in dictionaries].index(name)
        own = dictionaries[place]
        usual = [text for cells in others for text in texts_of(cells.dictionary(name))]
        counts = np.bincount(codes[:, place], fresh.counts, own.size).astype(np.int64)
        found = find_variants(
            replace(own, counts=counts), kind=plan.kinds.get(name), usual=usual
        )
        if found is None:
            continue
        instead = dict(zip(found.spellings, found.instead, strict=True))
        texts = [instead.get(text, text) if text else text for text in texts_of(own)]
        values = list(dict.fromkeys(texts))
        dictionaries[place] = Dictionary.build(name, values, [1] * len(values))
        code = code_of_text(dictionaries[place])
        codes[:, place] = np.array([code[text] for text in texts])[codes[:, place]]
    return Cells(tuple(dictionaries), codes, fresh.counts)


@dataclass(frozen=True, eq=False)
class GrowingTable:
    """The rows that are published, and behind them those that wait or have come."""

    cells: Cells = field(repr=False)
    """All of them over the published columns: one line for each cell of each part."""
    published: int
    """Lines that are published; the others wait."""
    since: Ints = field(repr=False)
    """The batch that each of the other lines came with."""
    plan: Plan = field(repr=False)
    """The plan of the recoding."""

    @classmethod
    def of(
        cls,
        published: Cells,
        waiting: tuple[Cells, Ints],
        fresh: tuple[Cells, int],
        plan: Plan,
    ) -> GrowingTable:
        """Join the parts; beside rows that wait and that came are their batches."""
        cells = join_cells([published, waiting[0], fresh[0]], plan)
        came = np.full(len(fresh[0].counts), fresh[1], dtype=np.int64)
        since = np.concatenate([waiting[1], came])
        return cls(cells, len(published.counts), since, plan)

    @cached_property
    def cell(self) -> tuple[Ints, Cells]:
        """The cell of groups and sensitive values that each line is in, and those."""
        roles, lines = self.plan.roles, self.cells
        group = numbers(lines, roles.quasi_identifiers)
        secrets = [lines.dictionary(name) for name in roles.sensitive]
        table = np.stack([group, *(lines.column(d.column) for d in secrets)], axis=1)
        distinct, cell = np.unique(table, axis=0, return_inverse=True)
        cell = cell.ravel()
        counts = np.bincount(cell, lines.counts, len(distinct)).astype(np.int64)
        groups = int(group.max(initial=-1)) + 1
        number = np.arange(groups).astype(object)
        sizes = np.bincount(group, lines.counts, groups).astype(np.int64)
        dictionaries = (Dictionary(GROUP, number, sizes), *secrets)
        return cell, Cells(dictionaries, distinct.astype(np.int32), counts)

    @cached_property
    def group_rows(self) -> GroupRows:
        """The rows by group and sensitive values."""
        cell, cells = self.cell
        first, size = self.published, len(cells.counts)
        counts = self.cells.counts
        published = np.bincount(cell[:first], counts[:first], size)
        waiting = np.bincount(cell[first:], counts[first:], size)
        roles, hierarchies = self.plan.roles, self.plan.hierarchies
        return GroupRows(
            cells,
            published.astype(np.int64),
            waiting.astype(np.int64),
            roles.sensitive,
            self.plan.privacy.missing,
            {
                name: hierarchies[name]
                for name in roles.sensitive
                if name in hierarchies
            },
        )

    def take(self, chosen: Ints) -> Ints:
        """Rows of each waiting line to publish, the oldest first, by those of cells."""
        cell = self.cell[0][self.published :]
        counts = self.cells.counts[self.published :]
        order = np.lexsort((self.since, cell))
        before = np.cumsum(counts[order]) - counts[order]
        starts = np.searchsorted(cell[order], cell[order])
        earlier = before - before[starts] if len(order) else before
        taken = np.zeros(len(counts), dtype=np.int64)
        taken[order] = np.clip(chosen[cell[order]] - earlier, 0, counts[order])
        return taken

    def tuples(self, taken: Ints) -> CountedTuples:
        """Waiting rows as an engine writes them, without their people."""
        new = np.concatenate([np.zeros(self.published, dtype=np.int64), taken])
        person = self.plan.roles.person
        names = [one.column for one in self.cells.dictionaries if one.column != person]
        return self.tuples_of(new, names)

    def tuples_with_people(self, taken: Ints) -> CountedTuples:
        """All rows that are published then, with their people."""
        first = self.published
        rows = np.concatenate([self.cells.counts[:first], taken])
        return self.tuples_of(rows, [one.column for one in self.cells.dictionaries])

    def tuples_of(self, rows: Ints, names: Sequence[str]) -> CountedTuples:
        """Some rows of each line, over some columns."""
        lines = np.flatnonzero(rows)
        columns = tuple(
            TupleColumn(one.column, self.cells.codes[lines, place], texts_of(one))
            for place, one in enumerate(self.cells.dictionaries)
            if one.column in names
        )
        return CountedTuples(columns, rows[lines])

    def still_waiting(self, taken: Ints) -> WaitingRows:
        """The rows that wait on."""
        return self.rows_as_texts(self.cells.counts[self.published :] - taken)

    def rows_as_texts(self, rows: Ints) -> WaitingRows:
        """Some of the rows that waited, as texts."""
        lines = np.flatnonzero(rows)
        codes = self.cells.codes[self.published :][lines]
        texts = [
            np.array([*texts_of(one), None], dtype=object)[codes[:, place]]
            for place, one in enumerate(self.cells.dictionaries)
        ]
        return WaitingRows(
            tuple(zip(*texts, strict=True)), rows[lines], self.since[lines]
        )

    def check_kept(self) -> None:
        """Refuse kept columns whose values speak against them, over all rows."""
        refuse_kept(self.plan.roles, self._reasons)

    def _reasons(self, name: str) -> Iterator[str]:
        roles: Roles = self.plan.roles
        values = self.cells.dictionary(name)
        values = replace(values, counts=self.cells.rows_of(name), sensitive=True)
        yield from singling_out(values)
        for secret in roles.sensitive:
            names = [name, secret]
            codes = np.stack([self.cells.column(one) for one in names], axis=1)
            pair = Cells(
                tuple(self.cells.dictionary(one) for one in names),
                codes,
                self.cells.counts,
            )
            yield from telling(pair, secret)


def numbers(cells: Cells, names: Sequence[str]) -> Ints:
    """A number for each line, the same for the same values of some columns."""
    if not names:
        return np.zeros(len(cells.counts), dtype=np.int64)
    codes = np.stack([cells.column(name) for name in names], axis=1)
    _, number = np.unique(codes, axis=0, return_inverse=True)
    return number.ravel().astype(np.int64)


def join_cells(parts: Sequence[Cells], plan: Plan) -> Cells:
    """The lines of several cells with the same columns, one part after the other."""
    counts = np.concatenate([part.counts for part in parts])
    dictionaries, columns = [], []
    for place, dictionary in enumerate(parts[0].dictionaries):
        name = dictionary.column
        own = [texts_of(part.dictionaries[place]) for part in parts]
        texts = list(dict.fromkeys(text for one in own for text in one))
        is_secret = name in plan.roles.sensitive
        kind = plan.kinds.get(name, Kind.TEXT) if is_secret else Kind.TEXT
        every = Dictionary.build(
            name, texts, [1] * len(texts), kind=kind, hints=plan.reading.hints
        )
        code = code_of_text(every)
        column = np.concatenate(
            [
                np.array([code[text] for text in known], dtype=np.int32)[
                    part.codes[:, place]
                ]
                if len(part.counts)
                else np.zeros(0, dtype=np.int32)
                for known, part in zip(own, parts, strict=True)
            ]
        )
        rows = np.bincount(column, counts, every.size).astype(np.int64)
        known = replace(
            every,
            counts=rows,
            sensitive=is_secret,
            by_meaning=is_secret and plan.reading.by_meaning,
        )
        used = np.flatnonzero(rows)
        dictionaries.append(known.narrow(used, rows))
        columns.append(np.searchsorted(used, column))
    codes = np.stack(columns, axis=1).astype(np.int32)
    return Cells(tuple(dictionaries), codes, counts)

# SPDX-License-Identifier: Apache-2.0
"""Counting a pandas frame where it is.

To start an engine takes longer than to count a small frame. Columns of plain texts,
numbers and truth values are counted here; a frame with others goes to the engine, which
gives the same dictionaries and the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.kernels.incidences import NOBODY
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines.counting import (
    Counting,
    Merged,
    MissingPerson,
    PeopleCount,
    Repeats,
)
from diversa.engines.local_tuples import LocalColumn, LocalTuples, sorted_dictionary
from diversa.engines.packing import Packing
from diversa.engines.people import check_missing, rows_of_people
from diversa.engines.source_checks import check_names, check_reading
from diversa.engines.table import Table
from diversa.errors import InternalError

ROWS = 1 << 18
"""Frames of more rows are counted by the engine, which has several threads."""


class FrameCounts(Counting):
    """The counting verbs on one pandas frame.

    Example:
        >>> counts = FrameCounts()
        >>> table = counts.open(pd.DataFrame({"zip": ["013", "013", None]}))
        >>> zips = counts.values(table, "zip")
        >>> cells = counts.count(table, [zips])
        >>> zips.texts, cells.codes.tolist(), cells.counts.tolist()
        (('013',), [[0], [1]], [2, 1])
    """

    def __init__(self) -> None:
        self._series: dict[str, Any] = {}
        self._columns: dict[str, LocalColumn] = {}

    def close(self) -> None:
        """Forget the frame."""
        self._series.clear()
        self._columns.clear()

    @staticmethod
    def takes(source: object, columns: Sequence[str]) -> bool:
        """True for a small frame whose columns are plain."""
        frame = as_frame(source)
        if frame is None or not isinstance(source, pd.DataFrame):
            return False
        if not 0 < len(source) <= ROWS:
            return False
        every = zip(frame.names, source.items(), strict=True)
        return all(is_plain(series) for name, (_, series) in every if name in columns)

    def open(
        self,
        source: object,
        *,
        options: ReadOptions | None = None,
        ordered: bool = False,
        columns: Sequence[str] | None = None,
    ) -> Table:
        """Take a frame; see `Engine.open`."""
        del ordered, columns
        frame, reading = as_frame(source), options or ReadOptions()
        if frame is None or not isinstance(source, pd.DataFrame) or self._series:
            raise InternalError("open: one frame is counted, got something else")
        check_reading("frame", reading, where="pandas frame")
        if reading.missing_texts("frame"):
            raise InternalError("open: the engine knows which texts mean missing")
        check_names(frame.names, where="pandas frame")
        every = zip(frame.names, source.items(), strict=True)
        self._series = {name: series for name, (_, series) in every}
        orders = {frame.names[place]: order for place, order in frame.orders.items()}
        return Table("frame", frame.names, len(source), frame.library, orders=orders)

    def gather(self, table: Table, columns: Sequence[str]) -> None:
        """Nothing to prepare: every column is counted where it is."""

    def respell(
        self,
        table: Table,
        column: str,
        spellings: Sequence[str],
        instead: Sequence[str | None],
    ) -> Table:
        own = self._tuples(table, [column]).columns[column]
        other = dict(zip(spellings, instead, strict=True))
        values = [other.get(value, value) for value in own.values]
        self._columns[column] = LocalColumn.of(values, own.codes)
        return table

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        tally = self._tuples(table, [column]).tally(column)
        numeric = self._series[column].dtype.kind in "iuf"
        native = Kind.NUMBER if numeric else Kind.TEXT
        return sorted_dictionary(column, *tally, native, kind)

    def budget(self) -> None:
        """There is no limit: the frame is in memory already."""

    def estimate(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        candidates: Sequence[Merged],
    ) -> list[int]:
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        tuples = self._tuples(table, [values.column for values in dictionaries])
        return tuples.estimate(dictionaries, packing, candidates)

    def count(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        *,
        merged: Merged | None = None,
    ) -> Cells:
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        tuples = self._tuples(table, [values.column for values in dictionaries])
        keys, counts = tuples.count(dictionaries, packing, merged or {})
        return Cells(tuple(dictionaries), packing.unpack(keys), counts)

    def people(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        person: str,
        *,
        merged: Merged | None = None,
        missing: MissingPerson = "raise",
    ) -> PeopleCount:
        names = [values.column for values in dictionaries]
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        keys = self._tuples(table, names).keys(dictionaries, packing, merged or {})
        persons = self._numbers(table, person)
        check_missing(person, int(np.count_nonzero(persons == NOBODY)), missing)
        return rows_of_people(persons, keys, dictionaries, packing, missing)

    def repeats(self, table: Table, columns: Sequence[str]) -> dict[str, Repeats]:
        found = {}
        for name in columns:
            numbers = self._numbers(table, name)
            present = int(np.count_nonzero(numbers != NOBODY))
            different = int(numbers.max(initial=NOBODY)) + 1
            found[name] = Repeats(present, different, table.rows - present)
        return found

    def _numbers(self, table: Table, column: str) -> NDArray[np.int64]:
        """A number for the value of each row; that of nobody for a missing one."""
        table.place(column)
        if column in self._columns:  # which may be spelled anew
            own = self._columns[column]
            lost = own.values[-1] is None if len(own.values) else False
            codes = own.codes.astype(np.int64)
            return (
                np.where(codes == len(own.values) - 1, NOBODY, codes) if lost else codes
            )
        return pd.factorize(self._series[column])[0].astype(np.int64)

    def _tuples(self, table: Table, columns: Sequence[str]) -> LocalTuples:
        """The rows of some columns, each a tuple of its own."""
        for name in columns:
            if name not in self._columns:
                self._columns[name] = column_of(self._series[name])
        return LocalTuples(self._columns, np.ones(table.rows, dtype=np.int64))


def column_of(series: pd.Series) -> LocalColumn:
    """The values of a column of a frame, and which of them each row has."""
    codes, found = pd.factorize(series)
    values, lost = found.tolist(), codes < 0
    if lost.any():
        codes = np.where(lost, len(values), codes)
        values.append(None)
    return LocalColumn.of(values, codes)


def is_plain(series: pd.Series | pd.Index) -> bool:
    """True for a column of texts, or of NumPy's numbers or truth values."""
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        values = series.array.categories
        return values.dtype.kind not in "iufb" and is_plain(values)
    if pd.api.types.is_object_dtype(dtype):
        return pd.api.types.infer_dtype(series, skipna=True) == "string"
    if isinstance(dtype, pd.StringDtype):
        return True
    plain = isinstance(dtype, np.dtype) and dtype.kind in "iufb"
    return bool(plain and dtype != np.float16)

# SPDX-License-Identifier: Apache-2.0
"""Counting a pandas frame where it is.

To start an engine takes longer than to count a small frame. Columns of plain texts,
numbers and truth values are counted here; a frame with others goes to the engine, which
gives the same dictionaries and the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary, Kind
from diversa.data.frames import as_frame
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import Counting, Merged, Table
from diversa.engines.packing import Packing, run_lengths
from diversa.engines.source_checks import check_names, check_reading
from diversa.errors import InternalError

ROWS = 1 << 18
"""Frames of more rows are counted by the engine, which has several threads."""


@dataclass(frozen=True, eq=False)
class FrameColumn:
    """The values of a column, and which of them each row has."""

    values: list[Any] = field(repr=False)
    """The distinct values, in no order."""
    codes: NDArray[np.int64] = field(repr=False)
    """The place of every row's value; -1 where it is missing."""
    kind: Kind
    """Of which kind the values are."""


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
        self._columns: dict[str, FrameColumn] = {}

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
        """The table with other texts in place of some values of a column."""
        own = self._column(column)
        other = dict(zip(spellings, instead, strict=True))
        read = [other.get(value, value) for value in own.values]
        present = dict.fromkeys(value for value in read if value is not None)
        place = {value: number for number, value in enumerate(present)}
        codes = np.array([*(place.get(value, -1) for value in read), -1])
        self._columns[column] = FrameColumn([*present], codes[own.codes], own.kind)
        return table

    def values(
        self, table: Table, column: str, *, kind: Kind | None = None
    ) -> Dictionary:
        """Collect the distinct values of a column with their counts."""
        del table
        counted = self._column(column)
        values = counted.values
        rows = np.bincount(counted.codes + 1, minlength=len(values) + 1).tolist()
        lost = [None] if rows[0] else []
        counts = [*rows[1:], *([rows[0]] if lost else [])]
        native = counted.kind
        if kind is not None and kind is not native:
            return Dictionary.build(column, [*values, *lost], counts, kind=kind)
        order = sorted(range(len(values)), key=values.__getitem__)
        array = np.empty(len(order), dtype=object)
        array[:] = [values[place] for place in order]
        per_code = [counts[place] for place in order] + counts[len(order) :]
        return Dictionary(column, array, np.array(per_code, dtype=np.int64), native)

    def budget(self) -> None:
        """There is no limit: the frame is in memory already."""

    def estimate(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        candidates: Sequence[Merged],
    ) -> list[int]:
        """The number of cells for each way to merge values."""
        return [
            len(self.count(table, dictionaries, merged=merged).counts)
            for merged in candidates
        ]

    def count(
        self,
        table: Table,
        dictionaries: Sequence[Dictionary],
        *,
        merged: Merged | None = None,
    ) -> Cells:
        """Count the distinct tuples of the dictionaries' columns, sorted by code."""
        merged = merged or {}
        packing = Packing.plan([dictionary.size for dictionary in dictionaries])
        shape = (table.rows, len(dictionaries))
        codes = np.empty(shape, dtype=np.int64, order="F")  # column after column
        for place, dictionary in enumerate(dictionaries):
            own = self._codes(dictionary)
            alike = merged.get(dictionary.column)
            codes[:, place] = own if alike is None else alike[own]
        keys, counts = tally(packing.pack(codes))
        return Cells(tuple(dictionaries), packing.unpack(keys), counts)

    def _column(self, name: str) -> FrameColumn:
        if name not in self._columns:
            series = self._series[name]
            codes, values = pd.factorize(series)
            kind = Kind.NUMBER if series.dtype.kind in "iuf" else Kind.TEXT
            self._columns[name] = FrameColumn(values.tolist(), codes, kind)
        return self._columns[name]

    def _codes(self, dictionary: Dictionary) -> NDArray[np.int64]:
        """The code of every row in a dictionary."""
        column = self._column(dictionary.column)
        code_of = {value: code for code, value in enumerate(dictionary.values)}
        lost = -1 if dictionary.missing_code is None else dictionary.missing_code
        codes = np.array([*(code_of[value] for value in column.values), lost])
        return codes[column.codes]  # the last one is that of missing values


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


def tally(
    keys: list[NDArray[np.int64]],
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """The distinct keys in order, and how often each occurs."""
    if len(keys) == 1:
        distinct, counts = run_lengths(np.sort(keys[0]))
        return [distinct], counts
    order = np.lexsort(keys[::-1])
    lines = np.stack(keys)[:, order]
    starts = np.flatnonzero((np.diff(lines, prepend=lines[:, :1] - 1) != 0).any(axis=0))
    return list(lines[:, starts]), np.diff(starts, append=lines.shape[1])

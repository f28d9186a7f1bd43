# SPDX-License-Identifier: Apache-2.0
"""pandas frames. The index is not a part of the table and never matters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from diversa.data.frames import ROW, Frame, Selection, row_numbers
from diversa.data.zones import zone_name
from diversa.errors import SourceError

PARTED = (list, dict, set, frozenset, np.ndarray)
"""Types of values that have parts."""

TYPES = {
    "integer": "Int64",
    "floating": "Float64",
    "mixed-integer-float": "Float64",
    "boolean": "boolean",
}
"""The type for a column of Python objects that are all of one kind."""

BYTE_TEXTS = [
    chr(byte) if 32 <= byte < 127 and byte not in b"\"'\\" else f"\\x{byte:02X}"
    for byte in range(256)
]
"""The text of each byte: a plain character, or its number."""


@dataclass(frozen=True, eq=False)
class PandasFrame(Frame):
    """A pandas DataFrame; names that are not texts are known by their texts."""

    frame: pd.DataFrame = field(repr=False)
    library: str = "pandas"

    @property
    def names(self) -> tuple[str, ...]:
        if self.frame.columns.nlevels > 1:
            raise SourceError(
                "pandas frame: columns must have plain names, got"
                f" {self.frame.columns.nlevels} levels of names; flatten them first"
            )
        return tuple(str(name) for name in self.frame.columns)

    @property
    def dates(self) -> frozenset[int]:
        columns = enumerate(self.frame.items())
        return frozenset(place for place, (_, column) in columns if all_dates(column))

    @property
    def zones(self) -> Mapping[int, str]:
        return {
            place: zone
            for place, dtype in enumerate(self.frame.dtypes)
            if (zone := zone_of(dtype)) is not None
        }

    @property
    def orders(self) -> Mapping[int, tuple[str, ...]]:
        return {
            place: tuple(map(str, dtype.categories))
            for place, dtype in enumerate(self.frame.dtypes)
            if isinstance(dtype, pd.CategoricalDtype) and dtype.ordered
        }

    @property
    def places_with_parts(self) -> frozenset[int]:
        return frozenset(
            place
            for place, dtype in enumerate(self.frame.dtypes)
            if pd.api.types.is_object_dtype(dtype)
            and isinstance(first_known(self.frame.iloc[:, place]), PARTED)
        )

    def scannable(self, places: Sequence[int]) -> Any:
        whole = len(places) == len(self.names)  # some of the columns would be copied
        some = self.frame if whole else self.frame.iloc[:, list(places)]
        inside = pd.DataFrame(some).copy(deep=runs_backwards(some))
        inside.columns = pd.Index([f"c{place}" for place in places])
        inside.index = pd.RangeIndex(len(inside))
        for name, series in list(inside.items()):
            column = readable(series)
            if column is not series:
                inside[name] = column
        inside[ROW] = row_numbers(len(inside))
        return inside

    def rebuild(self, selection: Selection) -> Any:
        own = dict(zip(self.names, self.frame.columns, strict=True))
        columns = {
            place: pd.Series(selection.texts[name].tolist()).array
            if name in selection.texts
            else self._take(name, selection.rows)
            for place, name in enumerate(selection.names)
        }
        index = pd.RangeIndex(len(selection.rows))
        rebuilt = pd.DataFrame(columns, index=index, copy=False)
        rebuilt.columns = pd.Index(
            [own.get(name, name) for name in selection.names],
            name=self.frame.columns.name,
        )
        if selection.index:
            rebuilt.index = self.frame.index.take(selection.rows)
        return rebuilt

    def _take(self, name: str, rows: NDArray[np.int64]) -> Any:
        """Some rows of a column of the frame."""
        place = self.names.index(name)
        return without_unused(self.frame.iloc[:, place].take(rows)).array


def runs_backwards(frame: pd.DataFrame) -> bool:
    """True if rows lie in memory from the last to the first, as in `frame[::-1]`.

    Engines do not read such columns.
    """
    inside = (
        getattr(series.array, name, None)
        for _, series in frame.items()
        for name in ("_ndarray", "_data", "_mask")
    )
    return any(
        isinstance(data, np.ndarray) and data.ndim == 1 and data.strides[0] < 0
        for data in inside
    )


def zone_of(dtype: Any) -> str | None:
    """The time zone of a type of moments; None where it has none."""
    if isinstance(dtype, pd.DatetimeTZDtype):
        return zone_name(dtype.tz)
    if isinstance(dtype, pd.ArrowDtype):
        return getattr(dtype.pyarrow_dtype, "tz", None)
    return None


def readable(series: Any) -> Any:
    """A column in a type that every engine can read.

    Objects of one kind get the type of that kind; mixed objects and types that only
    pandas knows (intervals, periods) are read as their texts.
    """
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return readable_category(series)
    if isinstance(dtype, pd.SparseDtype):
        return readable(series.sparse.to_dense())
    if pd.api.types.is_object_dtype(dtype):
        return readable_objects(series)
    ours = isinstance(dtype, pd.PeriodDtype | pd.IntervalDtype)
    return texts(series) if ours or dtype.kind == "c" else series


def readable_category(series: Any) -> Any:
    """A category as it is where its values are plain, else with their texts."""
    values = series.cat.categories
    types = pd.api.types
    numbers = types.is_numeric_dtype(values) or types.is_datetime64_any_dtype(values)
    if numbers or types.infer_dtype(values, skipna=True) == "string":
        return series
    named = [text_of(value) for value in values]
    if len(set(named)) == len(named):
        return series.cat.rename_categories(named)
    return texts(series)


def readable_objects(series: Any) -> Any:
    """Python objects in the type that all of them have, else as their texts."""
    if pd.api.types.infer_dtype(series, skipna=True) == "string":
        return series
    series = series.where(series.notna(), None)  # NaT among numbers is no date
    kind = pd.api.types.infer_dtype(series, skipna=True)
    if kind in ("empty", "date"):
        return series
    try:
        return series.astype(TYPES[kind])
    except (KeyError, OverflowError, TypeError, ValueError):
        return texts(series)


def first_known(series: Any) -> Any:
    """The first value that is not missing, or None."""
    for part in (series.iloc[:1000], series):
        present = part.dropna()
        if len(present):
            return present.iloc[0]
    return None


def all_dates(series: Any) -> bool:
    """True if a column holds nothing but Python dates."""
    if not pd.api.types.is_object_dtype(series.dtype):
        return False
    dated = type(first_known(series)) is dt.date
    return dated and set(map(type, series.dropna())) == {dt.date}


def texts(series: Any) -> Any:
    """The text of every value; missing values stay missing."""
    return series.astype(object).map(text_of, na_action="ignore").astype(object)


def text_of(value: object) -> str:
    r"""The text of a value; that of bytes is the one which engines read in Parquet.

    >>> text_of(b"flu"), text_of("caf\u00e9".encode()), text_of(7)
    ('flu', 'caf\\xC3\\xA9', '7')
    """
    if isinstance(value, bytes | bytearray):
        return "".join(BYTE_TEXTS[byte] for byte in value)
    return str(value)


def without_unused(series: Any) -> Any:
    """Drop categories that no row has: they would show suppressed rows."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return series.cat.remove_unused_categories()
    if isinstance(series.dtype, pd.ArrowDtype):
        return without_unused_arrow(series)
    return series


def without_unused_arrow(series: Any) -> Any:
    """The same for a column that PyArrow holds."""
    from diversa.data.arrow_frame import without_unused as used_by_arrow

    column = series.array.__arrow_array__()
    used = used_by_arrow(column)
    return series if used is column else pd.Series(pd.arrays.ArrowExtensionArray(used))

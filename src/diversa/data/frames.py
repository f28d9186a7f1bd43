# SPDX-License-Identifier: Apache-2.0
"""The border to pandas, Polars and PyArrow: frames in, frames of the same type out.

A frame goes in without copying its columns: they are only given the names c0, c1, ...
and a column of row numbers. What comes out takes the columns that were not changed
from the frame itself, so their types are those of the frame. The index of a pandas
frame is not a part of the table. None of the libraries is imported until a frame of
that library is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.errors import SourceError

ROW = "row_number"
"""The column of row numbers that goes into an engine with a frame."""


class Frame(Protocol):
    """A frame of one library."""

    @property
    def library(self) -> str:
        """'pandas', 'polars' or 'pyarrow'."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, as text."""
        ...

    def scannable(self) -> Any:
        """The same columns named c0, c1, ... and a column of row numbers."""
        ...

    def rebuild(
        self,
        names: Sequence[str],
        rows: NDArray[np.int64],
        texts: Mapping[str, NDArray[np.object_]],
        *,
        index: bool,
    ) -> Any:
        """Make a frame of the same library.

        Args:
            names: The columns, in order.
            rows: The rows of this frame that are in the new one, in order.
            texts: The columns that are not taken from this frame.
            index: Keep the index of the rows, where the library has one.
        """
        ...


def as_frame(source: object) -> Frame | None:
    """Take a frame of a known library over the border; None if it is no frame.

    >>> as_frame("people.csv") is None
    True
    """
    library = type(source).__module__.partition(".")[0]
    kinds: dict[tuple[str, str], Any] = {
        ("pandas", "DataFrame"): PandasFrame,
        ("polars", "DataFrame"): PolarsFrame,
        ("polars", "LazyFrame"): lazy_frame,
        ("pyarrow", "Table"): ArrowFrame,
    }
    for parent in type(source).__mro__:
        library = parent.__module__.partition(".")[0]
        if (library, parent.__name__) in kinds:
            return kinds[library, parent.__name__](source)
    return None


@dataclass(frozen=True)
class PandasFrame:
    """A pandas DataFrame."""

    frame: Any = field(repr=False)
    library: str = "pandas"

    @property
    def names(self) -> tuple[str, ...]:
        if self.frame.columns.nlevels > 1:
            raise SourceError(
                "pandas frame: columns must have plain names, got"
                f" {self.frame.columns.nlevels} levels of names; flatten them first"
            )
        return tuple(str(name) for name in self.frame.columns)

    def scannable(self) -> Any:
        pandas = import_module("pandas")
        series = [self.frame.iloc[:, i] for i in range(self.frame.shape[1])]
        columns = {f"c{i}": readable(one).array for i, one in enumerate(series)}
        columns[ROW] = np.arange(len(self.frame), dtype=np.int64)
        return pandas.DataFrame(columns, copy=False)

    def rebuild(
        self,
        names: Sequence[str],
        rows: NDArray[np.int64],
        texts: Mapping[str, NDArray[np.object_]],
        *,
        index: bool,
    ) -> Any:
        pandas = import_module("pandas")
        places = [self.names.index(name) for name in names]
        columns = {
            place: pandas.Series(texts[name]).array
            if name in texts
            else without_unused(self.frame.iloc[:, place].take(rows)).array
            for name, place in zip(names, places, strict=True)
        }
        labels = self.frame.index.take(rows) if index else pandas.RangeIndex(len(rows))
        made = pandas.DataFrame(columns, index=labels, copy=False)
        made.columns = self.frame.columns.take(places)
        return made


def readable(series: Any) -> Any:
    """A pandas column in a type that every engine can read.

    Objects of one kind get the type of that kind; mixed objects and types that only
    pandas knows (intervals, periods) are read as their texts.
    """
    types = import_module("pandas").api.types
    if isinstance(series.dtype, import_module("pandas").CategoricalDtype):
        return readable_category(series)
    if isinstance(series.dtype, import_module("pandas").SparseDtype):
        return readable(series.sparse.to_dense())
    if types.is_object_dtype(series.dtype):
        return readable_objects(series)
    special = types.is_complex_dtype(series.dtype) or series.dtype.name.startswith(
        ("period", "interval")
    )
    return as_texts(series) if special else series


def readable_category(series: Any) -> Any:
    """A category as it is where its values are plain, else with their texts."""
    types = import_module("pandas").api.types
    values = series.cat.categories
    plain = (
        types.infer_dtype(values, skipna=True) == "string"
        or types.is_numeric_dtype(values.dtype)
        or types.is_datetime64_any_dtype(values.dtype)
    )
    if plain:
        return series
    texts = [str(value) for value in values]
    if len(set(texts)) == len(texts):
        return series.cat.rename_categories(texts)
    return as_texts(series)


def readable_objects(series: Any) -> Any:
    """Python objects in the type that all of them have, else as their texts."""
    kinds = {
        "integer": "Int64",
        "floating": "Float64",
        "mixed-integer-float": "Float64",
        "boolean": "boolean",
    }
    kind = import_module("pandas").api.types.infer_dtype(series, skipna=True)
    if kind in ("string", "empty", "date"):
        return series
    try:
        return series.astype(kinds[kind])
    except (KeyError, OverflowError, TypeError, ValueError):
        return as_texts(series)


def as_texts(series: Any) -> Any:
    """The text of every value; missing values stay missing."""
    return series.astype(object).map(str, na_action="ignore").astype(object)


def without_unused(series: Any) -> Any:
    """Forget categories that no row has: they would tell of suppressed rows."""
    if isinstance(series.dtype, import_module("pandas").CategoricalDtype):
        return series.cat.remove_unused_categories()
    return series


@dataclass(frozen=True)
class PolarsFrame:
    """A Polars DataFrame."""

    frame: Any = field(repr=False)
    lazy: bool = False
    library: str = "polars"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.frame.columns)

    def scannable(self) -> Any:
        polars = import_module("polars")
        strange = [
            name for name, one in self.frame.schema.items() if one == polars.Object
        ]
        if strange:
            raise SourceError(
                f"polars frame: column '{strange[0]}' must have a type of values, got"
                " Python objects; cast it, for example to String"
            )
        columns = {f"c{i}": one for i, one in enumerate(self.frame.get_columns())}
        columns[ROW] = polars.Series(np.arange(self.frame.height, dtype=np.int64))
        return polars.DataFrame(columns)

    def rebuild(
        self,
        names: Sequence[str],
        rows: NDArray[np.int64],
        texts: Mapping[str, NDArray[np.object_]],
        *,
        index: bool,
    ) -> Any:
        del index  # Polars has none.
        polars = import_module("polars")
        columns = [
            polars.Series(name, texts[name].tolist(), dtype=polars.String)
            if name in texts
            else used_only(self.frame.get_column(name).gather(rows))
            for name in names
        ]
        made = polars.DataFrame(columns)
        return made.lazy() if self.lazy else made


def lazy_frame(frame: Any) -> PolarsFrame:
    """A Polars LazyFrame, whose rows are computed now."""
    return PolarsFrame(frame.collect(), lazy=True)


def used_only(series: Any) -> Any:
    """Forget the values of an Enum that no row has, as `without_unused` does."""
    polars = import_module("polars")
    if not isinstance(series.dtype, polars.Enum):
        return series
    used = set(series.drop_nulls().cast(polars.String).unique().to_list())
    kept = [value for value in series.dtype.categories if value in used]
    return series.cast(polars.String).cast(polars.Enum(kept))


@dataclass(frozen=True)
class ArrowFrame:
    """A PyArrow Table."""

    frame: Any = field(repr=False)
    library: str = "pyarrow"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.frame.column_names)

    def scannable(self) -> Any:
        arrow = import_module("pyarrow")
        numbers = arrow.array(np.arange(self.frame.num_rows, dtype=np.int64))
        names = [*(f"c{i}" for i in range(self.frame.num_columns)), ROW]
        return arrow.table([*self.frame.columns, numbers], names=names)

    def rebuild(
        self,
        names: Sequence[str],
        rows: NDArray[np.int64],
        texts: Mapping[str, NDArray[np.object_]],
        *,
        index: bool,
    ) -> Any:
        del index  # Arrow has none.
        arrow = import_module("pyarrow")
        places = arrow.array(rows)
        columns = [
            arrow.array(texts[name], arrow.string())
            if name in texts
            else encoded_anew(self.frame.column(name).take(places))
            for name in names
        ]
        return arrow.table(columns, names=list(names))


def encoded_anew(column: Any) -> Any:
    """Forget the dictionary values that no row has, as `without_unused` does."""
    arrow = import_module("pyarrow")
    if not arrow.types.is_dictionary(column.type):
        return column
    values = column.cast(column.type.value_type)
    return values.dictionary_encode().cast(column.type)

# SPDX-License-Identifier: Apache-2.0
"""The border to pandas, Polars and PyArrow: frames in, frames of the same type out.

A frame goes in without copying its columns: they are only given the names c0, c1, ...
and a column of row numbers. What comes out takes the columns that were not changed
from the frame itself, so their types are those of the frame. Values that no published
row has are forgotten, also by the types of categories. None of the libraries is
imported until a frame of that library is seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

ROW = "row_number"
"""The column of row numbers that goes into an engine with a frame."""

FRAMES = {
    ("pandas", "DataFrame"): ("diversa.data.pandas_frame", "PandasFrame"),
    ("polars", "DataFrame"): ("diversa.data.polars_frame", "PolarsFrame"),
    ("polars", "LazyFrame"): ("diversa.data.polars_frame", "lazy_frame"),
    ("pyarrow", "Table"): ("diversa.data.arrow_frame", "ArrowFrame"),
}
"""The types of frames by library and name, with the class that reads them."""


@dataclass(frozen=True, eq=False)
class Selection:
    """The rows and columns of a new frame."""

    names: tuple[str, ...]
    """The columns, in order."""
    rows: NDArray[np.int64] = field(repr=False)
    """The rows of the old frame that are in the new one, in order."""
    texts: Mapping[str, NDArray[Any]] = field(repr=False)
    """The columns that are not those of the old frame: texts, or whole numbers."""
    index: bool
    """Keep the index of the rows, where the library has one."""


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

    @property
    def dates(self) -> frozenset[int]:
        """The places of columns whose dates go in as texts."""
        return frozenset()

    @property
    def zones(self) -> Mapping[int, str]:
        """The time zones of columns of moments, by their places."""
        ...

    @property
    def orders(self) -> Mapping[int, tuple[str, ...]]:
        """The values of columns that have an order of their own, in that order."""
        ...

    @property
    def places_with_parts(self) -> frozenset[int]:
        """The places of columns whose values have parts that their types do not say."""
        return frozenset()

    def scannable(self, places: Sequence[int]) -> Any:
        """The columns at these places, called c<place>, with the row numbers.

        Raises:
            TypeError: A column is of a type that no engine can read.
        """
        ...

    def rebuild(self, selection: Selection) -> Any:
        """Make a frame of the same library."""
        ...


def frame_type(source: object) -> tuple[str, str] | None:
    """The library and the name of a frame's type; None if it is no frame.

    >>> frame_type("people.csv") is None
    True
    """
    parents = type(source).__mro__
    named = (
        (parent.__module__.partition(".")[0], parent.__name__) for parent in parents
    )
    return next((type_name for type_name in named if type_name in FRAMES), None)


def as_frame(source: object) -> Frame | None:
    """Take a frame of a known library over the border; None if it is no frame."""
    type_name = frame_type(source)
    if type_name is None:
        return None
    module, name = FRAMES[type_name]
    return getattr(import_module(module), name)(source)


def are_numbers(column: NDArray[Any]) -> bool:
    """True if a new column holds whole numbers and no texts.

    >>> are_numbers(np.array([None, 7])), are_numbers(np.array(["7"], dtype=object))
    (True, False)
    """
    first = next((value for value in column if value is not None), "")
    return column.dtype.kind == "i" or isinstance(first, int)


def are_fractions(column: NDArray[Any]) -> bool:
    """True if a new column holds floating numbers that an engine computed.

    >>> are_fractions(np.array([None, 7.5])), are_fractions(np.array([None, 7]))
    (True, False)
    """
    first = next((value for value in column if value is not None), "")
    return column.dtype.kind == "f" or isinstance(first, float)


def row_numbers(rows: int) -> NDArray[np.int64]:
    """The numbers of the rows of a frame."""
    return np.arange(rows, dtype=np.int64)

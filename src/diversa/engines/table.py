# SPDX-License-Identifier: Apache-2.0
"""A handle on the rows of an engine, and rows on their way to another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from diversa.data.column_names import nearest_column
from diversa.errors import RoleError


@dataclass(frozen=True)
class Table:
    """A handle on rows inside an engine; cheap, and never the rows themselves."""

    name: str
    """Name of the relation inside the engine, where the columns are c0, c1, ..."""
    columns: tuple[str, ...]
    """Column names in order."""
    rows: int
    """Number of rows."""
    source: str = field(repr=False)
    """'csv', 'parquet', 'json', 'pandas', 'polars' or 'pyarrow'."""
    types: tuple[str, ...] = field(repr=False, default=())
    """The engine's type of each column."""
    ordered: bool = field(repr=False, default=False)
    """True if the relation has a hidden column with the row numbers of the source."""
    zones: Mapping[str, str] = field(repr=False, default_factory=dict, hash=False)
    """The time zone of each column of moments, where the source has one."""
    orders: Mapping[str, tuple[str, ...]] = field(
        repr=False, default_factory=dict, hash=False
    )
    """The values of each column that has an order of its own, in that order."""

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each column."""
        return {name: place for place, name in enumerate(self.columns)}

    @cached_property
    def width(self) -> int:
        """The number of columns that were read; the table only names the others."""
        return sum(map(bool, self.types))

    def place(self, column: str) -> int:
        """The number of a column; an unknown one is refused with those there are."""
        if column not in self.places:
            raise RoleError(
                f"column: must be a column of the table, got '{column}';"
                f" {nearest_column(column, self.columns)}"
            )
        return self.places[column]


class RowFile(NamedTuple):
    """The rows of a table in a CSV file without a header, for another engine to take.

    A missing value is nothing, an empty text is two quotes; row numbers come last.
    """

    path: Path
    """The file."""
    types: tuple[str, ...]
    """The types of its columns, in words of DuckDB."""

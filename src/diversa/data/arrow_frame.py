# SPDX-License-Identifier: Apache-2.0
"""PyArrow tables. Metadata of the schema stays behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from diversa.data.frames import (
    ROW,
    Frame,
    Selection,
    are_fractions,
    are_numbers,
    row_numbers,
)


@dataclass(frozen=True, eq=False)
class ArrowFrame(Frame):
    """A PyArrow Table."""

    frame: pa.Table = field(repr=False)
    library: str = "pyarrow"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.frame.column_names)

    @property
    def zones(self) -> Mapping[int, str]:
        return zones_of(self.frame.schema)

    @property
    def orders(self) -> Mapping[int, tuple[str, ...]]:
        return {
            place: tuple(map(str, column.unify_dictionaries().chunk(0).dictionary))
            for place, column in enumerate(self.frame.columns)
            if pa.types.is_dictionary(column.type)
            and column.type.ordered
            and column.num_chunks
        }

    def scannable(self, places: Sequence[int]) -> Any:
        columns = [self.frame.column(place) for place in places]
        names = [f"c{place}" for place in places]
        numbers = pa.array(row_numbers(self.frame.num_rows))
        return pa.table([*columns, numbers], names=[*names, ROW])

    def rebuild(self, selection: Selection) -> Any:
        rows, own = pa.array(selection.rows), set(self.frame.column_names)
        columns = [
            make_column(values, self.frame.column(name).type if name in own else None)
            if (values := selection.texts.get(name)) is not None
            else without_unused(self.frame.column(name).take(rows))
            for name in selection.names
        ]
        return pa.table(columns, names=list(selection.names))


def make_column(values: Any, own_type: Any) -> Any:
    """A column that is not that of the frame: numbers as such, all else as texts."""
    if are_fractions(values):
        fractions = own_type is not None and pa.types.is_floating(own_type)
        return pa.array(values.tolist(), own_type if fractions else pa.float64())
    return pa.array(values, pa.int64() if are_numbers(values) else pa.string())


def zones_of(schema: Any) -> dict[int, str]:
    """The time zones of columns of moments, by their places."""
    return {
        place: field.type.tz
        for place, field in enumerate(schema)
        if pa.types.is_timestamp(field.type) and field.type.tz is not None
    }


def without_unused(column: Any) -> Any:
    """Drop dictionary values that no row has: they would show suppressed rows."""
    if not pa.types.is_dictionary(column.type):
        return column
    values = column.cast(column.type.value_type)
    return values.dictionary_encode().cast(column.type)

# SPDX-License-Identifier: Apache-2.0
"""PyArrow tables. Metadata of the schema stays behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from diversa.data.frames import ROW, Selection, are_numbers, row_numbers


@dataclass(frozen=True, eq=False)
class ArrowFrame:
    """A PyArrow Table."""

    frame: pa.Table = field(repr=False)
    library: str = "pyarrow"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.frame.column_names)

    @property
    def dates(self) -> frozenset[int]:
        return frozenset()

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

    @property
    def nested(self) -> frozenset[int]:
        return frozenset()  # its types say so

    def scannable(self, places: Sequence[int]) -> Any:
        columns = [self.frame.column(place) for place in places]
        names = [f"c{place}" for place in places]
        numbers = pa.array(row_numbers(self.frame.num_rows))
        return pa.table([*columns, numbers], names=[*names, ROW])

    def rebuild(self, selection: Selection) -> Any:
        rows = pa.array(selection.rows)
        columns = [
            pa.array(texts, pa.int64() if are_numbers(texts) else pa.string())
            if (texts := selection.texts.get(name)) is not None
            else used_only(self.frame.column(name).take(rows))
            for name in selection.names
        ]
        return pa.table(columns, names=list(selection.names))


def zones_of(schema: Any) -> dict[int, str]:
    """The time zones of columns of moments, by their places."""
    return {
        place: field.type.tz
        for place, field in enumerate(schema)
        if pa.types.is_timestamp(field.type) and field.type.tz is not None
    }


def used_only(column: Any) -> Any:
    """Forget dictionary values that no row has: they would tell of suppressed rows."""
    if not pa.types.is_dictionary(column.type):
        return column
    values = column.cast(column.type.value_type)
    return values.dictionary_encode().cast(column.type)

# SPDX-License-Identifier: Apache-2.0
"""The tables of the memory engine: rows as tuples of Python values."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

import pyarrow as pa

from diversa.data.dictionary import Kind, is_missing
from diversa.data.frames import Frame
from diversa.errors import SourceError

HELD = (
    *(pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal),
    *(pa.types.is_string, pa.types.is_boolean, pa.types.is_date),
)
"""Types whose values are looked up as they are; all others by their text."""


@dataclass(frozen=True, eq=False)
class Rows:
    """A table in plain Python; None is a missing value."""

    names: tuple[str, ...]
    types: tuple[pa.DataType | None, ...]
    """The type of each column; None where any object may be in it."""
    lines: list[tuple]
    numbers: list[int | None]
    """The row of the source that each line was made of; None for an added row."""
    source: str
    ordered: bool = False
    frame: Frame | None = None
    own: frozenset[str] = frozenset()
    """The columns that are still those of the frame."""
    looked_up: dict[str, list] = field(default_factory=dict, init=False)
    """The keys of columns that were asked for."""

    def column(self, name):
        place = self.names.index(name)
        return [line[place] for line in self.lines]

    def keys(self, name):
        """What the values of a column are looked up by."""
        if name not in self.looked_up:
            self.looked_up[name] = keys_of(self.column(name), self.type_of(name), name)
        return self.looked_up[name]

    def type_of(self, name):
        return self.types[self.names.index(name)]

    def sorted_lines(self):
        """The lines with their numbers, sorted by all columns, missing values last."""
        pairs = zip(self.lines, self.numbers, strict=True)
        return sorted(pairs, key=lambda pair: [sort_key(value) for value in pair[0]])


def sort_key(value):
    """What a value is sorted by."""
    if isinstance(value, dict):
        value = [sort_key(part) for part in value.values()]
    return (value is None, 0 if value is None else value)


def arrow_rows(table: pa.Table, names, source, **more):
    """The rows of an Arrow table, whatever its columns are called."""
    columns = [plain_column(one, name) for one, name in zip(table, names, strict=True)]
    types = tuple(kind for _, kind in columns)
    lines = list(zip(*(values for values, _ in columns), strict=True))
    return Rows(tuple(names), types, lines, list(range(len(lines))), source, **more)


def plain_column(column: pa.ChunkedArray, name):
    """The values of a column and their type, with one type for all texts."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return plain_column(column.cast(kind.value_type), name)
    if pa.types.is_float16(kind):
        raise UnreadableColumnError(name)
    texts = pa.types.is_large_string(kind) or kind == pa.string_view()
    if texts or pa.types.is_null(kind):
        kind = pa.string()
    values = column.to_pylist()
    return [None if is_missing(value) else value for value in values], kind


class UnreadableColumnError(Exception):
    """A column of a type that cannot be read."""


def kind_of(column_type):
    """The kind of values that a type holds."""
    if column_type is None:
        return Kind.TEXT
    types = pa.types
    numbers = (types.is_integer, types.is_floating, types.is_decimal)
    if any(is_one(column_type) for is_one in numbers):
        return Kind.NUMBER
    dated = types.is_date(column_type) or types.is_timestamp(column_type)
    return Kind.DATE if dated else Kind.TEXT


def keys_of(values, column_type, name):
    """What values are looked up by: themselves, or texts where Python loses some."""
    if column_type is None:
        return [None if is_missing(value) else value for value in values]
    if pa.types.is_nested(column_type):
        raise SourceError(
            f"column '{name}': must hold plain values, got lists or records; make it a"
            " column of texts or numbers first"
        )
    if any(is_one(column_type) for is_one in HELD):
        return values
    stamped = pa.types.is_timestamp(column_type) and column_type.tz is None
    if stamped and column_type.unit != "ns":
        return values
    return [text_of(value) for value in values]


def text_of(value):
    """A value as a text file holds it; None stays None."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime) and value.tzinfo is not None:
        return f"{value.astimezone(dt.UTC).replace(tzinfo=None)}+00"
    return str(value)

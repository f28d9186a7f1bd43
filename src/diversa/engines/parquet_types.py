# SPDX-License-Identifier: Apache-2.0
"""The types and the columns of a Parquet file, as its footer describes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.engines import thrift
from diversa.engines.thrift import Field, int32, record

BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY = 0, 1, 2, 4, 5, 6
"""The physical types that are written."""

LONGEST = 64
"""The most bytes of a text in the statistics."""

OPTIONAL = 1
"""Every column may have missing values."""


@dataclass(frozen=True)
class ParquetType:
    """The physical type of a column of Parquet, and its meaning."""

    physical: int
    """The type in which they are held."""
    dtype: str | None = None
    """The type of the array that has them; None for texts."""
    converted: int | None = None
    """The number of their meaning in the older list of the format."""
    logical: Field | None = field(default=None, repr=False)
    """The meaning in the newer list of the format, for readers that use it."""

    @property
    def is_whole(self) -> bool:
        """True for whole numbers."""
        return self.physical in (INT32, INT64)

    @property
    def is_ordered(self) -> bool:
        """True if all readers order the values in the same way."""
        return self.physical in (INT32, INT64, BYTE_ARRAY)


EMPTY = record({})


MICROSECONDS = record({1: thrift.flag(is_true=False), 2: record({2: EMPTY})})


TYPES = {
    "VARCHAR": ParquetType(BYTE_ARRAY, None, 0, record({1: EMPTY})),
    "BOOLEAN": ParquetType(BOOLEAN, "u1"),
    "TINYINT": ParquetType(INT32, "<i4", 15),
    "SMALLINT": ParquetType(INT32, "<i4", 16),
    "INTEGER": ParquetType(INT32, "<i4", 17),
    "BIGINT": ParquetType(INT64, "<i8", 18),
    "FLOAT": ParquetType(FLOAT, "<f4"),
    "DOUBLE": ParquetType(DOUBLE, "<f8"),
    "DATE": ParquetType(INT32, "<i4", 6, record({6: EMPTY})),
    "TIMESTAMP": ParquetType(INT64, "<i8", 10, record({8: MICROSECONDS})),
}
"""The types of columns that are written, by their names in SQL; dates are days and
timestamps microseconds since 1970."""


@dataclass(frozen=True, eq=False)
class ParquetColumn:
    """A column of sorted tuples."""

    name: str
    """Name of the column."""
    kind: ParquetType
    """The type of its values."""
    values: NDArray[np.generic] = field(repr=False)
    """The values in order; texts in UTF-8, each behind its length (`text_values`)."""
    ranks: NDArray[np.integer] = field(repr=False)
    """The place of each tuple's value; a missing one has the place behind the last."""
    counts: NDArray[np.int64] | None = field(default=None, repr=False)
    """The rows of each of these places, where tuples that follow each other share one;
    by default those of the tuples."""

    @property
    def schema(self) -> Field:
        """The description of the column in the footer."""
        kind = self.kind
        fields = {
            1: int32(kind.physical),
            3: int32(OPTIONAL),
            4: thrift.text(self.name),
        }
        if kind.converted is not None:
            fields[6] = int32(kind.converted)
        if kind.logical is not None:
            fields[10] = kind.logical
        return record(fields)

    def plain(self, places: NDArray[np.integer]) -> bytes:
        """The values at some places, one after the other."""
        values = self.values[places]
        if self.kind.physical == BYTE_ARRAY:
            return b"".join(values.tolist())
        return values.tobytes()

    def bound(self, place: int) -> bytes | None:
        """A value as statistics show it, unless it is too long."""
        if self.kind.physical != BYTE_ARRAY:
            return self.values[place].tobytes()
        content: bytes = self.values[place][4:]  # without its length
        return content if len(content) <= LONGEST else None


def text_values(texts: Sequence[str]) -> NDArray[np.object_]:
    """Texts as Parquet holds them: their length, then UTF-8."""
    encoded = (text.encode() for text in texts)
    values = np.empty(len(texts), dtype=object)
    values[:] = [len(text).to_bytes(4, "little") + text for text in encoded]
    return values

# SPDX-License-Identifier: Apache-2.0
"""Counted tuples on their way out of the database: a few long contents of all fields.

A message for every tuple takes longer than to count them. So the database puts the
fields of many tuples one behind the other, as their texts, and sends the bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.texts import number_texts
from diversa.engines.brought import Brought, BroughtColumn
from diversa.engines.postgres.column_types import TEXT

SEPARATOR = 1
"""The byte between two fields; a text that has it in itself cannot come this way."""

PIECES = 64
"""Contents in which tuples come; one of them may have a gigabyte."""

PRESENT, MISSING = "=", "-"
"""How fields begin in tuples that lack some value: others stand as they are. The rows
of such a tuple have a minus before them."""

Load = Callable[[bytes], Any]
"""Reads the text of a value."""

Piece = tuple[int, bytes]
"""How many tuples there are in it, and their fields."""


def pieces_query(query: str, columns: int) -> str:
    """The fields of what a query has counted, in a few pieces.

    What is behind FROM has its bounds (OFFSET 0), or the database would take the number
    of pieces for that of the tuples, and sort them.
    """
    names = [f"g.c{place}" for place in range(columns)]
    lacks = " OR ".join(f"{name} IS NULL" for name in names)
    marked = [
        f"coalesce('{PRESENT}' || CAST({name} AS {TEXT}), '{MISSING}')"
        for name in names
    ]
    ways = [
        f"concat_ws(chr({SEPARATOR}), {', '.join(fields)})"
        for fields in ([*marked, "-g.tally"], [*names, "g.tally"])
    ]
    lines = (
        f"SELECT CASE WHEN {lacks} THEN {ways[0]} ELSE {ways[1]} END AS line"
        f" FROM ({query}) AS g OFFSET 0"
    )
    return (
        f"SELECT count(*), convert_to(string_agg(l.line, chr({SEPARATOR})), 'UTF8')"
        f" FROM ({lines}) AS l GROUP BY hashtext(l.line) & {PIECES - 1}"
    )


def brought(pieces: Sequence[Piece], loads: Sequence[Load]) -> Brought | None:
    """The columns and the rows of tuples; None where a text holds the separator.

    Args:
        pieces: What `pieces_query` has found.
        loads: What reads the values of each column.
    """
    columns = [FieldColumn({}, []) for _ in (*loads, int)]
    for lines, content in pieces:
        if content.count(SEPARATOR) + 1 != lines * len(columns):
            return None
        number_piece(columns, content)
    *fields, tallies = columns
    rows = np.array([abs(int(text)) for _, text in tallies.numbers], dtype=np.int64)
    named = zip(fields, loads, strict=True)
    return [field.read(load) for field, load in named], rows[tallies.codes]


@dataclass(frozen=True)
class FieldColumn:
    """The texts of a column, numbered over all pieces."""

    numbers: dict[tuple[bool, bytes], int]
    """The number of each text; those of tuples that lack values are apart."""
    parts: list[NDArray[np.int32]]
    """The numbers of the fields, piece by piece."""

    @property
    def codes(self) -> NDArray[np.int32]:
        """The number of each field."""
        return np.concatenate(self.parts or [np.empty(0, np.int32)])

    def add(
        self,
        content: bytes,
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        *,
        marked: bool,
    ) -> None:
        """Number some fields of a content."""
        begins, stops = map(np.ascontiguousarray, (starts, ends))
        fields = np.frombuffer(content, np.uint8)
        codes, first = number_texts(fields, begins, stops)
        texts = zip(begins[first].tolist(), stops[first].tolist(), strict=True)
        numbers = [self._number((marked, content[a:b])) for a, b in texts]
        self.parts.append(np.array(numbers, dtype=np.int32)[codes])

    def _number(self, text: tuple[bool, bytes]) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def read(self, load: Load) -> BroughtColumn:
        """The column with its values."""
        values = [field_value(marked, text, load) for marked, text in self.numbers]
        return BroughtColumn.of(values, self.codes)


def field_value(marked: bool, text: bytes, load: Load) -> object:  # noqa: FBT001
    """The value of a field; None where it is missing.

    >>> field_value(True, b"=x", bytes.decode), field_value(True, b"-", bytes.decode)
    ('x', None)
    """
    if not marked:
        return load(text)
    return None if text == MISSING.encode() else load(text[len(PRESENT) :])


def number_piece(columns: Sequence[FieldColumn], content: bytes) -> None:
    """Add the fields of a piece to their columns: first those of whole tuples."""
    fields = np.frombuffer(content, np.uint8)
    ends = np.append(np.flatnonzero(fields == SEPARATOR), len(fields))
    starts = np.append(0, ends[:-1] + 1)
    lacks = fields[starts[len(columns) - 1 :: len(columns)]] == ord(MISSING)
    for place, column in enumerate(columns):
        begins, stops = starts[place :: len(columns)], ends[place :: len(columns)]
        if lacks.any():
            column.add(content, begins[~lacks], stops[~lacks], marked=False)
            column.add(content, begins[lacks], stops[lacks], marked=True)
        else:
            column.add(content, begins, stops, marked=False)

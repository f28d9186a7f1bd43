# SPDX-License-Identifier: Apache-2.0
"""Counted tuples, sent by the database column by column in a few long pieces.

A message for every tuple would take longer than counting them. So the database joins
the values of a column in many tuples, as texts, and sends the bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from diversa.counts.kernels.texts import number_fields
from diversa.engines.local_tuples import LocalColumn, TupleColumns
from diversa.engines.postgres.dialect import TEXT

SEPARATOR = 1
"""The byte between two fields; a text that has it in itself cannot come this way."""

MOST_FIELDS = 1 << 26
"""Fields that come together, of all columns; they may have a gigabyte."""

Load = Callable[[bytes], Any]
"""Reads the text of a value."""

Piece = tuple[Any, ...]
"""Its number, how many tuples there are in it, and the fields of each column."""


def pieces_of(fields: int) -> int:
    """The number of pieces for tuples with the same number of rows.

    >>> pieces_of(1000), pieces_of(5 * MOST_FIELDS)
    (1, 6)
    """
    return 1 + fields // MOST_FIELDS


def piece_number(pieces: int) -> str:
    """The column `piece`, the number of the piece of a counted tuple.

    Tuples with the same number of rows come together, so that this number need not come
    with each. They are divided by chance: whatever they are, no piece of them is much
    larger than another.
    """
    if pieces == 1:
        return "count(*) AS piece"
    return f"count(*) * {pieces} + CAST(floor(random() * {pieces}) AS int8) AS piece"


def pieces_query(query: str, columns: int, missing: str) -> str:
    """The fields of counted tuples, in a few pieces.

    What is behind FROM has its bounds (OFFSET 0), or the database would take the number
    of pieces for that of the tuples, and sort them.

    The query has the columns `c0`, `c1`, ... and `piece`. No value is equal to the text
    that stands for a missing one.
    """
    values = [
        f"coalesce(CAST(g.c{place} AS {TEXT}), '{missing}')" for place in range(columns)
    ]
    contents = [f"string_agg({value}, chr({SEPARATOR}))" for value in values]
    listed = ", ".join(["g.piece", "count(*)", *contents])
    return f"SELECT {listed} FROM ({query} OFFSET 0) AS g GROUP BY g.piece"


def parse_tuples(
    pieces: Sequence[Piece], loads: Sequence[Load], missing: str, divided: int = 1
) -> TupleColumns | None:
    """The columns and the rows of tuples; None where a text holds the separator.

    The pieces are those that `pieces_query` finds.
    """
    numbers, lines, *contents = zip(*pieces, strict=True)
    columns: list[LocalColumn] = []
    for parts, load in zip(contents, loads, strict=True):
        column = field_column(parts, sum(lines), load, missing.encode())
        if column is None:
            return None
        columns.append(column)
    return columns, np.repeat(np.array(numbers, dtype=np.int64) // divided, lines)


def field_column(
    parts: Sequence[bytes], lines: int, load: Load, missing: bytes
) -> LocalColumn | None:
    """A column with a number of fields; None where there are more."""
    content = bytes([SEPARATOR]).join(parts)
    fields = np.frombuffer(content, np.uint8)
    codes, starts, ends = number_fields(fields, SEPARATOR, lines + 1)
    if len(codes) > lines:
        return None
    bounds = zip(starts.tolist(), ends.tolist(), strict=True)
    texts = [content[start:end] for start, end in bounds]
    values = [None if text == missing else load(text) for text in texts]
    return LocalColumn.of(values, codes)

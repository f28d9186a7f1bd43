# SPDX-License-Identifier: Apache-2.0
"""Counted tuples on their way out of the database: a few long contents of each column.

A message for every tuple takes longer than to count them. So the database puts the
values of a column in many tuples one behind the other, as their texts, and sends the
bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from diversa.counts.kernels.texts import number_fields
from diversa.engines.brought import Brought, BroughtColumn
from diversa.engines.postgres.column_types import TEXT

SEPARATOR = 1
"""The byte between two fields; a text that has it in itself cannot come this way."""

PIECES = 16
"""Contents in which a column comes; one of them may have a gigabyte."""

PIECE = f"floor(random() * {PIECES}) AS piece"
"""The piece that a tuple goes to, by chance: whatever tuples there are, no piece has
many more than another."""

Load = Callable[[bytes], Any]
"""Reads the text of a value."""

Piece = tuple[Any, ...]
"""How many tuples there are in it, and the fields of each column; the last column has
the rows."""


def pieces_query(query: str, columns: int, missing: str) -> str:
    """The fields of what a query has counted, in a few pieces.

    What is behind FROM has its bounds (OFFSET 0), or the database would take the number
    of pieces for that of the tuples, and sort them.

    Args:
        query: It has the columns `c0`, `c1`, ..., `tally` and `piece`.
        columns: How many there are of the first.
        missing: The text that stands for a missing value; no value has it.
    """
    values = [
        f"coalesce(CAST(g.c{place} AS {TEXT}), '{missing}')" for place in range(columns)
    ]
    contents = [
        f"string_agg({value}, chr({SEPARATOR}))"
        for value in (*values, f"CAST(g.tally AS {TEXT})")
    ]
    listed = ", ".join(["count(*)", *contents])
    return f"SELECT {listed} FROM ({query} OFFSET 0) AS g GROUP BY g.piece"


def brought(
    pieces: Sequence[Piece], loads: Sequence[Load], missing: str
) -> Brought | None:
    """The columns and the rows of tuples; None where a text holds the separator.

    Args:
        pieces: What `pieces_query` has found.
        loads: What reads the values of each column.
        missing: The text that stands for a missing value.
    """
    lines, *contents = zip(*pieces, strict=True)
    columns: list[BroughtColumn] = []
    every: list[Load] = [*loads, int]
    for parts, load in zip(contents, every, strict=True):
        column = field_column(parts, sum(lines), load, missing.encode())
        if column is None:
            return None
        columns.append(column)
    *fields, tallies = columns
    return fields, np.array(tallies.values, dtype=np.int64)[tallies.codes]


def field_column(
    parts: Sequence[bytes], lines: int, load: Load, missing: bytes
) -> BroughtColumn | None:
    """A column of so many fields; None where there are more."""
    content = bytes([SEPARATOR]).join(parts)
    fields = np.frombuffer(content, np.uint8)
    codes, starts, ends = number_fields(fields, SEPARATOR, lines + 1)
    if len(codes) > lines:
        return None
    bounds = zip(starts.tolist(), ends.tolist(), strict=True)
    texts = [content[start:end] for start, end in bounds]
    values = [None if text == missing else load(text) for text in texts]
    return BroughtColumn.of(values, codes)

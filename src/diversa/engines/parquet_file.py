# SPDX-License-Identifier: Apache-2.0
"""A Parquet file of counted tuples: written from the counts, without making the rows.

The tuples come in order, so the first columns are long runs of equal values, which
Parquet writes as the value and the length of the run; in the others each row takes the
few bits of a code. Values stand in a dictionary, once in each group of rows. Nothing is
compressed further: codes and runs are short already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from diversa.engines import thrift
from diversa.engines.parquet_encodings import (
    bit_width,
    deltas,
    hybrid,
    merge_runs,
    pack_bits,
)
from diversa.engines.parquet_types import BOOLEAN, EMPTY, ParquetColumn
from diversa.engines.thrift import Field, binary, int32, int64, record

MAGIC = b"PAR1"

CREATOR = "Diversa"

GROUP_ROWS = 1 << 18
"""Rows of a group of rows; readers take groups in parallel."""

MANY = 16
"""Whole numbers are written without a dictionary if one in this many rows is new."""


PLAIN, RLE, DELTA, DICTIONARY = 0, 3, 5, 8
"""The encodings that are used."""

DATA_PAGE, DICTIONARY_PAGE = 0, 2


APART = 1 << 62
"""Numbers whose differences are written are not further apart."""


def write_tuples(
    target: Path,
    columns: Sequence[ParquetColumn],
    counts: NDArray[np.int64],
    *,
    group_rows: int = GROUP_ROWS,
) -> None:
    """Write tuples, each as often as it is counted."""
    with target.open("wb") as file:
        file.write(MAGIC)
        own = [counts if column.counts is None else column.counts for column in columns]
        cuts = {id(rows): row_groups(rows, group_rows) for rows in own}
        groups = [
            RowGroup(dict(zip(cuts, parts, strict=True))).write(file, columns, own)
            for parts in zip(*cuts.values(), strict=True)
        ]
        footer = footer_of(columns, groups, int(counts.sum()))
        file.write(footer)
        file.write(len(footer).to_bytes(4, "little") + MAGIC)


Part = tuple[slice, NDArray[np.int64]]
"""Some tuples that follow each other, and how many rows of each."""


def row_groups(counts: NDArray[np.int64], rows: int) -> Iterator[Part]:
    """The tuples of each group of rows, and how many rows of each are in it.

    >>> [(lines.start, n.tolist()) for lines, n in row_groups(np.array([3, 4, 1]), 4)]
    [(0, [3, 1]), (1, [3, 1])]
    """
    ends = np.cumsum(counts)
    every = int(ends[-1]) if len(ends) else 0
    for begin in range(0, every, rows):
        end = min(begin + rows, every)
        first = int(np.searchsorted(ends, begin, side="right"))
        last = int(np.searchsorted(ends, end, side="left"))
        inside = counts[first : last + 1].copy()
        inside[-1] -= ends[last] - end
        inside[0] -= begin - (ends[first] - counts[first])
        yield slice(first, last + 1), inside


def footer_of(
    columns: Sequence[ParquetColumn], groups: list[Field], rows: int
) -> bytes:
    """The footer, which describes the whole file."""
    root = record({4: thrift.text("schema"), 5: int32(len(columns))})
    schema = [root, *(column.schema for column in columns)]
    by_type = record({1: EMPTY})
    _, content = record(
        {
            1: int32(1),
            2: thrift.list_field(thrift.STRUCT, schema),
            3: int64(rows),
            4: thrift.list_field(thrift.STRUCT, groups),
            6: thrift.text(CREATOR),
            7: thrift.list_field(thrift.STRUCT, [by_type] * len(columns)),
        }
    )
    return content


@dataclass(frozen=True, eq=False)
class RowGroup:
    """Some of the rows, column by column."""

    parts: Mapping[int, Part] = field(repr=False)
    """The parts of the columns in it, by the counts that columns share."""

    def write(
        self,
        file: BinaryIO,
        columns: Sequence[ParquetColumn],
        counts: Sequence[NDArray[np.int64]],
    ) -> Field:
        """Write the columns; give their description for the footer."""
        begin = file.tell()
        chunks = [
            self._chunk(column, id(own)).write(file)
            for column, own in zip(columns, counts, strict=True)
        ]
        _, inside = next(iter(self.parts.values()))
        return record(
            {
                1: thrift.list_field(thrift.STRUCT, chunks),
                2: int64(file.tell() - begin),
                3: int64(int(inside.sum())),
            }
        )

    def _chunk(self, column: ParquetColumn, own: int) -> ColumnChunk:
        lines, inside = self.parts[own]
        return ColumnChunk(column, *merge_runs(column.ranks[lines], inside))


@dataclass(frozen=True, eq=False)
class ColumnChunk:
    """A column in a group of rows, as runs of equal values."""

    column: ParquetColumn
    """The column."""
    ranks: NDArray[np.integer] = field(repr=False)
    """The value of each run."""
    counts: NDArray[np.int64] = field(repr=False)
    """The rows of each run."""

    def write(self, file: BinaryIO) -> Field:
        """Write the pages; give their description for the footer."""
        begin = file.tell()
        present = self.ranks < len(self.column.values)
        pages = self._pages(self.ranks[present], self.counts[present])
        if pages.dictionary is not None:
            head = record({1: int32(pages.used), 2: int32(PLAIN)})
            write_page(file, DICTIONARY_PAGE, {7: head}, pages.dictionary)
        data, rows = file.tell(), int(self.counts.sum())
        head = record(
            {1: int32(rows), 2: int32(pages.encoding), 3: int32(RLE), 4: int32(RLE)}
        )
        levels = hybrid(*merge_runs(present.astype(np.uint8), self.counts), 1)
        content = len(levels).to_bytes(4, "little") + levels + pages.data
        write_page(file, DATA_PAGE, {5: head}, content)
        size = int64(file.tell() - begin)
        described = {
            1: int32(self.column.kind.physical),
            2: thrift.list_field(thrift.I32, map(int32, (PLAIN, RLE, pages.encoding))),
            3: thrift.list_field(thrift.BINARY, [thrift.text(self.column.name)]),
            4: int32(0),
            5: int64(rows),
            6: size,
            7: size,
            9: int64(data),
        }
        if pages.dictionary is not None:
            described[11] = int64(begin)
        described[12] = self._statistics(present)
        return record({2: int64(begin), 3: record(described)})

    def _pages(
        self, ranks: NDArray[np.integer], counts: NDArray[np.int64]
    ) -> ChunkPages:
        """The values of the rows that have one."""
        column = self.column
        if column.kind.physical == BOOLEAN:
            flags = np.repeat(column.values[ranks].astype(np.uint8), counts)
            size = -(-len(flags) // 8)
            return ChunkPages(PLAIN, pack_bits(flags, 1)[:size])
        least = int(ranks.min(initial=len(column.values)))
        is_used = np.zeros(int(ranks.max(initial=least)) - least + 1, dtype=bool)
        is_used[ranks - least] = True
        used = np.flatnonzero(is_used) + least
        if column.kind.is_whole and len(used) * MANY > int(counts.sum()):
            numbers = np.repeat(column.values[ranks].astype(np.int64), counts)
            if int(numbers.max()) - int(numbers.min()) < APART:
                return ChunkPages(DELTA, deltas(numbers))
        width = bit_width(len(used) - 1)
        codes = (np.cumsum(is_used, dtype=np.int32) - 1)[ranks - least]
        data = bytes([width]) + hybrid(codes, counts, width)
        return ChunkPages(DICTIONARY, data, column.plain(used), len(used))

    def _statistics(self, present: NDArray[np.bool_]) -> Field:
        """The number of missing values, and the least and the greatest value."""
        fields = {3: int64(int(self.counts[~present].sum()))}
        if self.column.kind.is_ordered and present.any():
            ranks = self.ranks[present]
            low = self.column.bound(int(ranks.min()))
            high = self.column.bound(int(ranks.max()))
            if low is not None and high is not None:
                fields |= {5: binary(high), 6: binary(low)}
        return record(fields)


@dataclass(frozen=True)
class ChunkPages:
    """The values of a column in a group of rows, encoded."""

    encoding: int
    """The encoding."""
    data: bytes = field(repr=False)
    """The values, or their codes."""
    dictionary: bytes | None = field(default=None, repr=False)
    """The values of the codes."""
    used: int = 0
    """Values in the dictionary."""


def write_page(
    file: BinaryIO, kind: int, described: dict[int, Field], content: bytes
) -> None:
    """Write a page behind its header."""
    size = int32(len(content))
    _, head = record({1: int32(kind), 2: size, 3: size, **described})
    file.write(head)
    file.write(content)

# SPDX-License-Identifier: Apache-2.0
"""Sketches: small samples of who is in a table, by which two tables are compared.

Each row is a number: a keyed hash of its quasi-identifiers and of its place among the
rows that look alike. A sketch keeps the smallest of these numbers. Of two tables, the
share of common numbers among the smallest of both estimates their overlap.
Without the key nobody can tell which values a number stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from diversa.engines.counting import Counting
from diversa.engines.table import Table

Hashes = NDArray[np.uint64]
"""Keyed hashes."""

KEPT = 1024
"""Numbers of a sketch: a share is estimated with a standard error of 1/64 at most."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""The step of SplitMix64, which tells rows that look alike apart."""

AT_ONCE = 1 << 17
"""Rows whose hashes are made at once; they stay in a cache."""

DIGITS = 16
"""Hexadecimal digits of a hash that a sketch keeps."""

MISSING = "\0"
"""Stands for a missing value."""


@dataclass(frozen=True, eq=False)
class Sketch:
    """The smallest hashes of the rows of a table, or of the people in it."""

    columns: tuple[str, ...]
    """The columns whose values are hashed, in order of their names."""
    number: int
    """The number of rows, or people, behind it."""
    hashes: Hashes = field(repr=False)
    """The smallest hashes, ascending: all of them where there are fewer than `KEPT`."""

    def common(self, other: Sketch) -> float:
        """The estimated share of common numbers among all of both tables (Jaccard).

        Example:
            >>> one, other = (
            ...     Sketch(("q",), 2, np.array(some, dtype=np.uint64))
            ...     for some in ([1, 2], [2, 3])
            ... )
            >>> round(one.common(other), 3)
            0.333
        """
        union = np.union1d(self.hashes, other.hashes)[:KEPT]
        if not len(union):
            return 0.0
        both = np.isin(union, self.hashes) & np.isin(union, other.hashes)
        return float(both.mean())


def sketch_of_rows(cells: Cells, columns: Iterable[str], key: bytes) -> Sketch:
    """The sketch of the rows of counted cells, by some of their columns."""
    names = tuple(sorted(columns))
    tuples = cell_tuples(cells, names)
    counts = np.bincount(tuples.number, cells.counts, len(tuples)).astype(np.int64)
    hashes = np.full(len(tuples), word_hash("\0".join(names), key), dtype=np.uint64)
    for name in names:
        own = value_hashes(cells.dictionary(name), key)
        hashes = mix(hashes + own[tuples.of(cells.column(name))])
    return Sketch(names, int(counts.sum()), smallest(number_rows(hashes, counts)))


def sketch_of_people(engine: Counting, table: Table, column: str, key: bytes) -> Sketch:
    """The sketch of the people whom an identifier names; missing ones are nobody.

    The hashes are made where the rows are. The number of people is estimated by them,
    if there are more than a sketch keeps.
    """
    own = blake2b(column.encode("utf-8", "surrogatepass"), key=key).digest()
    marks = engine.smallest_hashes(table, column, own, KEPT)
    numbers = sorted({int(mark[:DIGITS], 16) for mark in marks})
    hashes = np.array(numbers, dtype=np.uint64)
    number = len(hashes)
    if number >= KEPT:
        number = round((number - 1) * 2**64 / (int(hashes[-1]) + 1))
    return Sketch((column,), number, hashes)


def number_rows(hashes: Hashes, counts: Ints) -> Iterator[Hashes]:
    """A number for each row: of rows that look alike each has its own."""
    alone = counts == 1
    for part in pieces(hashes[alone]):
        yield mix(part)
    several, times = hashes[~alone], counts[~alone]
    ends = np.cumsum(times)
    begin = 0
    while begin < len(several):
        before = ends[begin] - times[begin]
        end = max(begin + 1, int(np.searchsorted(ends, before + AT_ONCE)))
        lengths = times[begin:end]
        first = np.repeat(ends[begin:end] - lengths, lengths)
        place = (np.arange(before, before + len(first)) - first).astype(np.uint64)
        yield mix(np.repeat(several[begin:end], lengths) + place * GOLDEN)
        begin = end


def pieces(hashes: Hashes) -> Iterator[Hashes]:
    """Hashes, some at a time."""
    for begin in range(0, len(hashes), AT_ONCE):
        yield hashes[begin : begin + AT_ONCE]


def smallest(parts: Iterable[Hashes]) -> Hashes:
    """The smallest of all numbers, ascending."""
    kept = np.empty(0, dtype=np.uint64)
    for part in parts:
        few = part if len(kept) < KEPT else part[part < kept[-1]]
        kept = np.unique(np.concatenate([kept, few]))[:KEPT]
    return kept


def mix(numbers: Hashes) -> Hashes:
    """SplitMix64: a permutation of the numbers that looks like chance.

    >>> hex(int(mix(np.array([0], dtype=np.uint64))[0]))
    '0xe220a8397b1dcdaf'
    """
    mixed = numbers + GOLDEN
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def value_hashes(dictionary: Dictionary, key: bytes) -> Hashes:
    """A keyed hash of each value of a column, by its code."""
    texts = [plain_text(value) for value in dictionary.texts]
    if dictionary.missing_code is not None:
        texts.append(MISSING)
    return word_hashes(texts, key)


def plain_text(text: str) -> str:
    """A value in one spelling, whether a whole number was read as 39 or as 39.0."""
    whole = text.removesuffix(".0")
    return whole if whole.lstrip("-").isdecimal() else text


def word_hashes(texts: Sequence[str], key: bytes) -> Hashes:
    """Keyed BLAKE2 of texts, 8 bytes each."""
    begin = blake2b(digest_size=8, key=key)
    digests = bytearray()
    for text in texts:
        one = begin.copy()
        one.update(text.encode("utf-8", "surrogatepass"))
        digests += one.digest()
    return np.frombuffer(bytes(digests), dtype="<u8").astype(np.uint64)


def word_hash(text: str, key: bytes) -> int:
    """Keyed BLAKE2 of one text."""
    return int(word_hashes([text], key)[0])

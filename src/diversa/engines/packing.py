# SPDX-License-Identifier: Apache-2.0
"""Packing: the codes of many columns inside as few 63-bit keys as they need.

An engine groups rows by one integer instead of by many texts. The first column has the
highest bits, so sorted keys are sorted codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.counts.light_numpy import KEY_BITS, changes, order_of

DENSE = 2
"""Numbers are counted in an array while its size is at most this multiple of theirs."""

BLOCK = 1 << 14
"""Keys unpacked at a time, so that a block stays in the processor's cache."""


@dataclass(frozen=True)
class Packing:
    """The place of every column's code.

    Example:
        >>> packing = Packing.plan([3000, 74, 2])
        >>> packing.keys, packing.shifts, packing.masks
        ((0, 0, 0), (8, 1, 0), (4095, 127, 1))
        >>> keys = packing.pack(np.array([[7, 73, 1], [0, 5, 0]]))
        >>> packing.unpack(keys).tolist()
        [[7, 73, 1], [0, 5, 0]]
    """

    keys: tuple[int, ...]
    """The key that holds each column."""
    shifts: tuple[int, ...]
    """The number of bits below the code of each column."""
    masks: tuple[int, ...]
    """The bits of each column's code, shifted down."""

    @classmethod
    def plan(cls, sizes: Sequence[int]) -> Packing:
        """Give every column the bits that its number of codes needs."""
        widths = [max(size - 1, 0).bit_length() for size in sizes]
        members: list[list[int]] = [[]]
        for width in widths:
            if sum(members[-1]) + width > KEY_BITS:
                members.append([])
            members[-1].append(width)
        return cls(
            tuple(key for key, inside in enumerate(members) for _ in inside),
            tuple(sum(m[i + 1 :]) for m in members for i in range(len(m))),
            tuple((1 << width) - 1 for width in widths),
        )

    @property
    def count(self) -> int:
        """Number of keys, at least one."""
        return max(self.keys, default=0) + 1

    def pack(self, codes: NDArray[np.integer]) -> list[NDArray[np.int64]]:
        """Put each line of codes into its keys."""
        if not self.keys:
            return [np.zeros(len(codes), dtype=np.int64)]
        return self.pack_columns(list(codes.T))

    def pack_columns(
        self, columns: Sequence[NDArray[np.integer] | None]
    ) -> list[NDArray[np.int64]]:
        """Put codes, column by column, into their keys; None leaves a place empty.

        >>> packing = Packing.plan([4, 9, 2])
        >>> packing.pack_columns([np.array([3, 0]), None, np.array([1, 1])])
        [array([97,  1])]
        """
        rows = next(len(column) for column in columns if column is not None)
        packed = [np.zeros(rows, dtype=np.int64) for _ in range(self.count)]
        for column, key, shift in zip(columns, self.keys, self.shifts, strict=True):
            if column is not None:
                packed[key] |= column.astype(np.int64) << shift
        return packed

    def column(
        self, keys: Sequence[NDArray[np.int64]], place: int
    ) -> NDArray[np.int32]:
        """Take the codes of one column out of the keys."""
        key, shift, mask = keys[self.keys[place]], self.shifts[place], self.masks[place]
        codes = np.empty(len(key), dtype=np.int32)
        for start in range(0, len(key), BLOCK):
            codes[start : start + BLOCK] = (key[start : start + BLOCK] >> shift) & mask
        return codes

    def unpack(self, keys: Sequence[NDArray[np.int64]]) -> NDArray[np.int32]:
        """Take the codes out of the keys, one line for each."""
        rows = len(keys[0])
        # Column by column: nearly everything that follows looks at one of them.
        codes = np.empty((rows, len(self.masks)), dtype=np.int32, order="F")
        places = list(zip(self.keys, self.shifts, self.masks, strict=True))
        for start in range(0, rows, BLOCK):
            block = slice(start, start + BLOCK)
            for column, (key, shift, mask) in enumerate(places):
                codes[block, column] = (keys[key][block] >> shift) & mask
        return codes


def run_lengths(
    keys: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys of sorted keys, and how often each occurs.

    >>> [array.tolist() for array in run_lengths(np.array([3, 3, 8]))]
    [[3, 8], [2, 1]]
    """
    fresh = changes(keys)
    if fresh.all():
        return keys, np.ones(len(keys), dtype=np.int64)
    starts = np.flatnonzero(fresh)
    return keys[starts], np.diff(starts, append=len(keys))


def tally_numbers(
    numbers: NDArray[np.int64], low: int, high: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct numbers between two in order, and how often each occurs.

    The numbers are not to be used again: they may be sorted where they are.

    >>> [array.tolist() for array in tally_numbers(np.array([8, 3, 8]), 3, 8)]
    [[3, 8], [1, 2]]
    """
    if high - low > DENSE * len(numbers):
        numbers.sort()
        return run_lengths(numbers)
    numbers -= low
    counts = np.bincount(numbers, minlength=high - low + 1)
    present = np.flatnonzero(counts)
    return present + low, counts[present]


def tally_keys(
    keys: Sequence[NDArray[np.int64]],
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """The distinct keys in order, and how often each occurs.

    The keys are not to be used again: they may be sorted where they are.

    >>> keys, counts = tally_keys([np.array([8, 3, 8])])
    >>> keys[0].tolist(), counts.tolist()
    ([3, 8], [1, 2])
    """
    if len(keys) > 1:
        return sum_by_key(keys, np.ones(len(keys[0]), dtype=np.int64))
    keys[0].sort()  # vectorized by NumPy: faster than to sort places
    distinct, counts = run_lengths(keys[0])
    return [distinct], counts


def sum_by_key(
    keys: Sequence[NDArray[np.int64]], counts: NDArray[np.int64]
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """The distinct keys in order, and the sum of the counts of each.

    >>> keys, counts = sum_by_key([np.array([8, 3, 8])], np.array([1, 2, 4]))
    >>> keys[0].tolist(), counts.tolist()
    ([3, 8], [2, 5])
    """
    order = order_of(keys[0]) if len(keys) == 1 else np.lexsort(keys[::-1])
    lines = [key[order] for key in keys]
    changes = np.zeros(len(order), dtype=bool)
    changes[:1] = True
    for line in lines:
        changes[1:] |= line[1:] != line[:-1]
    starts = np.flatnonzero(changes)
    sums = np.add.reduceat(counts[order], starts) if len(starts) else counts[:0]
    return [line[starts] for line in lines], sums

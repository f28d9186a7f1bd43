# SPDX-License-Identifier: Apache-2.0
"""Parquet's encodings of numbers: runs, packed bits, and packed differences.

All of them take runs: numbers, and how many rows have each. A column in which long runs
are written as runs costs nothing for its rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.engines.thrift import varint, zigzag

Numbers = NDArray[np.integer]
"""Whole numbers that are not negative, unless said otherwise."""

WORD = 64
"""Bits of the words into which numbers are packed."""

PACKED = 8
"""The size of a group of packed numbers."""

BLOCK, MINIBLOCKS = 128, 4
"""Differences in a block, and parts of it with a width of their own."""


def bit_width(largest: int) -> int:
    """The bits that numbers up to the largest take, one at least.

    More than 8 bits are made even, more than 16 a multiple of 4, more than 32 one of 8:
    some numbers together are then whole bytes and fit into a word.

    >>> [bit_width(number) for number in (0, 1, 5, 255, 256, 70_000, 1 << 33)]
    [1, 1, 3, 8, 10, 20, 40]
    """
    bits = max(int(largest).bit_length(), 1)
    step = 1 if bits <= 8 else 2 if bits <= 16 else 4 if bits <= 32 else 8
    return -(-bits // step) * step


def merge_runs(
    codes: Numbers, counts: NDArray[np.int64]
) -> tuple[Numbers, NDArray[np.int64]]:
    """Runs of which no two neighbours have the same code.

    >>> runs = merge_runs(np.array([5, 5, 3]), np.array([2, 1, 4]))
    >>> [array.tolist() for array in runs]
    [[5, 3], [3, 4]]
    """
    changes = np.flatnonzero(codes[1:] != codes[:-1]) + 1
    starts = np.concatenate([np.zeros(min(len(codes), 1), np.int64), changes])
    return codes[starts], np.add.reduceat(counts, starts) if len(starts) else counts


def hybrid(codes: Numbers, counts: Numbers, width: int) -> bytes:
    """Codes as runs, or else as packed bits, whichever is shorter.

    >>> hybrid(np.array([2]), np.array([300]), 2).hex()
    'd80402'
    >>> hybrid(np.array([1, 0, 1]), np.array([2, 1, 1]), 1).hex()
    '030b'
    """
    rows = int(counts.sum())
    groups = -(-rows // PACKED)
    if len(codes) * (1 + -(-width // 8)) <= groups * width:
        runs = run_lengths(codes, counts, width)
        if len(runs) <= groups * width:
            return runs
    short = codes.astype(np.min_scalar_type((1 << width) - 1))
    return varint(groups << 1 | 1) + pack_bits(np.repeat(short, counts), width)


def run_lengths(codes: Numbers, counts: Numbers, width: int) -> bytes:
    """Each run as its length and its code.

    >>> run_lengths(np.array([3, 7]), np.array([2, 100]), 3).hex()
    '0403c80107'
    """
    head = counts.astype(np.int64) << 1
    places = np.arange(5)  # of bytes with seven bits: a page has less than 2^34 rows
    septets = (head[:, None] >> (7 * places)) & 0x7F
    more = head[:, None] >> (7 * (places + 1)) > 0
    lengths = np.where(more, septets | 0x80, septets).astype(np.uint8)
    used = np.concatenate([np.ones_like(more[:, :1]), more[:, :-1]], axis=1)
    size = -(-width // 8)
    values = as_bytes(codes.astype(np.uint64))[:, :size]
    both = np.concatenate([lengths, values], axis=1)
    chosen = np.concatenate([used, np.ones_like(values, dtype=bool)], axis=1)
    return both[chosen].tobytes()


def pack_bits(codes: Numbers, width: int) -> bytes:
    """Codes of a number of bits, one after the other; zeros follow the last.

    >>> pack_bits(np.array([1, 2, 3]), 4).hex()
    '21030000'
    """
    together = PACKED if width <= 8 else 4 if width <= 16 else 2 if width <= 32 else 1
    size = together * width // 8
    padded = np.zeros(-(-len(codes) // PACKED) * PACKED, dtype=codes.dtype)
    padded[: len(codes)] = codes
    words = padded[::together].astype(np.uint64)
    for place in range(1, together):
        words |= padded[place::together].astype(np.uint64) << np.uint64(place * width)
    return as_bytes(words)[:, :size].tobytes()


def as_bytes(words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """The bytes of each word, the lowest first."""
    return words.astype("<u8").view(np.uint8).reshape(-1, WORD // 8)


def deltas(numbers: NDArray[np.int64]) -> bytes:
    """Numbers of any sign by the differences to the one before.

    All blocks have the same least difference and the same width, so a block is a line
    of one array. The numbers must not be further apart than 2^62.
    """
    change = np.diff(numbers)
    least = int(change.min(initial=0))
    width = bit_width(int(change.max(initial=0)) - least)
    first = int(numbers[0]) if len(numbers) else 0
    head = varint(BLOCK) + varint(MINIBLOCKS) + varint(len(numbers)) + zigzag(first)
    blocks = -(-len(change) // BLOCK)
    if not blocks:
        return head
    padded = np.full(blocks * BLOCK, least, dtype=np.int64)
    padded[: len(change)] = change
    inside = np.frombuffer(pack_bits(padded - least, width), np.uint8).reshape(
        blocks, -1
    )
    start = np.frombuffer(zigzag(least) + bytes([width] * MINIBLOCKS), np.uint8)
    lines = np.concatenate(
        [np.broadcast_to(start, (blocks, len(start))), inside], axis=1
    )
    # The last block ends with the last part of it that has numbers.
    part = BLOCK // MINIBLOCKS
    unused = (blocks * BLOCK - len(change)) // part
    content = lines.tobytes()
    return head + content[: len(content) - unused * part * width // 8]

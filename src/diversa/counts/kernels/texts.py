# SPDX-License-Identifier: Apache-2.0
"""Texts as numbers: which fields of a long content are alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.compiled import compiled, compiled_beside

FEW_SLOTS = 1024
"""Slots that a column begins with: few enough to stay in the processor's cache."""

_EMPTY = -1


def number_few_texts(
    content: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The same as `number_texts`, for few of them."""
    whole = content.tobytes()
    numbers: dict[bytes, int] = {}
    first: list[int] = []
    codes = np.empty(len(starts), dtype=np.int32)
    bounds = zip(starts.tolist(), ends.tolist(), strict=True)
    for line, (start, end) in enumerate(bounds):
        number = numbers.setdefault(whole[start:end], len(numbers))
        if number == len(first):
            first.append(line)
        codes[line] = number
    return codes, np.array(first, dtype=np.int64)


@compiled
def text_hash(content: NDArray[np.uint8], start: int, end: int) -> np.uint64:
    """A number that the bytes of a text decide."""
    mixed = np.uint64(end - start)
    for place in range(start, end):
        mixed = (mixed ^ np.uint64(content[place])) * np.uint64(0x100000001B3)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> np.uint64(29))


@compiled
def same_bytes(content: NDArray[np.uint8], first: int, other: int, size: int) -> bool:
    """Tell whether so many bytes are the same in two places."""
    for place in range(size):
        if content[first + place] != content[other + place]:
            return False
    return True


@compiled
def more_slots(
    slots: NDArray[np.int32], hashes: NDArray[np.uint64]
) -> NDArray[np.int32]:
    """Four times as many slots, with the texts of these hashes in them."""
    more = np.full(4 * len(slots), _EMPTY, dtype=np.int32)
    mask = np.uint64(len(more) - 1)
    for known in range(len(hashes)):
        slot = hashes[known] & mask
        while more[slot] != _EMPTY:
            slot = (slot + np.uint64(1)) & mask
        more[slot] = known
    return more


@compiled_beside(number_few_texts)
def number_texts(
    content: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Number the distinct texts that lie in a content by first appearance.

    Args:
        content: The bytes.
        starts: Where each text begins.
        ends: Where each text has ended.

    Returns:
        The number of each text, and the place of the first text of each number.
    """
    lines = len(starts)
    codes = np.empty(lines, dtype=np.int32)
    first = np.empty(lines, dtype=np.int64)
    hashes = np.empty(lines, dtype=np.uint64)
    slots = np.full(FEW_SLOTS, _EMPTY, dtype=np.int32)
    texts = 0
    for line in range(lines):
        start, size = starts[line], ends[line] - starts[line]
        mixed = text_hash(content, start, ends[line])
        mask = np.uint64(len(slots) - 1)
        slot = mixed & mask
        while slots[slot] != _EMPTY:
            known = first[slots[slot]]
            alike = hashes[slots[slot]] == mixed and ends[known] - starts[known] == size
            if alike and same_bytes(content, start, starts[known], size):
                break
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] == _EMPTY:
            slots[slot] = texts
            first[texts], hashes[texts] = line, mixed
            texts += 1
        codes[line] = slots[slot]
        if 2 * texts > len(slots):
            slots = more_slots(slots, hashes[:texts])
    return codes, first[:texts].copy()

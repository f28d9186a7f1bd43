# SPDX-License-Identifier: Apache-2.0
"""Texts as numbers: which fields of a long content are alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.kernel import kernel, kernel_beside

FEW_SLOTS = 1024
"""Slots that a column begins with: few enough to stay in the processor's cache."""

WORD = 8
"""Bytes of a text that are compared at once."""

_EMPTY = -1
_START, _END, _HASH, _LAST = range(4)
"""Columns of a text: begin and end of its first field, a hash of its bytes, and its
last bytes, as many as fit in a word (most texts have no more)."""
_BYTE, _HALF, _ONE = np.uint64(8), np.uint64(32), np.uint64(1)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def number_few_fields(
    content: NDArray[np.uint8], separator: int, most: int
) -> tuple[Codes, Ints, Ints]:
    """The same as `number_fields`, for few of them."""
    fields = content.tobytes().split(bytes([separator]))[:most]
    ends = np.cumsum([len(field) + 1 for field in fields]) - 1
    numbers: dict[bytes, int] = {}
    first: list[int] = []
    codes = np.empty(len(fields), dtype=np.int32)
    for place, field in enumerate(fields):
        number = numbers.setdefault(field, len(numbers))
        if number == len(first):
            first.append(place)
        codes[place] = number
    sizes = np.array([len(field) for field in numbers], dtype=np.int64)
    return codes, ends[first] - sizes, ends[first]


@kernel
def mix(number: np.uint64, more: np.uint64) -> np.uint64:
    """A number that two numbers decide, in its lowest bits too."""
    product = (number ^ more) * _FACTOR
    return product ^ (product >> _HALF)


@kernel
def more_slots(slots: Codes, texts: Ints) -> Codes:
    """Four times as many slots, with these texts in them."""
    more = np.full(4 * len(slots), _EMPTY, dtype=np.int32)
    mask = np.uint64(len(more) - 1)
    for text in range(len(texts)):
        slot = np.uint64(texts[text, _HASH]) & mask
        while more[slot] != _EMPTY:
            slot = (slot + _ONE) & mask
        more[slot] = text
    return more


@kernel
def number_until_full(
    content: NDArray[np.uint8],
    separator: int,
    slots: Codes,
    texts: Ints,
    codes: Codes,
    state: tuple[int, int, int],
) -> tuple[int, int, int]:
    """Number fields until half of the slots are taken.

    No array is made or handed over here: Numba would count who has it, for every field,
    and that takes longer than all the rest.

    `slots`, `texts` and `codes` are filled; `state` has the number of fields and texts
    so far, and the begin of the next.
    """
    fields, known, end = state
    mask = np.uint64(len(slots) - 1)
    while fields < len(codes) and end <= len(content) and 2 * known < len(slots):
        start, hashed, last = end, np.uint64(0), np.uint64(0)
        while end < len(content) and content[end] != separator:
            last = (last << _BYTE) | np.uint64(content[end])
            end += 1
            if (end - start) % WORD == 0:
                hashed = mix(hashed, last)
        hashed = mix(hashed ^ last, np.uint64(end - start))
        slot = hashed & mask
        while slots[slot] != _EMPTY:  # until one is empty, or has the same text
            text, place = slots[slot], start
            away = texts[text, _START] - start
            same = (
                texts[text, _HASH] == np.int64(hashed)
                and texts[text, _LAST] == np.int64(last)
                and texts[text, _END] - away == end
            )
            while same and place < end - WORD:
                same = content[place] == content[place + away]
                place += 1
            if same:
                break
            slot = (slot + _ONE) & mask
        if slots[slot] == _EMPTY:
            slots[slot] = known
            texts[known, _START], texts[known, _END] = start, end
            texts[known, _HASH], texts[known, _LAST] = hashed, last
            known += 1
        codes[fields] = slots[slot]
        fields += 1
        end += 1
    return fields, known, end


@kernel_beside(number_few_fields)
def number_fields(
    content: NDArray[np.uint8], separator: int, most: int
) -> tuple[Codes, Ints, Ints]:
    """Number the distinct fields of a content by first appearance.

    Nothing is read after `most` fields. Returns the number of each field, and begin and
    end of the first field of each number.
    """
    codes = np.empty(most, dtype=np.int32)
    texts = np.empty((most, 4), dtype=np.int64)
    slots = np.full(FEW_SLOTS, _EMPTY, dtype=np.int32)
    fields = known = end = 0
    while fields < most and end <= len(content):
        if 2 * known >= len(slots):
            slots = more_slots(slots, texts[:known])
        fields, known, end = number_until_full(
            content, separator, slots, texts, codes, (fields, known, end)
        )
    return codes[:fields], texts[:known, _START].copy(), texts[:known, _END].copy()

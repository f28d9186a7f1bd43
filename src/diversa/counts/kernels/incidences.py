# SPDX-License-Identifier: Apache-2.0
"""Who is in which cell: people numbered, cells numbered, the cells of each person.

A row is one number, so that NumPy can sort rows: a packed key or a person above, a
person or a cell below. Nobody is 0, and the persons of numbers are 1, 2, 3, ...
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.kernel import kernel

NOBODY = -1
"""The number of a person who is missing."""

_EMPTY = -1
_MIXED = np.uint64(0x9E3779B97F4A7C15)


@kernel
def number_people(hashed: Ints, other: NDArray[np.uint32]) -> tuple[Codes, bool]:
    """Number people by their hashes; the first hash of nobody is that of nobody.

    The answer is False if two people who have the first hash differ in the other.
    """
    numbers = np.empty(len(hashed), dtype=np.int32)
    bits, people = 10, 0
    slots = np.full(1 << bits, _EMPTY, dtype=np.int32)
    first = np.empty(1 << bits, dtype=np.int64)
    second = np.empty(1 << bits, dtype=np.uint32)
    for row in range(len(hashed)):
        if hashed[row] == NOBODY:
            numbers[row] = NOBODY
            continue
        mask = np.uint64((1 << bits) - 1)
        slot = (np.uint64(hashed[row]) * _MIXED) >> np.uint64(64 - bits)
        while slots[slot] != _EMPTY and first[slots[slot]] != hashed[row]:
            slot = (slot + np.uint64(1)) & mask
        number = slots[slot]
        if number == _EMPTY:
            number = people
            slots[slot], first[number], second[number] = number, hashed[row], other[row]
            people += 1
            if 2 * people > len(slots):
                bits += 1
                slots = _wider(first[:people], bits)
                first = np.append(first, np.empty_like(first))
                second = np.append(second, np.empty_like(second))
        elif second[number] != other[row]:
            return numbers, False
        numbers[row] = number
    return numbers, True


@kernel
def _wider(first: Ints, bits: int) -> Codes:
    """A table of more slots for the same people."""
    slots = np.full(1 << bits, _EMPTY, dtype=np.int32)
    mask = np.uint64((1 << bits) - 1)
    for number in range(len(first)):
        slot = (np.uint64(first[number]) * _MIXED) >> np.uint64(64 - bits)
        while slots[slot] != _EMPTY:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = number
    return slots


@kernel
def number_cells(rows: Ints, bits: int, room: int) -> tuple[Ints, Ints]:
    """The keys of sorted rows, and how many rows have each.

    A row has its key above `bits` bits, and its person in them. In its place comes the
    person above `room` bits, and the number of the cell in them.
    """
    cells = 0
    for row in range(len(rows)):
        if row == 0 or rows[row] >> bits != rows[row - 1] >> bits:
            cells += 1
    keys = np.empty(cells, dtype=np.int64)
    counts = np.zeros(cells, dtype=np.int64)
    mask, cell = (1 << bits) - 1, -1
    for row in range(len(rows)):
        key = rows[row] >> bits
        if cell < 0 or key != keys[cell]:
            cell += 1
            keys[cell] = key
        counts[cell] += 1
        rows[row] = ((rows[row] & mask) << room) | cell
    return keys, counts


@kernel
def sets_of_cells(
    rows: Ints,
    room: int,
    alone: bool,  # noqa: FBT001 - Numba's
) -> tuple[Ints, Codes, Ints]:
    """The starts, the cells and the persons of the sets of cells in sorted rows.

    A row has its person above `room` bits, and its cell in them. Rows of nobody are
    left out, or sets of their own if they are `alone`.
    """
    mask, sets, size = (1 << room) - 1, 0, 0
    for row in range(len(rows)):
        person = rows[row] >> room
        if person == 0 or row == 0 or rows[row] != rows[row - 1]:
            size += person > 0 or alone
            other = row == 0 or person != rows[row - 1] >> room
            sets += (person > 0 and other) or (person == 0 and alone)
    starts = np.empty(sets + 1, dtype=np.int64)
    cells = np.empty(size, dtype=np.int32)
    persons = np.empty(sets, dtype=np.int64)
    made, size = 0, 0
    for row in range(len(rows)):
        person = rows[row] >> room
        if person == 0 and not alone:
            continue
        if person > 0 and row > 0 and rows[row] == rows[row - 1]:
            continue
        if person == 0 or row == 0 or person != rows[row - 1] >> room:
            starts[made] = size
            persons[made] = person
            made += 1
        cells[size] = rows[row] & mask
        size += 1
    starts[made] = size
    return starts, cells, persons


@kernel
def take_sets(starts: Ints, cells: Codes, chosen: Ints) -> tuple[Ints, Codes]:
    """The starts and the cells of chosen sets."""
    size = 0
    for one in chosen:
        size += starts[one + 1] - starts[one]
    edges = np.zeros(len(chosen) + 1, dtype=np.int64)
    taken = np.empty(size, dtype=np.int32)
    made = 0
    for place in range(len(chosen)):
        for entry in range(starts[chosen[place]], starts[chosen[place] + 1]):
            taken[made] = cells[entry]
            made += 1
        edges[place + 1] = made
    return edges, taken

# SPDX-License-Identifier: Apache-2.0
"""The levels of nodes as bits of integers, to compare many nodes at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import lshift

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.search.lattice.lattice import Node

BITS = 62
"""Bits of an integer that hold packed levels."""


class LevelBits:
    """The levels of many nodes, several in one integer, to compare them at once.

    Every level has a field of bits with one more bit in front. Where a node has that
    bit set and the levels of another one are subtracted, it stays set in all fields
    where the level of the other one is not higher; no field borrows from the next.
    """

    def __init__(self, heights: Sequence[int], places: int) -> None:
        self._bits: list[list[int]] = [[]]
        """The lowest bits of the fields in each integer, attribute after attribute."""
        self._guards = [0]
        """The bits in front of all fields, for each integer."""
        end = 0
        for height in heights:
            width = height.bit_length() + 1
            if end + width > BITS:
                self._guards.append(0)
                self._bits.append([])
                end = 0
            self._bits[-1].append(end)
            self._guards[-1] |= 1 << (end + width - 1)
            end += width
        self._masks = [np.array(guards) for guards in self._guards]
        """The same as arrays, which NumPy takes in half the time."""
        self._packed = np.zeros((len(self._guards), places), dtype=np.int64)

    def _pack(self, node: Node) -> list[int]:
        levels = iter(node)
        return [
            sum(map(lshift, islice(levels, len(bits)), bits)) for bits in self._bits
        ]

    def put(self, place: int, node: Node) -> None:
        """Write a node to a place."""
        self._packed[:, place] = self._pack(node)

    def move(self, places: Ints) -> None:
        """Write the nodes of some places one after the other, from the first on."""
        self._packed[:, : len(places)] = self._packed[:, places]

    def at_or_below(self, node: Node, filled: int) -> Bools:
        """Mask of the first places that hold a node below another one, or that node."""
        words = zip(
            self._pack(node), self._guards, self._masks, self._packed, strict=True
        )
        below = [
            ((highest | guards) - packed[:filled]) & mask == mask
            for highest, guards, mask, packed in words
        ]
        return below[0] if len(below) == 1 else np.logical_and.reduce(below)

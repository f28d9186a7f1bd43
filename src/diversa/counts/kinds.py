# SPDX-License-Identifier: Apache-2.0
"""Kinds of people: the sets of cells that people have, and how many have each.

Whoever has several rows is in several cells. All that a decision needs of the people is
here, and no identifier: two people of one kind cannot be told apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kernels.incidences import sets_of_cells, take_sets
from diversa.counts.light_numpy import changes, order_of


@dataclass(frozen=True, eq=False)
class Kinds:
    """Sets of cells, each with its number of people, in the order of their cells.

    Example:
        >>> kinds = Kinds.of(np.array([0, 0, 1, 2, 2]), np.array([3, 1, 2, 1, 3]))
        >>> kinds.starts.tolist(), kinds.cells.tolist(), kinds.people.tolist()
        ([0, 2, 3], [1, 3, 2], [2, 1])
    """

    starts: Ints = field(repr=False)
    """The cells of kind i are cells[starts[i]:starts[i + 1]]; at least one."""
    cells: Codes | Ints = field(repr=False)
    """Places of the cells in `Cells`, ascending in a kind."""
    people: Ints = field(repr=False)
    """People of each kind, all positive."""
    unnamed: Ints | None = field(default=None, repr=False)
    """Rows of each cell that anybody may have, as they do not say whose they are; None
    where there are none."""

    def __len__(self) -> int:
        return len(self.people)

    @property
    def total(self) -> int:
        """Number of people."""
        return int(self.people.sum())

    @property
    def rows(self) -> int:
        """Rows of which no two are of one person and one cell, unnamed ones too."""
        unnamed = 0 if self.unnamed is None else int(self.unnamed.sum())
        return int((self.people * self.sizes).sum()) + unnamed

    @property
    def sizes(self) -> Ints:
        """The number of cells of each kind."""
        return np.diff(self.starts)

    def having(self, codes: Codes, size: int) -> Ints:
        """The people who have each code, below `size`, in some of their cells.

        >>> kinds = Kinds.of(np.array([0, 0, 1]), np.array([0, 1, 2]))
        >>> kinds.having(np.array([0, 0, 1]), 3).tolist()
        [1, 1, 0]
        """
        kind = np.repeat(np.arange(len(self)), self.sizes)
        owned = np.unique(kind * size + codes[self.cells])
        people = np.bincount(owned % size, self.people[owned // size], size)
        return people.astype(np.int64)

    def select(self, kept: Bools) -> Kinds:
        """The kinds over some of the cells, which get numbers without gaps.

        People without any of these cells are gone.
        """
        if kept.all():
            return self
        stays = kept[self.cells]
        kind = np.repeat(np.arange(len(self)), self.sizes)[stays]
        place = np.cumsum(kept) - 1
        unnamed = None if self.unnamed is None else self.unnamed[kept]
        selected = Kinds.of(kind, place[self.cells[stays]], self.people)
        return replace(selected, unnamed=unnamed)

    def move(self, number: Ints) -> Kinds:
        """The kinds over other cells: `number[cell]` instead of each."""
        kind = np.repeat(np.arange(len(self)), self.sizes)
        moved = Kinds.of(kind, number[self.cells], self.people)
        if self.unnamed is None:
            return moved
        rows = np.bincount(number, self.unnamed, int(number.max(initial=-1)) + 1)
        return replace(moved, unnamed=rows.astype(np.int64))

    def in_cells(self, cells: int) -> Ints:
        """The people of each cell."""
        each = np.repeat(self.people, self.sizes)
        return np.bincount(self.cells, each, cells).astype(np.int64)

    @classmethod
    def of(cls, owners: Ints, cells: Ints | Codes, people: Ints | None = None) -> Kinds:
        """The kinds of owners 0, 1, 2, ..., from pairs of an owner and a cell.

        Args:
            owners: The owner of each pair, in any order; pairs may repeat.
            cells: Its cell.
            people: The people that each owner stands for; one by default.
        """
        room = int(cells.max(initial=0)).bit_length()
        return cls.of_rows(((owners + 1) << room) | cells, room, people)

    @classmethod
    def of_rows(
        cls, rows: Ints, room: int, people: Ints | None = None, *, alone: bool = False
    ) -> Kinds:
        """The kinds of owners from rows, each an owner and, in `room` bits, a cell.

        The rows are sorted in their place. Owners are 1, 2, 3, ...; rows of owner 0 are
        left out, or each is `alone`.
        """
        rows.sort()  # vectorized by NumPy: faster than to sort places
        starts, cells, owners = sets_of_cells(rows, room, alone)
        ranks = rank_sets(starts, cells)
        counts = np.zeros(len(owners), dtype=np.int64)
        np.add.at(counts, ranks, 1 if people is None else people[owners - 1])
        one = np.zeros(len(owners), dtype=np.int64)
        one[ranks] = np.arange(len(owners))
        edges, taken = take_sets(starts, cells, one[counts > 0])
        return cls(edges, taken, counts[counts > 0])


def rank_sets(starts: Ints, cells: Codes | Ints) -> Ints:
    """The rank of each set of cells in the order of its cells; equal sets share one.

    Sets are told apart by their first cells; those that have the same are looked at
    again, by the next. The rank of a set is the number of sets before it.

    >>> rank_sets(np.array([0, 2, 3, 5]), np.array([1, 3, 1, 1, 3]))
    array([1, 0, 1])
    """
    sizes = np.diff(starts)
    ranks = np.zeros(len(sizes), dtype=np.int64)
    alike, place, end = np.arange(len(sizes)), 0, int(cells.max(initial=0)) + 2
    while len(alike):
        has = sizes[alike] > place
        following = np.zeros(len(alike), dtype=np.int64)
        following[has] = cells[starts[alike[has]] + place]
        following[has] += 1
        keys = ranks[alike] * end + following
        order = order_of(keys)
        alike, keys, following = alike[order], keys[order], following[order]
        first = np.flatnonzero(changes(keys))
        lengths = np.diff(first, append=len(keys))
        # Sets that were alike until here stand together, behind their common rank.
        old = np.flatnonzero(changes(ranks[alike]))
        before = first - old[np.searchsorted(old, first, side="right") - 1]
        ranks[alike] = np.repeat(ranks[alike[first]] + before, lengths)
        alike = alike[np.repeat(lengths > 1, lengths) & (following > 0)]
        place += 1
    return ranks

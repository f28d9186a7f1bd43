# SPDX-License-Identifier: Apache-2.0
"""Pieces: the rows of one cell that go to one group, if cells are divided.

A partition over pieces is like one over cells, except that a tuple of quasi-identifiers
may occur more than once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.light_numpy import changes, places_in_runs
from diversa.counts.wide_keys import keys_at
from diversa.engines.packing import Packing, tally_keys


@dataclass(frozen=True, eq=False)
class RowEntries:
    """The entry of every row in the histograms of a table.

    An entry is a cell with its sensitive values; rows of one entry are alike.
    """

    finest: FrequencySet = field(repr=False)
    """The cells, at the bottom node."""

    @cached_property
    def entry(self) -> Ints:
        """The entry of each row."""
        counts = self.finest.groups.counts
        return np.repeat(np.arange(len(counts)), counts)

    @cached_property
    def cell_of_entry(self) -> Ints:
        """The cell of each entry."""
        return np.repeat(
            np.arange(len(self.finest)), np.diff(self.finest.groups.starts)
        )

    @property
    def cell(self) -> Ints:
        """The cell of each row."""
        return self.each(self.cell_of_entry)

    def each(self, of_entry: NDArray[Any]) -> NDArray[Any]:
        """Repeat a value of each entry for all its rows."""
        return np.repeat(of_entry, self.finest.groups.counts)

    def __len__(self) -> int:
        return self.finest.groups.rows


@dataclass(frozen=True, eq=False)
class Pieces:
    """Cells divided into pieces, and the group of each piece."""

    table: FrequencySet = field(repr=False)
    """The cells."""
    cell: Codes = field(repr=False)
    """The cell that each piece is of, ascending."""
    histograms: Groups = field(repr=False)
    """The sensitive values of each piece."""
    group: Codes = field(repr=False)
    """The group of each piece."""
    count: int
    """Number of groups."""
    complete: bool
    """True if every row of the table has a group."""

    @cached_property
    def finest(self) -> FrequencySet:
        """The pieces; a tuple of quasi-identifiers may occur more than once."""
        table = self.table
        codes = table.codes.take(self.cell, axis=1)
        return FrequencySet(table.maps, table.levels, codes, self.histograms)

    @cached_property
    def cells(self) -> tuple[Codes, Ints]:
        """The cells of the pieces, each once, with its number of pieces."""
        starts = np.flatnonzero(changes(self.cell))
        return self.cell[starts], np.diff(starts, append=len(self.cell))

    @cached_property
    def groups(self) -> Groups:
        """The groups that models judge."""
        groups = self.histograms
        group = kernels.spread(self.group, groups.starts)
        return groups.regroup(group, self.count, groups.values, groups.counts)


def divide(
    rows: RowEntries, group: NDArray[np.signedinteger[Any]], count: int
) -> Pieces:
    """Divide the cells by the group of each row; rows of group -1 are left out.

    Cell, group and sensitive values of a row are one number: sorted, they are pieces.
    """
    finest, groups = rows.finest, rows.finest.groups
    values = len(groups.combinations)
    packing = Packing.plan([len(finest), max(1, count), max(1, values)])
    alike = packing.pack_columns([rows.cell_of_entry, None, groups.values])
    keys = [np.repeat(key, groups.counts) for key in alike]
    keys[packing.keys[1]] += group.astype(np.int64) << packing.shifts[1]
    complete = bool((group >= 0).all())
    if not complete:
        keys = [key[group >= 0] for key in keys]
    keys, counts = tally_keys(keys)
    cell, numbers, value = (packing.column(keys, place) for place in range(3))
    first = np.flatnonzero(changes(cell) | changes(numbers))
    pieces = Groups(
        np.append(first, len(value)),
        value,
        counts,
        groups.combinations,
        groups.sensitive,
    )
    if len(first) < len(cell):
        cell, numbers = cell[first], numbers[first]
    return Pieces(finest, cell, pieces, numbers, count, complete)


def shuffle_groups(group: Ints, count: int, *, seed: int) -> Ints:
    """Renumber the groups at random, so that a number tells nothing."""
    numbers = np.append(random_numbers(count, seed=seed), -1)
    return numbers[group] if count else group  # the last one is that of group -1


def random_numbers(count: int, *, seed: int) -> Ints:
    """A random permutation of the numbers of groups."""
    return np.random.default_rng(seed).permutation(count)


@dataclass(frozen=True, eq=False)
class PieceLines:
    """One line for every row of some pieces."""

    entry: Ints = field(repr=False)
    """The entry of the pieces' histograms."""
    piece: Ints = field(repr=False)
    """The piece."""
    place: Ints = field(repr=False)
    """Place of the row among those with the same quasi-identifiers and sensitive
    values."""


def lines(pieces: FrequencySet) -> PieceLines:
    """List the rows of pieces; equal rows of different pieces get different places."""
    groups = pieces.groups
    piece = np.repeat(np.arange(len(pieces)), np.diff(groups.starts))
    cell, cells = kernels.group_keys(*keys_at(pieces.maps, pieces.levels, pieces.codes))
    width = len(groups.combinations)
    alike, kinds = kernels.group_keys(
        cell[piece].astype(np.int64) * width + groups.values, len(cells) * width
    )
    order = np.argsort(alike, kind="stable")
    before = np.concatenate([[0], np.cumsum(groups.counts[order])])[:-1]
    firsts = np.searchsorted(alike[order], np.arange(len(kinds)))
    offset = np.empty(len(order), dtype=np.int64)
    offset[order] = before - before[firsts][alike[order]]
    entry = np.repeat(np.arange(len(alike)), groups.counts)
    inside = places_in_runs(groups.counts)
    return PieceLines(entry, piece[entry], offset[entry] + inside)

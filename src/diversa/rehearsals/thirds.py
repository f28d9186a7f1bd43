# SPDX-License-Identifier: Apache-2.0
"""Thirds of the people of a table: to be released, to learn from, and as a control.

All rows of a person are in one third. The thirds share the codes of the
quasi-identifiers of the whole table, so that a label of one third can be compared with
the rows of another.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import people_attributes
from diversa.counts.kinds import Kinds
from diversa.counts.light_numpy import runs
from diversa.metrics.public_part import (
    narrow_cells,
    narrow_dictionary,
    occurring,
    with_values,
)
from diversa.tables.count_table import CountTable


@dataclass(frozen=True, eq=False)
class PeopleTuples:
    """People with the tuples of quasi-identifiers that they have."""

    codes: Codes = field(repr=False)
    """The codes of each entry, one line for each quasi-identifier."""
    rows: Ints = field(repr=False)
    """People of each entry."""
    owner: Ints | None = field(default=None, repr=False)
    """The owner of each entry, where people have several tuples; None if each entry has
    people of its own."""

    @property
    def entries(self) -> int:
        """Number of entries."""
        return len(self.rows)

    @cached_property
    def total(self) -> int:
        """Number of people."""
        if self.owner is None:
            return int(self.rows.sum())
        return int(self.rows[np.unique(self.owner, return_index=True)[1]].sum())

    def count(self, place: Ints, entry: Ints, places: int) -> Ints:
        """The people at each place, from pairs of a place and an entry there.

        A person with several entries at a place is counted once.
        """
        if self.owner is not None:
            owners = int(self.owner.max(initial=0)) + 1
            key = place * owners + self.owner[entry]
            first = np.unique(key, return_index=True)[1]
            place, entry = place[first], entry[first]
        return np.bincount(place, self.rows[entry], places).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Third:
    """A third of the people: a table to be released, and people with raw values."""

    counted: CountTable = field(repr=False)
    """The table; sensitive attributes know its own values only."""
    secrets: tuple[Ints, ...] = field(repr=False)
    """For each sensitive attribute, the codes in the whole table of its values here."""

    @cached_property
    def people(self) -> PeopleTuples:
        """The people by their quasi-identifiers."""
        cells, kinds = self.counted.cells, self.counted.kinds
        names = [hierarchy.attribute for hierarchy in self.counted.hierarchies]
        tuples = cell_tuples(cells, names)
        codes = np.array([tuples.of(cells.column(name)) for name in names])
        codes = codes.reshape(len(names), len(tuples)).astype(np.int32)
        number = tuples.number.astype(np.int64)
        if kinds is None:
            rows = np.bincount(number, cells.counts, len(tuples)).astype(np.int64)
            return PeopleTuples(codes, rows)
        owner, place = np.divmod(np.unique(self._pairs), len(tuples))
        return PeopleTuples(codes[:, place], kinds.people[owner], owner)

    @cached_property
    def _pairs(self) -> Ints:
        """A number for the tuple of each cell of each kind of people."""
        cells, kinds = self.counted.cells, self.counted.kinds
        if kinds is None:
            return np.empty(0, dtype=np.int64)
        names = [hierarchy.attribute for hierarchy in self.counted.hierarchies]
        tuples = cell_tuples(cells, names)
        kind = np.repeat(np.arange(len(kinds)), kinds.sizes)
        return kind * len(tuples) + tuples.number.astype(np.int64)[kinds.cells]

    @cached_property
    def own_entries(self) -> tuple[Ints, Ints]:
        """Pairs of a cell and an entry of the people who have it."""
        cells, kinds = self.counted.cells, self.counted.kinds
        if kinds is not None:
            entry = np.unique(self._pairs, return_inverse=True)[1].ravel()
            return kinds.cells.astype(np.int64), entry.astype(np.int64)
        names = [hierarchy.attribute for hierarchy in self.counted.hierarchies]
        number = cell_tuples(cells, names).number.astype(np.int64)
        return np.arange(len(number)), number

    def secret_codes(self, place: int) -> Ints:
        """A sensitive value of each cell, as the whole table codes it."""
        name = self.counted.sensitive[place].name
        return self.secrets[place][self.counted.cells.column(name)]


@dataclass(frozen=True, eq=False)
class Thirds:
    """Three thirds of the people of a table; nobody is in two of them."""

    released: Third = field(repr=False)
    """The people of the release."""
    shadow: Third = field(repr=False)
    """The people whom the adversary knows: side knowledge, and a release to learn
    from."""
    control: Third = field(repr=False)
    """As many people as are released; nothing is published or learnt of them."""


def seed_of(counted: CountTable, seed: int) -> list[int]:
    """A seed that follows from the table itself: as secret as its rows are.

    The same table and `seed` give the same thirds, and so the same report.
    """
    digest = hashlib.sha256(str(seed).encode())
    for array in (counted.cells.codes, counted.cells.counts):
        digest.update(np.ascontiguousarray(array).tobytes())
    return np.frombuffer(digest.digest(), dtype=np.uint32).tolist()


def draw_thirds(counted: CountTable, random: np.random.Generator) -> Thirds:
    """Draw three thirds of the people at random; the shadow has the remainder."""
    kinds = counted.kinds
    people = counted.cells.counts if kinds is None else kinds.people
    third = int(people.sum()) // 3
    released = random.multivariate_hypergeometric(people, third, method="marginals")
    left = people - released
    control = random.multivariate_hypergeometric(left, third, method="marginals")
    drawn = (released, left - control, control)
    return Thirds(*(part_of(counted, one.astype(np.int64)) for one in drawn))


def part_of(counted: CountTable, people: Ints) -> Third:
    """Some of the people of a table; `people` has how many of each cell, or kind."""
    cells, rows, kinds = counted.cells, people, counted.kinds
    if kinds is not None:
        kinds = some_kinds(kinds, people > 0, people)
        rows = kinds.in_cells(len(cells.counts))
    lines = np.flatnonzero(rows)
    if kinds is not None:
        kinds = kinds.select(rows > 0)
    part = Cells(cells.dictionaries, cells.codes[lines], rows[lines])
    secret = [attribute.name for attribute in counted.sensitive]
    used = {
        one.column: occurring(part, one.column, None, ())
        if one.column in secret
        else np.arange(one.size)
        for one in cells.dictionaries
    }
    attributes = tuple(
        with_values(
            attribute,
            narrow_dictionary(attribute.dictionary, used[attribute.name], part),
            used[attribute.name],
        )
        for attribute in counted.sensitive
    )
    narrow = narrow_cells(part, used)
    if kinds is not None and kinds.total == narrow.rows:
        kinds = None  # every row is a person
    if kinds is not None:
        attributes = people_attributes(narrow, kinds, attributes)
    third = replace(
        counted,
        table=replace(counted.table, rows=narrow.rows),
        cells=narrow,
        sensitive=attributes,
        kinds=kinds,
        rows_beyond=0,
        weights=None,
    )
    return Third(third, tuple(used[name] for name in secret))


def some_kinds(kinds: Kinds, kept: Bools, people: Ints) -> Kinds:
    """Some of the kinds, with other numbers of people."""
    sizes = kinds.sizes[kept]
    cells = kinds.cells[runs(kinds.starts[:-1][kept], sizes)]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return Kinds(starts, cells, people[kept])

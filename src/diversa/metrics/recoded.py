# SPDX-License-Identifier: Apache-2.0
"""A table beside its release, on counts: all that a metric of utility looks at.

A release publishes every row with a box (what its quasi-identifiers may be) and in a
group (whose sensitive values it may have). Generalization has one box per group. A
release in two tables (Anatomy) has exact boxes, and groups that hold several of them;
rows of one cell may lie in several groups. `recodings` make it, `utility` measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import combine_sensitive
from diversa.counts.groups import Groups
from diversa.counts.kinds import Kinds
from diversa.counts.level_maps import LevelMaps
from diversa.counts.light_numpy import runs
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.sensitive import Sensitive
from diversa.counts.visits import Visits
from diversa.counts.wide_keys import keys_at
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.memo import Memo
from diversa.metrics.sides import Sides


@dataclass(frozen=True, eq=False)
class CellEntries:
    """Rows by the cell they come from, and the box and the group they are in."""

    cell: Ints = field(repr=False)
    """Line of the original cells."""
    box: Ints = field(repr=False)
    """The box that the rows are published with; -1 where they are suppressed."""
    group: Ints = field(repr=False)
    """The group that the rows are published in; -1 where they are suppressed."""
    rows: Ints = field(repr=False)
    """Number of rows."""


@dataclass(frozen=True, eq=False)
class Recoded:
    """A table and its release."""

    original: Cells = field(repr=False)
    """Cells of the table: quasi-identifiers and sensitive attributes."""
    sides: tuple[Sides, ...] = field(repr=False)
    """The sides of the boxes, one per quasi-identifier."""
    box: Ints = field(repr=False)
    """A box..."""
    group: Ints = field(repr=False)
    """... a group that has rows with this box..."""
    rows: Ints = field(repr=False)
    """... and how many."""
    groups: Groups = field(repr=False)
    """The published groups, without those suppressed."""
    entries: CellEntries | None = field(default=None, repr=False)
    """Boxes and groups of the rows of each cell; None if only the release is known."""
    levels: tuple[int, ...] | None = None
    """The node of the lattice, where the release is one."""
    star: bool = False
    """True if suppressed rows are published, with `*` in every quasi-identifier."""
    coded: int = 0
    """Steps of `levels` that lead to coded ends, and are no levels of a hierarchy."""
    levelled: bool = False
    """True if every attribute is on one level, though it is not known on which."""
    withheld: int = 0
    """Rows of the table of which `original` holds nothing; see `public_part`."""
    is_part: bool = False
    """True if `original` is the published part of a table, and not all of it."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @classmethod
    def of_entries(
        cls,
        cells: Cells,
        sensitive: Sequence[Sensitive],
        sides: Sequence[Sides],
        entries: CellEntries,
        *,
        levels: tuple[int, ...] | None = None,
        star: bool = False,
    ) -> Recoded:
        """Put a release together from where the rows of each cell went.

        The boxes and groups of the entries are numbered without gaps.
        """
        kept = entries.group >= 0
        box, group, rows = (
            column[kept] for column in (entries.box, entries.group, entries.rows)
        )
        groups = int(group.max(initial=-1)) + 1
        values, combinations = combine_sensitive(cells, sensitive)
        starts, held, counts = kernels.histograms(
            group.astype(np.int32),
            groups,
            values[entries.cell[kept]],
            len(combinations),
            rows,
        )
        published = Groups(starts, held, counts, combinations, tuple(sensitive))
        if entries.box is entries.group:
            every = np.arange(groups)
            pairs = every, every, published.sizes
        else:
            pairs = count_pairs(box, group, rows)
        return cls(cells, tuple(sides), *pairs, published, entries, levels, star)

    @classmethod
    def at_levels(
        cls,
        cells: Cells,
        hierarchies: Sequence[Hierarchy],
        sensitive: Sequence[Sensitive],
        *,
        levels: tuple[int, ...],
        suppressed: Codes | None = None,
        star: bool = False,
    ) -> Recoded:
        """Every attribute on one level.

        `suppressed` has the level codes of the suppressed groups, one line each.
        """
        general = np.array(
            [
                hierarchy.maps[level][cells.column(hierarchy.attribute)]
                for hierarchy, level in zip(hierarchies, levels, strict=True)
            ],
            dtype=np.int32,
        ).reshape(len(levels), len(cells.counts))
        gone = np.empty((len(levels), 0), dtype=np.int32)
        if suppressed is not None:
            gone = np.ascontiguousarray(suppressed.T.reshape(len(levels), -1))
        both = np.concatenate([gone, general], axis=1)
        maps = LevelMaps(tuple(hierarchies))
        number, first = kernels.group_keys(*keys_at(maps, levels, both))
        lost = gone.shape[1]
        group = number[lost:].astype(np.int64) - lost  # those lost have the first
        sides = [
            Sides.of_level(hierarchy, level, codes)
            for hierarchy, level, codes in zip(
                hierarchies, levels, both[:, first[lost:]], strict=True
            )
        ]
        group = np.maximum(group, -1)
        entries = CellEntries(np.arange(len(cells.counts)), group, group, cells.counts)
        return cls.of_entries(
            cells, sensitive, sides, entries, levels=levels, star=star
        )

    @property
    def sensitive(self) -> tuple[Sensitive, ...]:
        """The sensitive attributes."""
        return self.groups.sensitive

    @cached_property
    def secret(self) -> Codes:
        """The combination of sensitive values of each cell, as `groups` number them."""
        return combine_sensitive(self.original, self.sensitive)[0]

    @property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        """One per quasi-identifier."""
        return tuple(side.hierarchy for side in self.sides)

    @property
    def names(self) -> tuple[str, ...]:
        """The quasi-identifiers."""
        return tuple(side.hierarchy.attribute for side in self.sides)

    @property
    def total(self) -> int:
        """Rows of the original table (n)."""
        return self.original.rows + self.withheld

    @cached_property
    def rows_out(self) -> int:
        """Rows that are published and not suppressed (R)."""
        return self.groups.rows

    @property
    def suppressed(self) -> int:
        """Rows that are suppressed (s)."""
        return self.total - self.rows_out

    @cached_property
    def groups_with_stars(self) -> Groups:
        """The groups as a reader sees them: rows of `*`, if any, are the last one."""
        if not (self.star and self.suppressed) or self.entries is None:
            return self.groups
        entries, last = self.entries, len(self.groups)
        group = np.where(entries.group < 0, last, entries.group)
        values = self.secret[entries.cell]
        return self.groups.regroup(group, last + 1, values, entries.rows)

    def people_with_stars(self, kinds: Kinds, *, distinct: bool) -> Groups:
        """The groups as a reader sees them, by their people.

        All rows of a cell are in one group. With `distinct` rows, a person has one row
        for each combination of sensitive values in a group.
        """
        if self.entries is None:
            return self.groups_with_stars
        number = len(self.groups)
        group = np.full(len(self.original.counts), -1, dtype=np.int32)
        group[self.entries.cell] = self.entries.group
        if self.star and (group < 0).any():
            group[group < 0] = number
            number += 1
        visits = Visits(
            kinds.starts,
            kinds.cells.astype(np.int32),
            self.secret[kinds.cells],
            kinds.people,
            self.groups.combinations,
            self.sensitive,
        )
        visits = visits.select(group >= 0).move(group)
        groups = visits.in_groups(number)
        people = np.repeat(visits.people, np.diff(visits.starts))
        rows = (
            np.bincount(visits.groups, people, number)
            if distinct
            else np.bincount(
                group[group >= 0], self.original.counts[group >= 0], number
            )
        ).astype(np.int64)
        behind = None if visits.are_in_one_group else visits
        return replace(groups, people=PeopleOfGroups(groups.sizes, rows, behind))

    def rows_of(self, name: str) -> Ints:
        """Rows of every value of a column in the table."""
        return self.memo.once(name, lambda: self.original.rows_of(name))

    @property
    def boxes(self) -> int:
        """Number of boxes."""
        return int(self.box.max(initial=-1)) + 1

    @cached_property
    def box_rows(self) -> Ints:
        """Rows of each box."""
        rows = np.bincount(self.box, weights=self.rows, minlength=self.boxes)
        return rows.astype(np.int64)

    @cached_property
    def _weights(self) -> Floats:
        """Rows of each box, as products with costs need them."""
        return self.box_rows.astype(np.float64)

    def mean_cost(self, side: Sides, costs: Floats) -> float:
        """The mean over all rows of a cost per label; a suppressed row costs 1."""
        spent = float(costs[side.label] @ self._weights) + self.suppressed
        return spent / max(1, self.total)

    @cached_property
    def expectation(self) -> tuple[Ints, Codes, Floats]:
        """A reader's expectation: box, sensitive combination and rows, line by line.

        A row may have each sensitive value of its group in proportion to its count.
        """
        begins, lengths = self.groups.starts[self.group], np.diff(self.groups.starts)
        lengths = lengths[self.group]
        entry = runs(begins, lengths)
        share = np.repeat(self.rows / self.groups.sizes[self.group], lengths)
        return (
            np.repeat(self.box, lengths),
            self.groups.values[entry],
            share * self.groups.counts[entry],
        )


def count_pairs(box: Ints, group: Ints, rows: Ints) -> tuple[Ints, Ints, Ints]:
    """The distinct pairs of a box and a group, and the rows of each."""
    groups = int(group.max(initial=0)) + 1
    pairs, place = np.unique(box * groups + group, return_inverse=True)
    counted = np.bincount(place, weights=rows, minlength=len(pairs))
    return pairs // groups, pairs % groups, counted.astype(np.int64)

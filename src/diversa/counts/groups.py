# SPDX-License-Identifier: Apache-2.0
"""Groups: a partition of the rows, as one sparse histogram per sensitive attribute.

This is all that a privacy model sees. Where the papers say equivalence class, q*-block
or QI-group, we say group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.histogram import (
    Histogram,
    entry_owners,
    reduce_groups,
    sum_entries,
)
from diversa.counts.kernels.arrays import GroupEntries
from diversa.counts.light_numpy import changes
from diversa.counts.line_numbers import line_numbers
from diversa.counts.people_histograms import PeopleHistograms
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import InPeople, Sensitive
from diversa.counts.supersets import (
    HistogramsAbove,
    Supersets,
    no_supersets,
    supersets_of_parts,
)
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.errors import InternalError, ModelError, nearest
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.memo import Memo, know

if TYPE_CHECKING:
    from diversa.counts.people_of_groups import PeopleOfGroups
    from diversa.counts.population import Population
    from diversa.counts.unnamed_rows import UnnamedRows
    from diversa.counts.visits import Visits


@dataclass(frozen=True, eq=False)
class Groups:
    """A partition of the rows: for each group the joint histogram of the sensitive.

    Example:
        >>> groups = Groups.from_counts([{"flu": 2, "cancer": 1}, {"flu": 4}], on="ill")
        >>> groups.sizes.tolist(), groups.histogram("ill").distinct.tolist()
        ([3, 4], [2, 1])
    """

    starts: Ints = field(repr=False)
    """The entries of group g are starts[g]:starts[g + 1]; at least one."""
    values: Codes = field(repr=False)
    """Line of `combinations` that each entry has; or its profile, see `profiles`."""
    counts: Ints = field(repr=False)
    """Rows of each entry; people, where the plan names the column of the person."""
    combinations: Codes = field(repr=False)
    """Distinct tuples of sensitive codes, one column per sensitive attribute."""
    sensitive: tuple[Sensitive, ...] = ()
    """The sensitive attributes, in column order of `combinations`."""
    supersets: Supersets[Groups] = field(default=no_supersets, repr=False)
    """Coarser partitions of the original table, for models that are not local."""
    population: Population | None = field(default=None, repr=False)
    """The people who match each group, where a population table is given."""
    profiles: Profiles | None = field(default=None, repr=False)
    """Sets of combinations, where an entry counts people who have several."""
    visits: Visits | None = field(default=None, repr=False)
    """The people of the groups, where somebody is in several of them."""
    people: PeopleOfGroups | None = field(default=None, repr=False)
    """The people behind the groups of a table or release, where people are counted."""
    backing: Ints | None = field(default=None, repr=False)
    """Least rows behind what the labels of each group state; None if these state
    nothing."""
    unnamed: UnnamedRows | None = field(default=None, repr=False)
    """Rows that do not say whose they are, and that anybody of a group may have."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @classmethod
    def from_counts(
        cls,
        groups: Sequence[Mapping[object, int]],
        *,
        on: str,
        missing: MissingPolicy | str = MissingPolicy.RAISE,
        table: Mapping[object, int] | None = None,
        taxonomy: HierarchyKind | None = None,
    ) -> Groups:
        """Make groups of one sensitive attribute from a count per value and group.

        Args:
            groups: For each group, the rows of each value.
            on: Name of the attribute.
            missing: What a missing value (None) means.
            table: The rows of each value in the original table; those of all groups
                by default.
            taxonomy: The tree of the values, for models that compare their meaning.
        """
        totals = dict(add_counts(groups) if table is None else table)
        numeric = all(isinstance(v, (int, float)) for v in totals if v is not None)
        dictionary = Dictionary.build(
            on,
            totals,
            totals.values(),
            kind="number" if numeric and totals else "text",
        )
        tree = None if taxonomy is None else taxonomy.build(dictionary)
        code = {value: place for place, value in enumerate(dictionary.values)}
        code[None] = len(code)
        entries = [sorted((code[v], n) for v, n in g.items() if n) for g in groups]
        flat = [entry for group in entries for entry in group]
        return cls(
            np.cumsum([0] + [len(group) for group in entries], dtype=np.int64),
            np.array([value for value, _ in flat], dtype=np.int32),
            np.array([count for _, count in flat], dtype=np.int64),
            np.arange(dictionary.size, dtype=np.int32)[:, None],
            (Sensitive(dictionary, MissingPolicy(missing), tree),),
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def sizes(self) -> Ints:
        """Rows of each group; or its people, as `counts`."""
        if self.unnamed is not None:  # somebody has these rows
            return np.maximum(reduce_groups(np.add, self.counts, self.starts), 1)
        if len(self.counts) == len(self):
            return self.counts
        return reduce_groups(np.add, self.counts, self.starts)

    @cached_property
    def rows(self) -> int:
        """Rows of all groups, or people; a person in two groups counts twice."""
        return int(self.counts.sum())

    @cached_property
    def owners(self) -> Codes:
        """The group of each entry."""
        return entry_owners(self.starts)

    @cached_property
    def values_are_codes(self) -> bool:
        """True if `values` are the codes of the one sensitive attribute."""
        if len(self.sensitive) != 1 or self.profiles is not None:
            return False
        every = np.arange(len(self.combinations))
        return np.array_equal(self.combinations[:, 0], every)

    @property
    def entries(self) -> GroupEntries:
        """The entries as kernels take them."""
        return GroupEntries(self.owners, self.values, self.counts, self.sizes)

    def regroup(
        self, group: Codes | Ints, groups: int, values: Codes, counts: Ints
    ) -> Groups:
        """Other groups, from the group, the value and the rows of each entry."""
        made = sum_entries(group, groups, values, self.domain, counts)
        return Groups(*made, self.combinations, self.sensitive, profiles=self.profiles)

    @property
    def domain(self) -> int:
        """The number of values that an entry may have."""
        return len(self.combinations if self.profiles is None else self.profiles)

    def coarser(
        self, starts: Ints, owners: Codes, values: Codes, counts: Ints, sizes: Ints
    ) -> Groups:
        """Coarser groups of the same rows."""
        coarser = Groups(
            starts,
            values,
            counts,
            self.combinations,
            self.sensitive,
            profiles=self.profiles,
        )
        rows, are_codes = self.rows, self.values_are_codes
        know(coarser, owners=owners, sizes=sizes, rows=rows, values_are_codes=are_codes)
        return coarser

    def position(self, name: str | None) -> int:
        """The column of a sensitive attribute in `combinations`."""
        names = [attribute.name for attribute in self.sensitive]
        if name is None and len(names) == 1:
            return 0
        if name not in names:
            advice = nearest(name or "", names) if names else "no sensitive attribute"
            raise ModelError(
                f"on: must be a sensitive attribute, got {name!r}; {advice}"
            )
        return names.index(name)

    def histogram(
        self, name: str | None = None, counted: InPeople = "having"
    ) -> Histogram:
        """The histogram of one sensitive attribute in every group.

        Where people may have several values, `counted` says what is counted: for each
        value the people who have it ("having"), or each person once, spread evenly over
        the values of the person ("shares").
        """
        place = self.position(name)
        attribute = self.sensitive[place].in_people(counted)
        key = "histogram", place, attribute.counted
        if self.unnamed is not None:
            return self.memo.once(key, lambda: self._with_unnamed(place))
        if self.visits is not None or self.profiles is not None:
            return self.memo.once(
                (*key, counted),
                lambda: PeopleHistograms.of(self, place).histogram(counted),
            )
        return self.memo.once(key, lambda: self._make_histogram(place, attribute))

    def _with_unnamed(self, place: int) -> Histogram:
        """The histogram where some rows do not say whose they are."""
        if self.unnamed is None:
            raise InternalError("histogram: every row says whose it is")
        named = replace(self, unnamed=None)
        codes = self.combinations[:, place]
        known = named.histogram(self.sensitive[place].name, "having")
        return self.unnamed.add_to(known, codes, self.sizes)

    def _make_histogram(self, place: int, attribute: Sensitive) -> Histogram:
        starts, values, counts = self.starts, self.values, self.counts
        if len(self.sensitive) > 1:
            starts, values, counts = sum_entries(
                self.owners,
                len(self),
                self.combinations[values, place],
                attribute.dictionary.size,
                counts,
            )
        elif not self.values_are_codes:
            values = self.combinations[values, 0]
        unknown = np.zeros(len(starts) - 1, dtype=np.int64)
        if attribute.unknown_code is not None:
            lost = values == attribute.unknown_code
            group = np.repeat(np.arange(len(self)), np.diff(starts))
            np.add.at(unknown, group[lost], counts[lost])
            lengths = np.bincount(group[~lost], minlength=len(self))
            starts = np.concatenate([[0], np.cumsum(lengths)])
            values, counts = values[~lost], counts[~lost]
        above = HistogramsAbove(self.supersets, attribute.name)
        histogram = Histogram(
            attribute, starts, values, counts, unknown, above, self.population
        )
        know(histogram, sizes=self.sizes)  # need not be added up again
        if starts is self.starts:
            know(histogram, owners=self.owners)
        return histogram

    def blocks(self, name: str | None) -> tuple[Groups, Ints]:
        """Split every group by the other sensitive attributes (Definition 4.5).

        Returns the finer groups and the group that each of them comes from.
        """
        if self.profiles is not None or self.unnamed is not None:
            raise ModelError(
                f"{name}: joint models need one value of each sensitive attribute for"
                " everybody; leave out joint, or publish one table for each attribute"
            )
        place = self.position(name)
        others = [column for column in range(len(self.sensitive)) if column != place]
        sizes = [self.sensitive[column].dictionary.size for column in others]
        other = line_numbers(self.combinations[:, others], sizes)
        group = self.owners.astype(np.int64)
        pairs = group * (int(other.max(initial=0)) + 1) + other[self.values]
        order = np.argsort(pairs, kind="stable")
        first = np.flatnonzero(changes(pairs[order]))
        parent = group[order][first]
        blocks = Groups(
            np.append(first, len(pairs)).astype(np.int64),
            self.values[order],
            self.counts[order],
            self.combinations,
            self.sensitive,
            partial(supersets_of_parts, self.supersets, parent),
        )
        return blocks, parent


def add_counts(groups: Sequence[Mapping[object, int]]) -> Counter[object]:
    """The rows of each value in all groups."""
    totals: Counter[object] = Counter()
    for group in groups:
        for value, rows in group.items():
            totals[value] += rows
    return totals

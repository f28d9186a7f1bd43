# SPDX-License-Identifier: Apache-2.0
"""Visits: the groups in which people are, and what they have there.

Where the quasi-identifiers of a person differ from row to row, the person is in several
groups of a node. People who are in the same groups with the same values are of one
kind. Kinds are rolled up from node to node, so no row is counted again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram, sum_entries
from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.people import add_people, join_visits, take_codes
from diversa.counts.light_numpy import changes
from diversa.counts.people_histograms import people_of_table
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_groups import SharedGroups
from diversa.data.missing import MissingPolicy
from diversa.hierarchies.hierarchy import HierarchyKind

MOST_SHARES = 1 << 22
"""Shares of values that are multiplied at once."""

FEW_PAIRS = 1 << 10
"""Pairs of a group and a value that have a place each, even where few occur."""


@dataclass(frozen=True, eq=False)
class Visits:
    """Kinds of people: the groups and the values in which the people of a kind are."""

    starts: Ints = field(repr=False)
    """The visits of kind i are starts[i]:starts[i + 1]; at least one."""
    groups: Codes = field(repr=False)
    """The group of each visit, ascending in a kind."""
    values: Codes = field(repr=False)
    """The combination of sensitive codes of each visit, ascending in a group."""
    people: Ints = field(repr=False)
    """The people of each kind."""
    combinations: Codes = field(repr=False)
    """See `Groups.combinations`."""
    sensitive: tuple[Sensitive, ...] = ()
    """See `Groups.sensitive`."""

    def __len__(self) -> int:
        return len(self.people)

    def move(self, number: Codes | Ints) -> Visits:
        """The visits with other groups: `number[group]` instead of each."""
        starts, groups, values = join_visits(
            self.starts,
            take_codes(number.astype(np.int32, copy=False), self.groups),
            self.values,
            len(self.combinations),
        )
        return Visits(
            starts, groups, values, self.people, self.combinations, self.sensitive
        )

    def select(self, chosen: Bools) -> Visits:
        """The visits in the chosen groups; those without one of them are gone."""
        stays = chosen[self.groups]
        kind = np.repeat(np.arange(len(self)), np.diff(self.starts))[stays]
        left = np.bincount(kind, minlength=len(self))
        some = left > 0
        return Visits(
            np.concatenate([[0], np.cumsum(left[some])]),
            self.groups[stays],
            self.values[stays],
            self.people[some],
            self.combinations,
            self.sensitive,
        )

    @cached_property
    def are_in_one_group(self) -> bool:
        """True if nobody is in two groups."""
        first, last = self.groups[self.starts[:-1]], self.groups[self.starts[1:] - 1]
        return bool((first == last).all())

    def agree(self, codes: Codes) -> bool:
        """True if everybody has one code, of those that groups have."""
        along = codes[self.groups]
        low, high = (
            extreme.reduceat(along, self.starts[:-1])
            for extreme in (np.minimum, np.maximum)
        )
        return np.array_equal(low, high)

    @property
    def most_groups(self) -> int:
        """The number of groups that somebody is in, at most."""
        return int(np.bincount(self.presences[1]).max(initial=0))

    def surest(self, histogram: Histogram) -> float:
        """The surest guess that somebody has a value, by all visits of the person.

        The histogram has the people of each group by a sensitive attribute. Groups are
        taken to be independent: 1 - Π (1 - share of the value in the group).
        """
        first, kind = self.presences
        groups = self.groups[first]
        shares = np.zeros((len(histogram), len(histogram.sensitive.reference_counts)))
        having = histogram.counts + histogram.unknown[histogram.group]
        shares[histogram.group, histogram.values] = (
            having / histogram.sizes[histogram.group]
        )
        least = 1.0
        starts = np.flatnonzero(changes(kind))
        step = max(1, MOST_SHARES // max(1, shares.shape[1]))
        for begin in range(0, len(starts), step):
            some = starts[begin : begin + step]
            end = starts[begin + step] if begin + step < len(starts) else len(kind)
            without = 1 - shares[groups[some[0] : end]]
            products = np.multiply.reduceat(without, some - some[0], axis=0)
            least = min(least, float(products.min(initial=1.0)))
        return 1 - least

    @cached_property
    def presences(self) -> tuple[Ints, Ints]:
        """Each group that a kind is in: its first visit there, and the kind."""
        kind = np.repeat(np.arange(len(self)), np.diff(self.starts))
        first = np.flatnonzero(changes(self.groups) | changes(kind))
        return first, kind[first]

    @cached_property
    def presence_count(self) -> int:
        """Number of presences."""
        return len(self.presences[0])

    def in_groups(self, number: int) -> Groups:
        """The groups: their people, each with a profile. There are `number` groups."""
        every = self.combinations, self.sensitive
        if len(self.combinations) == 1:  # a visit is all that a person has in a group
            return Groups(*self.having(number, 1), *every)
        if not self.are_in_one_group:
            return SharedGroups.of(self, number)
        first, kind = self.presences
        owners, people = self.groups[first], self.people[kind]
        if len(first) == len(self.values):
            return Groups(*self.having(number, len(self.combinations)), *every)
        # Such groups are rolled up by their profiles, so equal ones are one.
        profiles = Profiles(np.append(first, len(self.values)), self.values)
        values, profiles = profiles.unite()
        made = sum_entries(owners, number, values, len(profiles), people)
        return Groups(*made, *every, profiles=profiles)

    def by_codes(self, codes: Codes, size: int) -> Visits:
        """The visits with other values, `codes[combination]` below `size`."""
        if np.array_equal(codes, np.arange(len(codes))):
            return self
        values = codes[self.values].astype(np.int32, copy=False)
        if (codes[1:] > codes[:-1]).all():  # they stay in order, and none repeats
            return replace(self, values=values)
        starts, groups, values = join_visits(self.starts, self.groups, values, size)
        return replace(self, starts=starts, groups=groups, values=values)

    def having(self, number: int, size: int) -> Histograms:
        """The people of each of `number` groups with each value below `size`."""
        if number * size <= max(FEW_PAIRS, len(self.values) // 4):
            pairs = self.groups, self.values
            having = add_people(self.starts, pairs, self.people, number, size)
            some = np.flatnonzero(having)
            starts = np.searchsorted(some, np.arange(number + 1) * size)
            return Histograms(starts, (some % size).astype(np.int32), having[some])
        each = np.repeat(self.people, np.diff(self.starts))
        return sum_entries(self.groups, number, self.values, size, each)


def groups_of_people(
    groups: Sequence[Sequence[Iterable[object]]],
    *,
    on: str,
    missing: MissingPolicy | str = MissingPolicy.RAISE,
    table: Sequence[Iterable[object]] | None = None,
    taxonomy: HierarchyKind | None = None,
) -> Groups:
    """Make groups of one sensitive attribute from the values of each person.

    Args:
        groups: For each group, the values of each of its people.
        on: Name of the attribute.
        missing: What a missing value (None) means.
        table: The values of each person of the original table; by default nobody is in
            two groups, and the table has all of them.
        taxonomy: The tree of the values, for models that compare their meaning.

    >>> groups = groups_of_people([["ab", "a"], ["b"]], on="ill")
    >>> groups.sizes.tolist(), groups.histogram("ill").counts.tolist()
    ([2, 1], [2, 1, 1])
    """
    whole = [person for group in groups for person in group] if table is None else table
    counts = Counter(value for person in whole for value in person)
    named = Groups.from_counts([counts], on=on, missing=missing, taxonomy=taxonomy)
    attribute = named.sensitive[0]
    values = attribute.dictionary.values
    code = {**{one: place for place, one in enumerate(values)}, None: len(values)}

    def count(
        groups: Sequence[Sequence[Iterable[object]]], attribute: Sensitive
    ) -> Groups:
        people = [
            (number, sorted({code[value] for value in person}))
            for number, group in enumerate(groups)
            for person in group
        ]
        return Visits(
            np.cumsum([0] + [len(codes) for _, codes in people]),
            np.array([number for number, codes in people for _ in codes], np.int32),
            np.array([one for _, codes in people for one in codes], np.int32),
            np.ones(len(people), dtype=np.int64),
            named.combinations,
            (attribute,),
        ).in_groups(len(groups))

    every = count([whole], attribute)
    return count(groups, replace(attribute, people=people_of_table(every, 0)))

# SPDX-License-Identifier: Apache-2.0
"""Histograms of people, where somebody may have several values of an attribute."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.histogram import Histogram, reduce_groups, sum_entries
from diversa.counts.light_numpy import places_in_runs, runs
from diversa.counts.profiles import (
    ProfileValues,
    divide_a_person,
    parts_of_a_person,
)
from diversa.counts.sensitive import InPeople, PeopleOfTable, Sensitive
from diversa.memo import know

if TYPE_CHECKING:
    from diversa.counts.groups import Groups
    from diversa.counts.visits import Visits


@dataclass(frozen=True, eq=False)
class PeopleHistograms:
    """The histograms of one sensitive attribute over profiles."""

    groups: Groups
    """The groups, with profiles."""
    place: int
    """The column of the attribute in `Groups.combinations`."""
    codes: Codes = field(repr=False)
    """The code by which each combination is counted."""
    size: int
    """Codes lie below this."""

    @classmethod
    def of(cls, groups: Groups, place: int) -> PeopleHistograms:
        """The values of the attribute are counted."""
        size = groups.sensitive[place].dictionary.size
        return cls(groups, place, groups.combinations[:, place], size)

    def recode(self, codes: Codes, size: int) -> PeopleHistograms:
        """Count other codes, `codes[code]` below `size`; missing ones need none."""
        lost = np.zeros(max(0, self.size - len(codes)), dtype=codes.dtype)
        return replace(self, codes=np.append(codes, lost)[self.codes], size=size)

    def take(self, groups: Ints) -> PeopleHistograms:
        """Some of the groups by their numbers."""
        from diversa.counts.kinds_of_groups import take

        return replace(self, groups=take(self.groups, groups))

    @property
    def _attribute(self) -> Sensitive:
        return self.groups.sensitive[self.place]

    @cached_property
    def _held(self) -> ProfileValues:
        """The codes of each profile."""
        if self.groups.profiles is None:
            message = "groups without profiles have rows"
            raise ValueError(message)
        return self.groups.profiles.values_of(self.codes, self.size)

    @property
    def pairs(self) -> int:
        """The pairs of values of the entries, however many people these have."""
        return int((self._held.lengths[self.groups.values].astype(np.int64) ** 2).sum())

    @cached_property
    def _known(self) -> Bools:
        """The profiles of which nothing is missing."""
        known = np.ones(len(self._held.lengths), dtype=np.bool_)
        profiles, lost = self.groups.profiles, self._attribute.unknown_code
        if profiles is not None and lost is not None:
            missing = self.groups.combinations[profiles.members, self.place] == lost
            known[
                np.repeat(np.arange(len(known)), np.diff(profiles.starts))[missing]
            ] = 0
        return known

    @property
    def _unknown(self) -> Ints:
        """People of each group of whom a value is missing."""
        groups, lost = self.groups, ~self._known[self.groups.values]
        people = np.bincount(groups.owners[lost], groups.counts[lost], len(groups))
        return people.astype(np.int64)

    @cached_property
    def _entries(self) -> tuple[Codes, Ints, Ints, Ints]:
        """Each code of each entry of which nothing is missing.

        Its group, its place in `_held`, the people of the entry, and its place among
        the codes of the entry.
        """
        groups, held = self.groups, self._held
        entries = np.flatnonzero(self._known[groups.values])
        profile = groups.values[entries]
        lengths = held.lengths[profile]
        return (
            np.repeat(groups.owners[entries], lengths),
            runs(held.starts[profile], lengths),
            np.repeat(groups.counts[entries], lengths),
            places_in_runs(lengths),
        )

    def histogram(self, counted: InPeople) -> Histogram:
        """The histogram in people, or in parts of people."""
        visits = self.groups.visits
        if visits is not None and counted == "having" and not self._may_be_unknown:
            return self._of_visits(visits)
        attribute, held = self._attribute, self._held
        owners, places, people, _ = self._entries
        parts = 1
        if counted == "shares":
            parts = (
                parts_of_a_person(held.lengths, self.groups.rows)
                if attribute.people is None
                else attribute.people.parts
            )
            people = people * divide_a_person(held.lengths, parts)[places]
        histogram = Histogram(
            attribute.in_people(counted),
            *sum_entries(
                owners, len(self.groups), held.codes[places], self.size, people
            ),
            self._unknown * parts,
            population=self.groups.population,
            people=None if counted == "shares" or held.are_single else self,
        )
        know(histogram, sizes=self.groups.sizes * parts)
        return histogram

    @property
    def _may_be_unknown(self) -> bool:
        return self._attribute.unknown_code is not None

    def _of_visits(self, visits: Visits) -> Histogram:
        """The histogram in people, where somebody is in several groups.

        Nothing is missing, so that a pass over the visits is enough.
        """
        number, coded = len(self.groups), visits.by_codes(self.codes, self.size)
        are_single = len(coded.values) == visits.presence_count
        histogram = Histogram(
            self._attribute.in_people("having"),
            *coded.having(number, self.size),
            np.zeros(number, dtype=np.int64),
            population=self.groups.population,
            people=None if are_single else self,
        )
        know(histogram, sizes=self.groups.sizes)
        return histogram

    def fullest_window(self, beyond: Ints) -> Ints:
        """The most people of each group with a number in one window of points.

        `beyond` has for each point the place of the first point after the window that
        begins there. A person is in the windows of each number that begin after the
        number before; of these begins and ends the people in a window add up.
        """
        attribute = self._attribute
        ranked = self.recode(attribute.ranks.astype(np.int32), len(attribute.points))
        owners, places, people, nth = ranked._entries
        ranks = ranked._held.codes[places].astype(np.int64)
        after = np.where(nth > 0, np.append(-1, ranks[:-1]) + 1, 0)
        first = np.maximum(after, np.searchsorted(beyond, ranks, side="right"))
        group = np.tile(owners, 2)
        points = np.concatenate([first, ranks + 1])
        change = np.concatenate([people, -people])
        order = np.lexsort((change, points, group))  # who leaves goes first
        most = np.zeros(len(self.groups), dtype=np.int64)
        np.maximum.at(most, group[order], np.cumsum(change[order]))
        return most


def people_of_table(whole: Groups, place: int) -> PeopleOfTable:
    """The people of a table by one sensitive attribute, from its one group."""
    attribute, total = whole.sensitive[place], whole.rows
    size = attribute.dictionary.size
    if whole.profiles is None:
        counts = np.bincount(
            whole.combinations[whole.values, place], whole.counts, minlength=size
        ).astype(np.int64)
        return PeopleOfTable(total, counts, counts, 1, has_several=False)
    held = whole.profiles.values_of(whole.combinations[:, place], size)
    # In one group of several a person may have any smaller number of values.
    parts = parts_of_a_person(np.arange(1, held.lengths.max() + 1), total)
    people = np.zeros(len(whole.profiles), dtype=np.int64)
    np.add.at(people, whole.values, whole.counts)
    each = np.repeat(people, held.lengths)
    having, shares = np.zeros((2, size), dtype=np.int64)
    np.add.at(having, held.codes, each)
    np.add.at(shares, held.codes, each * divide_a_person(held.lengths, parts))
    return PeopleOfTable(total, having, shares, parts, not held.are_single)


def rows_of_people(groups: Groups) -> Groups:
    """The groups with a row for each person and combination of sensitive values."""
    profiles = groups.profiles
    if profiles is None:
        return groups
    lengths = np.diff(profiles.starts)[groups.values]
    made = sum_entries(
        np.repeat(groups.owners, lengths),
        len(groups),
        profiles.members[runs(profiles.starts[groups.values], lengths)],
        len(groups.combinations),
        np.repeat(groups.counts, lengths),
    )
    return type(groups)(*made, groups.combinations, groups.sensitive)


def most_rows_of_a_person(groups: Groups) -> Ints:
    """The most rows of one person in each group of `rows_of_people`."""
    if groups.profiles is None:
        return np.ones(len(groups), dtype=np.int64)
    lengths = np.diff(groups.profiles.starts)[groups.values]
    return reduce_groups(np.maximum, lengths, groups.starts)

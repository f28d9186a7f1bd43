# SPDX-License-Identifier: Apache-2.0
"""Histograms of people, where somebody may have several values of an attribute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.histogram import Histogram, sum_entries
from diversa.counts.light_numpy import runs
from diversa.counts.profiles import (
    ProfileValues,
    divide_a_person,
    parts_of_a_person,
)
from diversa.counts.sensitive import InPeople, PeopleOfTable

if TYPE_CHECKING:
    from diversa.counts.groups import Groups


@dataclass(frozen=True, eq=False)
class PeopleHistograms:
    """The histograms of one sensitive attribute over profiles."""

    groups: Groups
    """The groups, with profiles."""
    place: int
    """The column of the attribute in `Groups.combinations`."""

    @cached_property
    def _codes(self) -> Codes:
        """The code of each combination."""
        return self.groups.combinations[:, self.place]

    def histogram(self, counted: InPeople) -> Histogram:
        """The histogram in people, or in parts of people."""
        size = self.groups.sensitive[self.place].dictionary.size
        return self._count(self._codes, size, counted)

    def _count(self, codes: Codes, size: int, counted: InPeople) -> Histogram:
        groups, attribute = self.groups, self.groups.sensitive[self.place]
        profiles = groups.profiles
        if profiles is None:
            message = "groups without profiles have rows"
            raise ValueError(message)
        held = profiles.values_of(codes, size)
        parts = 1
        if counted == "shares":
            people = attribute.people
            parts = (
                parts_of_a_person(held.lengths, groups.rows)
                if people is None
                else people.parts
            )
        unknown, known = self._unknown(profiles.values_of(self._codes, size))
        entries = np.flatnonzero(known[groups.values])
        profile, owners = groups.values[entries], groups.owners[entries]
        lengths = held.lengths[profile]
        places = runs(held.starts[profile], lengths)
        counts = np.repeat(groups.counts[entries], lengths)
        if counted == "shares":
            counts *= divide_a_person(held.lengths, parts)[places]
        made = sum_entries(
            np.repeat(owners, lengths), len(groups), held.codes[places], size, counts
        )
        recount = None
        if counted == "having" and not held.are_single:
            recount = partial(self._recount, counted=counted)
        histogram = Histogram(
            attribute.in_people(counted),
            *made,
            unknown * parts,
            population=groups.population,
            recount=recount,
        )
        histogram.memo["sizes"] = groups.sizes * parts
        return histogram

    def _recount(self, codes: Codes, size: int, counted: InPeople) -> Histogram:
        return self._count(codes[self._codes], size, counted)

    def _unknown(self, held: ProfileValues) -> tuple[Ints, Bools]:
        """People of each group of whom a value is missing; the profiles without."""
        groups, attribute = self.groups, self.groups.sensitive[self.place]
        known = np.ones(len(held.lengths), dtype=np.bool_)
        if attribute.unknown_code is not None:
            profile = np.repeat(np.arange(len(known)), held.lengths)
            known[profile[held.codes == attribute.unknown_code]] = False
        lost = ~known[groups.values]
        unknown = np.bincount(
            groups.owners[lost], groups.counts[lost], minlength=len(groups)
        )
        return unknown.astype(np.int64), known


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
    parts = parts_of_a_person(held.lengths, total)
    people = np.zeros(len(whole.profiles), dtype=np.int64)
    np.add.at(people, whole.values, whole.counts)
    each = np.repeat(people, held.lengths)
    having, shares = np.zeros((2, size), dtype=np.int64)
    np.add.at(having, held.codes, each)
    np.add.at(shares, held.codes, each * divide_a_person(held.lengths, parts))
    return PeopleOfTable(total, having, shares, parts, not held.are_single)

# SPDX-License-Identifier: Apache-2.0
"""Visits: the groups in which people are, and what they have there.

Where the quasi-identifiers of a person differ from row to row, the person is in several
groups of a node. People who are in the same groups with the same values are of one
kind. Kinds are rolled up from node to node, so no row is counted again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.groups import Groups
from diversa.counts.histogram import sum_entries
from diversa.counts.kernels.people import join_visits
from diversa.counts.light_numpy import changes
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import Sensitive


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
            number[self.groups].astype(np.int32, copy=False),
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

    @cached_property
    def presences(self) -> tuple[Ints, Ints]:
        """Each group that a kind is in: its first visit there, and the kind."""
        kind = np.repeat(np.arange(len(self)), np.diff(self.starts))
        first = np.flatnonzero(changes(self.groups) | changes(kind))
        return first, kind[first]

    def in_groups(self, number: int) -> Groups:
        """The groups: their people, each with a profile. There are `number` groups."""
        first, kind = self.presences
        owners, people = self.groups[first], self.people[kind]
        values, profiles, domain = self.values, None, len(self.combinations)
        if domain == 1:
            values = values[first]
        elif len(first) < len(values):
            starts = np.append(first, len(values))
            profiles = Profiles(starts, values)
            values = np.arange(len(first), dtype=np.int32)
            if self.are_in_one_group:  # such groups are rolled up by their profiles
                values, profiles = profiles.unite()
            domain = len(profiles)
        made = sum_entries(owners, number, values, domain, people)
        return Groups(*made, self.combinations, self.sensitive, profiles=profiles)

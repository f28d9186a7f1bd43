# SPDX-License-Identifier: Apache-2.0
"""The people behind groups, where a table may have several rows of a person."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from diversa.array_types import Bools, Floats, Ints

if TYPE_CHECKING:
    from diversa.counts.groups import Groups
    from diversa.counts.visits import Visits


@dataclass(frozen=True, eq=False)
class PeopleOfGroups:
    """The people and the rows of each group; somebody may be in several groups."""

    sizes: Ints = field(repr=False)
    """People of each group."""
    rows: Ints = field(repr=False)
    """Rows of each group."""
    visits: Visits | None = field(default=None, repr=False)
    """The groups that people are in, where somebody is in several."""

    @cached_property
    def total(self) -> int:
        """People of all groups, each counted once."""
        return self.count(np.ones(len(self.sizes), dtype=np.bool_))

    def count(self, chosen: Bools) -> int:
        """People who are in one of the chosen groups, each counted once."""
        if self.visits is None:
            return int(self.sizes[chosen].sum())
        first, kind = self.visits.presences
        hit = np.zeros(len(self.visits), dtype=np.bool_)
        hit[kind[chosen[self.visits.groups[first]]]] = True
        return int(self.visits.people[hit].sum())

    def by_least(self, numbers: Ints | Floats) -> Ints:
        """People of each group, each counted where the number of the group is least."""
        if self.visits is None:
            return self.sizes
        first, kind = self.visits.presences
        groups = self.visits.groups[first]
        order = np.lexsort((groups, numbers[groups], kind))
        least = order[np.unique(kind[order], return_index=True)[1]]
        people = np.zeros(len(self.sizes), dtype=np.int64)
        np.add.at(people, groups[least], self.visits.people[kind[least]])
        return people

    def unite(self, groups: Groups, chosen: Bools) -> Groups:
        """The people of the chosen groups as one group; `groups` are those of `self`.

        Whoever is in several of them has the values of all.
        """
        if self.visits is None:
            own = chosen[groups.owners]
            every = np.zeros(int(own.sum()), dtype=np.int32)
            return groups.regroup(every, 1, groups.values[own], groups.counts[own])
        some = self.visits.select(chosen)
        return some.move(np.zeros(len(chosen), dtype=np.int32)).in_groups(1)

# SPDX-License-Identifier: Apache-2.0
"""The population: the people whom the rows of a table may be, by groups of the table.

Some models ask not who is in a table but who could be (δ-presence, k-map), or what an
adversary knows of such people beforehand (beliefs). They need a second table, of
people, generalized as the first one is. `frequency_set` rolls it up along with the
table and matches the groups of both by their values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Ints
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary

PERSON = "\0person"
"""The column that numbers the distinct people, who may be told apart in a group."""

MOST_PEOPLE = 10**12
"""No table or population stands for more people than this: up to it, sums of counts and
what the models work out from them are exact."""


@dataclass(frozen=True, eq=False)
class Population:
    """The people of a population, and which of them match each group of a table.

    Example:
        >>> population = Population.from_sizes([4, 3], absent=[2])
        >>> population.sizes.tolist(), population.absent
        ([4, 3], 2)
    """

    people: Groups = field(repr=False)
    """The groups of the population. Where it is known what the people have (for
    beliefs), their sensitive attributes begin with the number of the person."""
    place: Ints = field(repr=False)
    """For each group of the table, the group of people with the same values; -1 where
    there is none."""
    overlaps: bool = False
    """True if somebody fits several groups, and counts in each of them."""

    @classmethod
    def from_sizes(
        cls, sizes: Sequence[int], *, absent: Sequence[int] = ()
    ) -> Population:
        """Make a population from the number of people that match each group.

        Args:
            sizes: People that match each group of the table, 0 for none.
            absent: People of each group that the table has no row of.
        """
        every = np.array([*sizes, *absent], dtype=np.int64)
        lines = np.arange(len(every) + 1, dtype=np.int64)
        nothing = np.zeros((1, 0), dtype=np.int32)
        values = np.zeros(len(every), dtype=np.int32)
        place = np.where(every > 0, lines[:-1], -1)[: len(sizes)]
        return cls(Groups(lines, values, every, nothing), place)

    @classmethod
    def from_counts(
        cls, groups: Sequence[Mapping[object, Mapping[object, int]]], *, on: str
    ) -> Population:
        """Make a population whose people are told apart and known to have values.

        Args:
            groups: For each group of the table the people in it: who they are (their
                own values), to how many of them have which sensitive value.
            on: Name of the sensitive attribute.
        """
        people = [(g, who) for g, persons in enumerate(groups) for who in persons]
        counts = [groups[g][who] for g, who in people]
        had = Groups.from_counts(counts, on=on)
        person = np.repeat(np.arange(len(people)), np.diff(had.starts))
        combinations = np.stack([person, had.combinations[had.values, 0]], axis=1)
        of_group = np.bincount([g for g, _ in people], minlength=len(groups))
        ends = np.concatenate([[0], np.cumsum(of_group)])
        sensitive = (Sensitive(person_dictionary(had.sizes)), *had.sensitive)
        return cls(
            Groups(
                had.starts[ends],
                np.arange(len(person), dtype=np.int32),
                had.counts,
                combinations.astype(np.int32),
                sensitive,
            ),
            np.arange(len(groups), dtype=np.int64),
        )

    @cached_property
    def sizes(self) -> Ints:
        """People that match each group of the table."""
        matched = np.append(self.people.sizes, 0)
        return matched[self.place]  # the last one, 0, stands for no match

    @cached_property
    def absent(self) -> int:
        """People that match no group of the table."""
        return self.people.rows - int(self.sizes.sum())

    def select(self, chosen: NDArray[np.integer] | Bools) -> Population:
        """The same for some of the groups; the people of the others become absent."""
        return replace(self, place=self.place[chosen])

    def with_the_rest(self) -> Population:
        """One more group at the end of the table, which every absent person matches.

        Whoever is in no other group may be among the suppressed rows.
        """
        matched = self.place >= 0
        ranks = np.where(matched, np.cumsum(matched) - 1, -1)
        rest = int(matched.sum())
        target = np.full(len(self.people), rest, dtype=np.int64)
        target[self.place[matched]] = ranks[matched]
        last = rest if rest < len(self.people) else -1
        return Population(merge(self.people, target), np.append(ranks, last))


def person_dictionary(sizes: Ints) -> Dictionary:
    """Number the distinct people; they have no other name here."""
    return Dictionary(PERSON, np.arange(len(sizes)).astype(object), sizes)


def merge(groups: Groups, target: Ints) -> Groups:
    """Merge the groups that have the same target; targets count from 0 without gaps."""
    group = np.repeat(target, np.diff(groups.starts))
    count = int(target.max(initial=-1)) + 1
    return groups.regroup(group, count, groups.values, groups.counts)

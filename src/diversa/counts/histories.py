# SPDX-License-Identifier: Apache-2.0
"""Histories: the constants of people, and the bags of their visits.

Where the tables of people and of visits are published with one pseudonym, all visits
of a person are seen together. Who knows the constants of somebody and some of the
visits looks for the people whose bags contain those: that is a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts import kernels
from diversa.counts.kinds import rank_sets
from diversa.counts.light_numpy import changes, distinct, order_of, runs


@dataclass(frozen=True, eq=False)
class Histories:
    """Kinds of people: equal constants, equal visits with equal values."""

    constants: Ints = field(repr=False)
    """The number of the constants of each history."""
    starts: Ints = field(repr=False)
    """The visits of history i are visits[starts[i]:starts[i + 1]]; they may be none."""
    visits: Ints = field(repr=False)
    """The number of what is known of each visit, ascending in a history."""
    values: Codes = field(repr=False)
    """The code of each sensitive attribute of visits, a line for each visit."""
    people: Ints = field(repr=False)
    """The people of each history."""
    own_values: Codes = field(repr=False)
    """The code of each sensitive attribute of people, a line for each history."""
    origins: Ints = field(repr=False)
    """The number that each history had when it was counted."""
    lines: Ints = field(repr=False)
    """The place that each visit had then."""

    @classmethod
    def of(
        cls,
        constants: Ints,
        starts: Ints,
        visits: Ints,
        values: Codes,
        people: Ints,
        own_values: Codes,
    ) -> Histories:
        """Histories as they are counted, with the visits of each in any order."""
        counted = cls(
            constants,
            starts,
            visits,
            values,
            people,
            own_values,
            np.arange(len(people)),
            np.arange(len(visits)),
        )
        same = np.arange(int(constants.max(initial=0)) + 1)
        return counted.move(same, np.arange(int(visits.max(initial=0)) + 1))

    def __len__(self) -> int:
        return len(self.people)

    @property
    def total(self) -> int:
        """Number of people."""
        return int(self.people.sum())

    @cached_property
    def owners(self) -> Ints:
        """The history of each visit."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    @property
    def visit_count(self) -> int:
        """Number of visits of all people."""
        return int((self.people * np.diff(self.starts)).sum())

    def move(self, constants: Ints, visits: Ints) -> Histories:
        """The histories with other numbers: `constants[number]`, `visits[number]`."""
        moved = visits[self.visits]
        order = order_of(self.owners * (int(moved.max(initial=0)) + 1) + moved)
        return replace(
            self,
            constants=constants[self.constants],
            visits=moved[order],
            values=self.values[order],
            lines=self.lines[order],
        )

    def select(self, people: Bools, visits: Bools) -> Histories:
        """Some of the histories, with some of their visits."""
        stays = visits & people[self.owners]
        left = np.bincount(self.owners[stays], minlength=len(self))[people]
        return Histories(
            self.constants[people],
            np.concatenate([[0], np.cumsum(left)]),
            self.visits[stays],
            self.values[stays],
            self.people[people],
            self.own_values[people],
            self.origins[people],
            self.lines[stays],
        )

    def patterns(self, most: int | None) -> list[Patterns]:
        """The patterns of 0, 1, 2, ... visits, up to `most`; by size.

        With None, there is one for each whole history: its constants and all visits.
        """
        if most is None:
            return [self._whole]
        every = np.arange(len(self))
        number, first = number_of(self.constants)
        found = [Patterns(every, number, self.constants[first])]
        last, history, space = self.starts[:-1] - 1, every, self._space
        fresh = changes(self.visits) | changes(self.owners)
        while len(found) <= most:
            lengths = self.starts[1:][history] - last - 1
            place = runs(last + 1, lengths)
            above = np.repeat(np.arange(len(history)), lengths)
            # Of equal visits the first ones are taken, so that a bag is met once.
            taken = fresh[place] | (place - 1 == last[above])
            place, above = place[taken], above[taken]
            shorter = found[-1].pattern[above]
            number, first = number_of(shorter * space + self.visits[place])
            history, last = history[above], place
            found.append(
                Patterns(
                    history,
                    number,
                    found[-1].constants[shorter[first]],
                    shorter[first],
                    self.visits[place[first]],
                )
            )
        return found

    @property
    def _space(self) -> int:
        return int(self.visits.max(initial=0)) + 1

    @property
    def _whole(self) -> Patterns:
        """One pattern for all people whose histories are the same."""
        ranks = rank_sets(self.starts, self.visits)
        most = int(self.constants.max(initial=0)) + 1
        number, first = number_of(ranks * most + self.constants)
        return Patterns(np.arange(len(self)), number, self.constants[first])

    def supports(self, patterns: Patterns) -> Ints:
        """The people behind each pattern."""
        people = self.people[patterns.history]
        return add_up(patterns.pattern, people, len(patterns))

    def most_alike(self, patterns: Patterns, codes: Codes, *, own: bool) -> Ints:
        """The most people behind each pattern who have one value in common.

        Args:
            patterns: The patterns.
            codes: The code of a sensitive attribute in each visit, or, if it is the
                `own` of people, in each history.
            own: Whether it is an attribute of people.
        """
        owners = np.arange(len(self)) if own else self.owners
        space = int(codes.max(initial=0)) + 1
        pairs = distinct(owners * space + codes)
        owners, held = pairs // space, pairs % space
        begins = np.searchsorted(owners, np.arange(len(self) + 1))
        lengths = np.diff(begins)[patterns.history]
        code = held[runs(begins[patterns.history], lengths)]
        pattern = np.repeat(patterns.pattern, lengths)
        people = np.repeat(self.people[patterns.history], lengths)
        number, first = number_of(pattern * space + code)
        having = add_up(number, people, len(first))
        most = np.zeros(len(patterns), dtype=np.int64)
        np.maximum.at(most, pattern[first], having)
        return most


@dataclass(frozen=True, eq=False)
class Patterns:
    """Patterns of one size: constants with a bag of visits that somebody has."""

    history: Ints = field(repr=False)
    """A history that has a pattern; once for each pattern that it has."""
    pattern: Ints = field(repr=False)
    """The number of that pattern."""
    constants: Ints = field(repr=False)
    """The constants of each pattern."""
    shorter: Ints | None = field(default=None, repr=False)
    """The pattern of one visit less that each was made from; None for the shortest."""
    visit: Ints | None = field(default=None, repr=False)
    """The visit that each has more; it is the greatest of its bag."""

    def __len__(self) -> int:
        return len(self.constants)


def number_of(keys: Ints) -> tuple[Ints, Ints]:
    """A number for each key, equal for equal keys, and the first place of each.

    >>> [part.tolist() for part in number_of(np.array([7, 3, 7]))]
    [[0, 1, 0], [0, 1]]
    """
    if not len(keys):
        return keys, keys
    group, first = kernels.group_keys(keys, int(keys.max()) + 1)
    return group.astype(np.int64), first


def add_up(places: Ints, numbers: Ints, size: int) -> Ints:
    """The sum of the numbers at each of some places."""
    return np.bincount(places, weights=numbers, minlength=size).astype(np.int64)

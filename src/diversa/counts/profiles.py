# SPDX-License-Identifier: Apache-2.0
"""Profiles: the sets of sensitive values that people have in a group.

Where a table has several rows of a person, a group counts people: each of them has one
profile there. With one value for everybody profiles are the values themselves, and
groups do without.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kinds import rank_sets
from diversa.counts.light_numpy import changes, places_in_runs, runs
from diversa.memo import Memo


@dataclass(frozen=True, eq=False)
class Profiles:
    """Sets of combinations of sensitive codes, numbered.

    Example:
        >>> profiles = Profiles(np.array([0, 2, 3]), np.array([0, 1, 1], np.int32))
        >>> profiles.values_of(np.array([4, 4]), 5).codes.tolist()
        [4, 4]
    """

    starts: Ints = field(repr=False)
    """The members of profile p are members[starts[p]:starts[p + 1]]; at least one."""
    members: Codes = field(repr=False)
    """Line of `Groups.combinations` of each member, ascending in a profile."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def values_of(self, codes: Codes | Ints, size: int) -> ProfileValues:
        """The different codes in each profile, `codes[combination]` below `size`."""
        if (codes[1:] > codes[:-1]).all():  # every combination has a code of its own
            return ProfileValues(self.starts, codes.astype(np.int32)[self.members])
        profile = np.repeat(np.arange(len(self)), np.diff(self.starts))
        keys = profile * size + codes[self.members]
        keys.sort()
        keys = keys[changes(keys)]
        lengths = np.bincount(keys // max(1, size), minlength=len(self))
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return ProfileValues(starts, (keys % max(1, size)).astype(np.int32))

    def narrow(self, values: Codes, counts: Ints) -> tuple[Codes, Profiles, Ints]:
        """The profiles that entries have: their numbers, they, and their people."""
        people = np.bincount(values, counts, len(self)).astype(np.int64)
        used = people > 0
        lengths = np.diff(self.starts)
        members = self.members[np.repeat(used, lengths)]
        starts = np.concatenate([[0], np.cumsum(lengths[used])])
        number = (np.cumsum(used) - 1).astype(np.int32)
        return number[values], Profiles(starts, members), people[used]

    def rename(self, number: Codes) -> Profiles:
        """The same profiles with other numbers of combinations, in the same order."""
        return Profiles(self.starts, number[self.members])

    def unite(self) -> tuple[Codes, Profiles]:
        """Profiles that are all different, and the number of each of these in them."""
        sizes = np.diff(self.starts)
        ranks = rank_sets(self.starts, self.members)
        _, first, number = np.unique(ranks, return_index=True, return_inverse=True)
        lengths = sizes[first]
        members = self.members[runs(self.starts[first], lengths)]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return number.astype(np.int32), Profiles(starts, members)


@dataclass(frozen=True, eq=False)
class ProfileValues:
    """The values of one sensitive attribute in each profile."""

    starts: Ints = field(repr=False)
    """The values of profile p are codes[starts[p]:starts[p + 1]]."""
    codes: Codes = field(repr=False)
    """The code of each value, ascending in a profile."""

    @property
    def lengths(self) -> Ints:
        """The number of values of each profile."""
        return np.diff(self.starts)

    @property
    def are_single(self) -> bool:
        """True if every profile has one value."""
        return len(self.codes) == len(self.starts) - 1


EXACT_SHARES = 2**62
"""People times the parts of a person, up to which shares are counted exactly."""

MANY_PARTS = 2**32
"""The parts of a person where people have too many different numbers of values."""


def parts_of_a_person(lengths: Ints, people: int) -> int:
    """The number of equal parts that divides people among their values.

    A person with n values has 1/n of a person in each: in whole parts that is exact
    where all n divide the number of parts. Beyond 63 bits it is rounded.

    >>> parts_of_a_person(np.array([1, 2, 3]), 10)
    6
    """
    parts = math.lcm(*np.unique(lengths).tolist())
    return parts if parts * people < EXACT_SHARES else MANY_PARTS


def divide_a_person(lengths: Ints, parts: int) -> Ints:
    """The parts of each value of people with so many values; they add up to `parts`.

    >>> divide_a_person(np.array([1, 2]), 6).tolist()
    [6, 3, 3]
    """
    number = np.repeat(lengths, lengths)
    return parts // number + (places_in_runs(lengths) < parts % number)

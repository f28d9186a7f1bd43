# SPDX-License-Identifier: Apache-2.0
"""The sensitive values that several releases together leave for known people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.attacks.matches import MOST_PAIRS, unfold
from diversa.counts.histogram import Histogram, reduce_groups


@dataclass(frozen=True, eq=False)
class GroupValues:
    """The sensitive values that each group of a release has, coded alike in all."""

    starts: Ints = field(repr=False)
    """The values of group g are values[starts[g]:starts[g + 1]]."""
    values: Ints = field(repr=False)
    """The values of each group."""
    anything: Bools = field(repr=False)
    """True for groups with a row whose value is unknown, so that none is ruled out."""

    @classmethod
    def of(cls, histogram: Histogram, codes: Ints) -> GroupValues:
        """The values of a histogram, by the shared code of each of its own codes."""
        return cls(histogram.starts, codes[histogram.values], histogram.unknown > 0)

    def __len__(self) -> int:
        return len(self.anything)

    def of_sets(self, starts: Ints, groups: Ints, domain: int) -> Ints:
        """The values of several sets of groups: the set times `domain`, plus value.

        They are distinct and ascending.
        """
        of, entry = unfold(self.starts[groups], np.diff(self.starts)[groups])
        place = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return np.unique(place[of] * domain + self.values[entry])


@dataclass(frozen=True, eq=False)
class ReleaseOfPeople:
    """One release: its values, and the groups that known people may be in."""

    values: GroupValues
    """The values of its groups."""
    starts: Ints = field(repr=False)
    """The groups of kind p are groups[starts[p]:starts[p + 1]]; they may be none."""
    groups: Ints = field(repr=False)
    """The groups of each kind of people."""

    @property
    def number(self) -> Ints:
        """Number of groups that each kind may be in."""
        return np.diff(self.starts)

    @property
    def is_open(self) -> Bools:
        """True for kinds of whom this release rules nothing out."""
        several = self.values.anything[self.groups].astype(np.int64)
        return (reduce_groups(np.add, several, self.starts) > 0) | (self.number == 0)

    @property
    def signature(self) -> Ints:
        """One number for the groups of each kind; kinds in one group share it."""
        number, kinds = self.number, np.arange(len(self.starts) - 1)
        own = len(self.values) + kinds
        one = number == 1
        own[one] = self.groups[self.starts[:-1][one]]
        own[number == 0] = len(self.values) + len(kinds)
        return own

    def select(self, kinds: Ints) -> ReleaseOfPeople:
        """The same release for some kinds of people."""
        lengths = self.number[kinds]
        _, place = unfold(self.starts[kinds], lengths)
        return ReleaseOfPeople(self.values, ends_of(lengths), self.groups[place])


def ends_of(lengths: Ints) -> Ints:
    """Where each of several ranges begins, and the last one ends."""
    return np.concatenate([[0], np.cumsum(lengths)])


@dataclass(frozen=True, eq=False)
class Left:
    """The number of values left for each kind of people."""

    left: Ints = field(repr=False)
    """Values that all releases together leave."""
    alone: Ints = field(repr=False)
    """Values that the best release leaves by itself."""

    @property
    def certain(self) -> Bools:
        """True where one value is left, and more by each release alone."""
        return (self.left == 1) & (self.alone > 1)


def values_left(releases: Sequence[ReleaseOfPeople], domain: int) -> Left:
    """Intersect the values of all releases, for kinds in their order.

    Each combination of groups is looked at once.
    """
    signatures = np.stack([release.signature for release in releases])
    _, first, place = np.unique(
        signatures, axis=1, return_index=True, return_inverse=True
    )
    place = place.reshape(-1)
    some = [release.select(first) for release in releases]
    parts = [intersect(part, domain) for part in divide(some)]
    left = np.concatenate([part.left for part in parts])
    alone = np.concatenate([part.alone for part in parts])
    return Left(left[place], alone[place])


def divide(releases: Sequence[ReleaseOfPeople]) -> Iterator[list[ReleaseOfPeople]]:
    """The releases for some kinds after the other, none with too many values."""
    kinds = len(releases[0].starts) - 1
    most = sum(
        int(np.diff(release.values.starts)[release.groups].sum())
        for release in releases
    )
    for part in np.array_split(np.arange(kinds), 1 + most // MOST_PAIRS):
        yield [release.select(part) for release in releases]


def intersect(releases: Sequence[ReleaseOfPeople], domain: int) -> Left:
    """The values that remain of all releases which rule something out."""
    kinds = len(releases[0].starts) - 1
    said = np.zeros(kinds, dtype=np.int64)
    alone = np.full(kinds, domain, dtype=np.int64)
    every = [np.empty(0, dtype=np.int64)]
    for release in releases:
        closed = ~release.is_open
        keys = release.values.of_sets(release.starts, release.groups, domain)
        keys = keys[closed[keys // domain]]
        own = np.bincount(keys // domain, minlength=kinds)
        alone[closed] = np.minimum(alone, own)[closed]
        said += closed
        every.append(keys)
    keys, times = np.unique(np.concatenate(every), return_counts=True)
    common = keys[times == said[keys // domain]] // domain
    left = np.where(said > 0, np.bincount(common, minlength=kinds), domain)
    return Left(left, alone)

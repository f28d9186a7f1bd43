# SPDX-License-Identifier: Apache-2.0
"""The composition attack: two releases of the same people, without a common key.

A person is known by quasi-identifiers and is in one group of each release, by the
labels. A value is left for the person if each of these groups has it. Nothing else is
assumed, so more may be learnt: values left are a lower bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.attacks.exposure import Exposure
from diversa.attacks.matches import MOST_PAIRS, Matches, unfold
from diversa.counts.histogram import Histogram, reduce_groups

BOUND = "more may be learnt: this is a lower bound"
"""What is said of values left."""


@dataclass(frozen=True)
class InPopulation:
    """What a population adds to what two releases tell."""

    expected_certain: float
    """Certain people to be expected, if both tables are samples of the population."""
    expected: float | None = None
    """The mean of the surest beliefs, over known people with others like them; None
    where nobody is known, or the population lacks the sensitive attribute."""
    surer: int | None = None
    """Known people of whom the belief is above 0.9."""

    @property
    def words(self) -> str:
        """The same, in a sentence."""
        certain = (
            f"if both are samples of the population, {self.expected_certain:,.1f}"
            " certain people are to be expected"
        )
        if self.expected is None:
            return certain
        return (
            f"{certain}; who knows the population guesses right with"
            f" {self.expected:.1%} on average, and is surer than 90 % of"
            f" {self.surer:,} people"
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Composition(Exposure):
    """People for whom all releases together leave one value, and none does alone.

    It holds for everybody who is in the releases with the same value in each.

    Reference:
        S. R. Ganta, S. P. Kasiviswanathan, A. Smith, Composition Attacks and Auxiliary
        Information in Data Privacy, KDD 2008.
    """

    name = "composition"
    unit: str = "person"

    by: str
    """Whose quasi-identifiers are known, in words."""
    releases: int
    """Releases that are put together."""
    followed: int
    """People who match groups of more than one release."""
    narrowed: int
    """People for whom fewer values are left than in the best release alone."""
    least_left: int | None
    """The fewest values left for a person, of those with any; None without one."""
    changed: int
    """People for whom no value is left: in one release another person is meant, or the
    value has changed."""
    alone: int
    """Exposed people who match one row of each release."""
    pairs: int
    """Different groups, one of each release, that leave one value."""
    population: InPopulation | None = None
    """What a population of raw people adds, where there is one."""

    @property
    def together(self) -> str:
        """What the releases make certain when they are published together."""
        return (
            f"{self.exposed:,} of {self.followed:,} people certain whom none gives away"
            " alone"
        )

    def in_words(self) -> str:
        if not self.followed:
            return (
                f"nobody of {self.total:,} {self.by} matches two of {self.releases:,}"
                " releases; where labels do not say what they stand for, give"
                " hierarchies"
            )
        alone = f" ({self.alone:,} match one row of each)" if self.alone else ""
        return (
            f"of {self.total:,} {self.by}, {self.followed:,} match more than one of"
            f" {self.releases:,} releases; published together these leave fewer values"
            f" for {self.narrowed:,} of them, and one for {self.exposed:,}{alone} whom"
            f" no release alone gives away; {BOUND}"
            + ("" if self.population is None else f"; {self.population.words}")
        )


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


def composition(
    releases: Sequence[tuple[GroupValues, Matches, Ints]],
    people: Ints | None,
    *,
    domain: int,
    by: str,
    on: str | None = None,
) -> Composition:
    """Put releases together for known people, the attacked release last.

    Args:
        releases: For each its values, the matches of the known people, and the rows of
            each group.
        people: The number of people in each line of the known people; None if they are
            the rows of a release, of whom as many are followed as each release has.
        domain: The number of sensitive values of all releases.
        by: Whose quasi-identifiers are known, in words.
        on: The sensitive attribute.
    """
    lines = np.stack([matches.line for _, matches, _ in releases])
    kinds, kind = np.unique(lines, axis=1, return_inverse=True)
    parts, rows = [], []
    for own, (values, matches, sizes) in zip(kinds, releases, strict=True):
        whole = ReleaseOfPeople(values, matches.starts, matches.groups)
        parts.append(whole.select(own))
        rows.append(matches.rows(sizes)[own])
    present = np.array([part.number > 0 for part in parts]).sum(axis=0)
    fewest = np.min(rows, axis=0)
    counts = fewest
    if people is not None:
        counts = np.bincount(kind.reshape(-1), people, kinds.shape[1]).astype(np.int64)
    found = values_left(parts, domain)
    followed, certain = present > 1, found.certain & (present > 1)
    some = found.left[followed & (found.left > 0)]
    least = int(some.min()) if len(some) else None
    last = parts[-1].select(np.flatnonzero(certain))
    signatures = np.stack([part.signature for part in parts])[:, certain]
    return Composition(
        on=on,
        exposed=int(counts[certain].sum()),
        total=int(counts.sum()),
        groups=len(parts[-1].values),
        affected=np.unique(last.groups),
        worst=None if least is None else 1 / least,
        by=by,
        releases=len(releases),
        followed=int(counts[followed].sum()),
        narrowed=int(
            counts[followed & (found.left < found.alone) & (found.left > 0)].sum()
        ),
        least_left=least,
        changed=int(counts[followed & (found.left == 0)].sum()),
        alone=int(counts[certain & (np.max(rows, axis=0) == 1)].sum()),
        pairs=np.unique(signatures, axis=1).shape[1],
    )

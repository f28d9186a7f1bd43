# SPDX-License-Identifier: Apache-2.0
"""The composition attack: two releases of the same people, without a common key.

A person is known by quasi-identifiers and is in one group of each release, by the
labels. A value is left for the person if each of these groups has it. Nothing else is
assumed, so more may be learnt: values left are a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diversa.array_types import Ints
from diversa.attacks.exposure import Exposure
from diversa.attacks.matches import Matches
from diversa.attacks.values_left import GroupValues, ReleaseOfPeople, values_left

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

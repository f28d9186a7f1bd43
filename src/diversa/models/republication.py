# SPDX-License-Identifier: Apache-2.0
"""Republication: what a series of releases of a changing table gives away together.

The signature of a group is the set of its sensitive values. A person whose signature
differs from release to release can have no value but those of all of them. People are
known by numbers here; what they are called stays outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.codec import to_json

NOBODY = -1
"""The person of a counterfeit row."""

Row = tuple[object, object]
"""A person's key, None for nobody, and a sensitive value."""


@dataclass(frozen=True, eq=False)
class Membership:
    """One release of a series: the values of its groups, and who is in which."""

    starts: NDArray[np.int64] = field(repr=False)
    """The values of group g are starts[g]:starts[g + 1]."""
    values: NDArray[np.int64] = field(repr=False)
    """The distinct values of each group, ascending, coded alike in all releases."""
    sizes: NDArray[np.int64] = field(repr=False)
    """Rows of each group."""
    person: NDArray[np.int64] = field(repr=False)
    """The number of each person in the release, the same in all releases."""
    group: NDArray[np.int64] = field(repr=False)
    """The group of each person in the release."""

    @classmethod
    def of(
        cls,
        group: NDArray[np.integer],
        value: NDArray[np.integer],
        person: NDArray[np.integer],
        rows: NDArray[np.int64],
    ) -> Membership:
        """Collect the groups from one line per distinct row.

        Groups count from 0 without gaps; a person may be `NOBODY`.
        """
        sizes = np.zeros(int(group.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sizes, group, rows)
        domain = int(value.max(initial=0)) + 1
        pairs = np.unique(group.astype(np.int64) * domain + value)
        lengths = np.bincount(pairs // domain, minlength=len(sizes))
        somebody = person != NOBODY
        return cls(
            np.concatenate([[0], np.cumsum(lengths)]),
            pairs % domain,
            sizes,
            person[somebody].astype(np.int64),
            group[somebody].astype(np.int64),
        )

    @property
    def levels(self) -> NDArray[np.int64]:
        """The largest m for which each group is m-unique."""
        return np.where(np.diff(self.starts) == self.sizes, self.sizes, 1)


@dataclass(frozen=True)
class Republication:
    """Findings in a series of releases, without any key or value."""

    releases: int
    """Releases of the series."""
    persons: int
    """People in at least one of them."""
    level: int | None
    """The largest m for which the series is m-invariant; None without a group."""
    unique: tuple[int | None, ...]
    """The largest m for which each release alone is m-unique."""
    persons_at: tuple[tuple[int, int], ...] = field(repr=False)
    """Number of people at each level, ascending."""
    changed_persons: int
    """People whose signature differs between two releases."""
    least_left: int | None
    """The fewest values left for a person who is in every signature of theirs."""
    signatures: int
    """Distinct signatures of all groups of all releases."""

    def holds(self, m: int) -> bool:
        """True if the series is m-invariant."""
        return self.level is None or self.level >= m

    def violating_persons(self, m: int) -> int:
        """People who are not one of m in every release, by the same values."""
        return sum(persons for level, persons in self.persons_at if level < m)

    def to_json(self) -> dict[str, Any]:
        """The findings as plain values."""
        return to_json(self)


def judge_series(series: Sequence[Membership]) -> Republication:
    """Compare the groups of every person in all releases of a series."""
    whole = join(series)
    _, person = np.unique(whole.person, return_inverse=True)
    persons = int(person.max(initial=-1)) + 1
    signature = number_sets(whole.starts, whole.values)
    changed = differs(signature[whole.group], person, persons)
    least = least_by(person, persons, whole.levels[whole.group])
    least[changed] = 1
    left = least_by(person, persons, np.diff(whole.starts)[whole.group])
    of_changed = changed[person]
    left[changed] = values_left(whole, person, of_changed, persons)[changed]
    every, counts = np.unique(least, return_counts=True)
    return Republication(
        releases=len(series),
        persons=persons,
        level=min([*whole.levels.tolist(), *least[changed].tolist()], default=None),
        unique=tuple(min(release.levels.tolist(), default=None) for release in series),
        persons_at=tuple(zip(every.tolist(), counts.tolist(), strict=True)),
        changed_persons=int(changed.sum()),
        least_left=min(left.tolist(), default=None),
        signatures=int(signature.max(initial=-1)) + 1,
    )


def join(series: Sequence[Membership]) -> Membership:
    """The groups of all releases, one release after the other."""
    none = np.empty(0, dtype=np.int64)
    ends = np.cumsum([0, *(len(release.sizes) for release in series)])
    lengths = np.concatenate([none, *(np.diff(release.starts) for release in series)])
    groups = [release.group + end for release, end in zip(series, ends, strict=False)]
    return Membership(
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate([none, *(release.values for release in series)]),
        np.concatenate([none, *(release.sizes for release in series)]),
        np.concatenate([none, *(release.person for release in series)]),
        np.concatenate([none, *groups]),
    )


def number_sets(
    starts: NDArray[np.int64], values: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Give equal sets of values equal numbers; each is ascending.

    >>> sets = np.array([0, 2, 3, 5]), np.array([1, 4, 7, 1, 4])
    >>> number_sets(*sets).tolist()
    [1, 0, 1]
    """
    lengths, numbered = np.diff(starts), 0
    numbers = np.empty(len(lengths), dtype=np.int64)
    for length in np.unique(lengths).tolist():
        alike = np.flatnonzero(lengths == length)
        lines = values[starts[alike][:, None] + np.arange(length)]
        distinct, place = np.unique(lines, axis=0, return_inverse=True)
        numbers[alike] = place.ravel() + numbered
        numbered += len(distinct)
    return numbers


def least_by(
    person: NDArray[np.int64], persons: int, numbers: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The least number of each person."""
    least = np.full(persons, np.iinfo(np.int64).max)
    np.minimum.at(least, person, numbers)
    return least


def differs(
    numbers: NDArray[np.int64], person: NDArray[np.int64], persons: int
) -> NDArray[np.bool_]:
    """Mark the people who have two different numbers."""
    return least_by(person, persons, numbers) != -least_by(person, persons, -numbers)


def values_left(
    whole: Membership,
    person: NDArray[np.int64],
    chosen: NDArray[np.bool_],
    persons: int,
) -> NDArray[np.int64]:
    """Number of values in every signature of a person, from chosen members."""
    person, group = person[chosen], whole.group[chosen]
    lengths = np.diff(whole.starts)[group]
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    values = whole.values[np.repeat(whole.starts[group], lengths) + within]
    domain = int(values.max(initial=0)) + 1
    pairs, times = np.unique(
        np.repeat(person, lengths) * domain + values, return_counts=True
    )
    releases = np.bincount(person, minlength=persons)
    everywhere = pairs[times == releases[pairs // domain]]
    return np.bincount(everywhere // domain, minlength=persons)


def series_of(releases: Sequence[Sequence[Sequence[Row]]]) -> list[Membership]:
    """Make a series from the rows of every group of every release."""
    rows = [row for groups in releases for group in groups for row in group]
    person = {key: place for place, key in enumerate(dict.fromkeys(k for k, _ in rows))}
    value = {
        text: place for place, text in enumerate(sorted({str(v) for _, v in rows}))
    }
    person[None] = NOBODY
    return [
        Membership.of(
            np.repeat(np.arange(len(groups)), [len(group) for group in groups]),
            np.array([value[str(v)] for group in groups for _, v in group], np.int64),
            np.array([person[k] for group in groups for k, _ in group], np.int64),
            np.ones(sum(map(len, groups)), dtype=np.int64),
        )
        for groups in releases
    ]

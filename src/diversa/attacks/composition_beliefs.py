# SPDX-License-Identifier: Apache-2.0
"""Beliefs of who has two releases and a population of raw people.

Each release adds its factor of Theorem 3.1: P(s) is proportional to F_q(s) times the
product of n_js / F_js over the releases j. F_q(s) are people of the population with the
person's quasi-identifiers and the value s, F_js those whom the group's labels cover,
n_js the rows of the group. Other people of the groups are taken to be independent, so
it is not for releases of one table whose groups follow the same cuts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.attacks.matches import Matches, is_in
from diversa.attacks.values_left import GroupValues, ReleaseOfPeople, values_left
from diversa.counts.cells import Cells
from diversa.counts.shared_dictionaries import share_dictionaries

SURE = 0.9
"""A belief above this is nearly certain."""


@dataclass(frozen=True, eq=False)
class ReleaseInPopulation:
    """One release: its counts, and the people of a population whom its groups cover."""

    values: GroupValues
    """The values of its groups."""
    counts: Ints = field(repr=False)
    """Rows of each entry of `values`."""
    sizes: Ints = field(repr=False)
    """Rows of each group."""
    covered: Matches = field(repr=False)
    """The groups that cover each distinct tuple of the population."""

    def counts_by_key(self, domain: int) -> tuple[Ints, Ints]:
        """Group times `domain` plus value of each entry, ascending, and its rows."""
        group = np.repeat(np.arange(len(self.values)), np.diff(self.values.starts))
        keys = group * domain + self.values.values
        order = np.argsort(keys)
        return keys[order], self.counts[order]

    def cover_by_value(
        self, people: Ints, value: Ints, domain: int
    ) -> tuple[Ints, Floats]:
        """The same keys, with the people of the population whom the group covers."""
        starts = self.covered.starts
        lengths = np.diff(starts)[self.covered.line]
        line = np.repeat(np.arange(len(people)), lengths)
        first = np.repeat(starts[self.covered.line], lengths)
        place = np.arange(len(line)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        keys = self.covered.groups[first + place] * domain + value[line]
        every, which = np.unique(keys, return_inverse=True)
        return every, np.bincount(which, people[line], len(every)).astype(np.float64)

    @property
    def cover(self) -> Floats:
        """People of the population whom each group covers."""
        of_match = self.covered.people[self.covered.person]
        covered = np.bincount(self.covered.groups, of_match, len(self.values))
        return covered.astype(np.float64)


def look_up(keys: Ints, numbers: Floats | Ints, wanted: Ints) -> Floats:
    """The number of each key; 0 where it is not there."""
    found = np.zeros(len(wanted))
    there = is_in(keys, wanted)
    found[there] = numbers[np.searchsorted(keys, wanted[there])]
    return found


def surest_beliefs(
    releases: Sequence[ReleaseInPopulation],
    people: Ints,
    value: Ints,
    *,
    same_tuple: Ints,
    groups: Sequence[Ints],
    domain: int,
) -> Floats:
    """The surest belief about each known person; 0 if the population has nobody alike.

    Args:
        releases: The releases.
        people: The number of people of each line of the population.
        value: The sensitive value of each line.
        same_tuple: The known person with the quasi-identifiers of the line; -1 if none.
        groups: For each release the group of each known person.
        domain: The number of sensitive values.
    """
    like = same_tuple >= 0
    person, values = same_tuple[like], value[like]
    weights = people[like].astype(np.float64)
    for release, group in zip(releases, groups, strict=True):
        wanted = group[person] * domain + values
        rows = look_up(*release.counts_by_key(domain), wanted)
        covered = look_up(*release.cover_by_value(people, value, domain), wanted)
        weights *= rows / np.where(covered > 0, covered, 1)
    keys, which = np.unique(person * domain + values, return_inverse=True)
    sums = np.bincount(which, weights, len(keys))
    number = len(groups[0])
    total = np.bincount(keys // domain, sums, number)
    most = np.zeros(number)
    np.maximum.at(most, keys // domain, sums)
    return most / np.where(total > 0, total, 1)


def certain_on_average(
    releases: Sequence[ReleaseInPopulation], people: Ints, domain: int
) -> float:
    """Certain people to be expected if both tables are samples of the population.

    Of the people whom a group covers, as many are in it as it has rows: the chance of
    each to be in the release is N_g / F_g.
    """
    lines = np.stack([release.covered.line for release in releases])
    kinds, kind = np.unique(lines, axis=1, return_inverse=True)
    number = np.bincount(kind.reshape(-1), people, kinds.shape[1])
    parts = [
        ReleaseOfPeople(
            release.values, release.covered.starts, release.covered.groups
        ).select(own)
        for own, release in zip(kinds, releases, strict=True)
    ]
    alone: Bools = np.logical_and.reduce([part.number == 1 for part in parts])
    certain = values_left(parts, domain).certain & alone
    chance = number[certain]
    for part, release in zip(parts, releases, strict=True):
        group = part.select(np.flatnonzero(certain)).groups
        chance = chance * np.minimum(1, release.sizes[group] / release.cover[group])
    return float(chance.sum())


def beliefs_of_known(
    releases: Sequence[ReleaseInPopulation],
    matches: Sequence[Matches],
    known: Cells,
    population: Cells,
    value: Ints,
    domain: int,
) -> tuple[float | None, int]:
    """The mean of the surest beliefs about known people, and those above `SURE`."""
    there = {one.column for one in population.dictionaries}
    names = [one.column for one in known.dictionaries if one.column in there]
    shared = share_dictionaries(known, population, names)
    people = shared.people
    if people is None or not len(known.counts):
        return None, 0
    lines = np.stack([people.column(name) for name in names], axis=1)
    own = np.stack([shared.cells.column(name) for name in names], axis=1)
    _, first, number = np.unique(
        np.concatenate([own, lines]), axis=0, return_index=True, return_inverse=True
    )
    number = number.reshape(-1)
    alone = np.logical_and.reduce(
        [np.diff(one.starts)[one.line] == 1 for one in matches]
    )
    is_known = first < len(own)
    is_known[is_known] = alone[first[is_known]]
    person = np.where(is_known, np.cumsum(is_known) - 1, -1)
    line = first[is_known]
    groups = [one.groups[one.starts[one.line[line]]] for one in matches]
    counts = np.bincount(number[: len(own)], known.counts, len(first))[is_known]
    found = surest_beliefs(
        releases,
        people.counts,
        value,
        same_tuple=person[number[len(own) :]],
        groups=groups,
        domain=domain,
    )
    like = found > 0
    total = counts[like].sum()
    mean = float((found * counts)[like].sum() / total) if total else None
    return mean, int(counts[found > SURE].sum())

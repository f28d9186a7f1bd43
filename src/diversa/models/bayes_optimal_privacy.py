# SPDX-License-Identifier: Apache-2.0
"""Bayes-optimal privacy: what an adversary who knows the population believes.

Before the release a person with the values q has the sensitive value s with the prior
belief f(s|q); after it, in a group q* with n_s rows of value s, with the posterior
belief of Theorem 3.1. f is a distribution of the *population*: estimated from the table
itself it would say that no release tells anything.

The models of beliefs (`belief_change`, `rho_breach`, `bayes_positive_disclosure`,
`bayes_negative_disclosure`) bound one number per belief, in every group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diversa.counts.histogram import Histogram, reduce_groups, sum_entries
from diversa.counts.population import MOST_PEOPLE, PERSON, Population
from diversa.data.dictionary import Dictionary
from diversa.data.meaning import Places
from diversa.errors import ModelError
from diversa.models.group_numbers import Numbers, Sense
from diversa.models.needs import NONE_GIVEN


def posterior(
    counts: ArrayLike, own: ArrayLike, group: ArrayLike
) -> NDArray[np.float64]:
    """The posterior beliefs about one person, or about many, one line each.

    `n_s f(s|q)/f(s|q*)` over its sum over all values: Theorem 3.1 with the denominator
    that its proof has (the printed one does not involve q).

    Args:
        counts: Rows of each value in the person's group.
        own: f(s|q), what is known of people like the person; any multiple of it.
        group: f(s|q*), the same of all people of the group; any multiple of it.

    Example:
        >>> posterior([2, 2, 0], [0.01, 0.49, 0.5], [0.3, 0.3, 0.4]).round(2).tolist()
        [0.02, 0.98, 0.0]
    """
    n, q, block = (
        np.asarray(numbers, dtype=np.float64) for numbers in (counts, own, group)
    )
    if ((block == 0) & (n > 0)).any():
        raise ModelError(contradiction(int(((block == 0) & (n > 0)).sum())))
    weights = n * q / np.where(block == 0, 1.0, block)
    return weights / weights.sum(axis=-1, keepdims=True)


def contradiction(cells: int) -> str:
    """Say that the table has what the population rules out."""
    return (
        "population: must know every sensitive value of a group of the table, got"
        f" {cells} pairs of a group and a value that nobody of the population has;"
        " give a population that the table may come from"
    )


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Every belief of an adversary: one line per person and possible value."""

    group: NDArray[np.int64] = field(repr=False)
    """The group of the person in the table."""
    person: NDArray[np.int64] = field(repr=False)
    """The lines about one person."""
    value: NDArray[np.int32] = field(repr=False)
    """The sensitive value, as the population codes it."""
    having: NDArray[np.int64] = field(repr=False)
    """People with these values q and the sensitive value s."""
    alike: NDArray[np.int64] = field(repr=False)
    """People with these values q."""
    weight: tuple[NDArray[np.int64], NDArray[np.int64]] = field(repr=False)
    """The rows n_s of the value in the group, and people of the group who have it."""
    posterior: NDArray[Any] = field(repr=False)
    """β(q, s): floats, or exact fractions."""

    @property
    def prior(self) -> NDArray[Any]:
        """α(q, s): as exact as the posterior."""
        if self.posterior.dtype == object:
            pairs = zip(self.having.tolist(), self.alike.tolist(), strict=True)
            return as_objects([Fraction(*pair) for pair in pairs])
        return self.having / self.alike

    def prior_satisfies(self, sense: Sense, bound: Fraction) -> NDArray[np.bool_]:
        """Compare every prior belief with a bound, exactly."""
        return Numbers(self.having, self.alike).satisfy(sense, bound)

    def exact(self, chosen: NDArray[np.int64]) -> Beliefs:
        """Some of the beliefs in exact fractions."""
        rows, people = self.weight
        shares: dict[int, list[tuple[int, Fraction]]] = {}
        of_them = np.flatnonzero(np.isin(self.person, self.person[chosen]))
        for line in of_them.tolist():
            share = Fraction(
                int(rows[line]) * int(self.having[line]), int(people[line])
            )
            shares.setdefault(int(self.person[line]), []).append((line, share))
        beliefs = {
            line: share / sum(weight for _, weight in lines)
            for lines in shares.values()
            for line, share in lines
        }
        arrays = {
            name: getattr(self, name)[chosen]
            for name in ("group", "person", "value", "having", "alike")
        }
        return replace(
            self,
            **arrays,
            weight=(rows[chosen], people[chosen]),
            posterior=as_objects([beliefs[line] for line in chosen.tolist()]),
        )


def as_objects(values: Sequence[object]) -> NDArray[np.object_]:
    """An array that holds the values themselves."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def find_beliefs(histogram: Histogram) -> Beliefs:
    """Find what an adversary believes of everyone who may be in a group of the table.

    Whoever of the population matches a group is taken for a person that may be in it,
    as long as the group has a value that the person may have.
    """
    name, population = histogram.sensitive.name, histogram.population
    if population is None:
        raise ModelError(f"beliefs: {NONE_GIVEN['population']}")
    check_size(population)
    people = Known.of(population, name)
    rows = people.rows_of(histogram)
    weights = rows * (people.having / people.people)  # no product of two counts
    total = reduce_groups(np.add, weights, people.starts)[people.line]
    possible = total > 0  # nobody else can be in the group
    return Beliefs(
        people.group[possible],
        people.line[possible],
        people.value[possible],
        people.having[possible],
        people.alike[possible],
        (rows[possible], people.people[possible]),
        weights[possible] / total[possible],
    )


def check_size(population: Population) -> None:
    """Refuse a population of which sums of counts may not be exact."""
    if float(population.people.counts.sum(dtype=np.float64)) > MOST_PEOPLE:
        raise ModelError(
            f"population: must have at most {MOST_PEOPLE:,} people, got more; divide"
            " all counts by the same number"
        )


@dataclass(frozen=True, eq=False)
class Known:
    """Beliefs about the people of a population who match a group of the table.

    One line per person and sensitive value, those of a person one after the other.
    """

    dictionary: Dictionary
    """The sensitive values of the population."""
    starts: NDArray[np.int64]
    """The lines of the i-th person are starts[i]:starts[i + 1]."""
    group: NDArray[np.int64]
    """The group of the table that the person matches."""
    value: NDArray[np.int32]
    """The sensitive value."""
    having: NDArray[np.int64]
    """People like this one with the value."""

    @classmethod
    def of(cls, population: Population, name: str) -> Known:
        """Collect the people who match a group."""
        people = population.people
        matched = population.place >= 0
        group_of = np.full(len(people), -1, dtype=np.int64)
        group_of[population.place[matched]] = np.flatnonzero(matched)
        group = np.repeat(group_of, np.diff(people.starts))
        inside = np.flatnonzero(group >= 0)
        had = people.combinations[people.values[inside]]
        dictionary = people.sensitive[people.position(name)].dictionary
        _, first, person = np.unique(
            had[:, people.position(PERSON)], return_index=True, return_inverse=True
        )
        starts, value, having = sum_entries(
            person,
            len(first),
            had[:, people.position(name)],
            dictionary.size,
            people.counts[inside],
        )
        line = np.repeat(np.arange(len(first)), np.diff(starts))
        return cls(dictionary, starts, group[inside][first][line], value, having)

    @cached_property
    def line(self) -> NDArray[np.int64]:
        """The number of the person."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    @cached_property
    def alike(self) -> NDArray[np.int64]:
        """People like this one."""
        return reduce_groups(np.add, self.having, self.starts)[self.line]

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The distinct pairs of a group and a value, and that of each line."""
        pairs = self.group * self.dictionary.size + self.value
        return np.unique(pairs, return_inverse=True)

    @cached_property
    def people(self) -> NDArray[np.int64]:
        """People of the group with the value."""
        distinct, place = self._pairs
        summed = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(summed, place, self.having)
        return summed[place]

    def rows_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """Rows of the group with the value; refuse rows that nobody can be."""
        distinct, place = self._pairs
        codes = translate(histogram.sensitive.dictionary, self.dictionary)
        value = codes[histogram.values]
        pairs = histogram.group * self.dictionary.size + value
        places = np.searchsorted(distinct, pairs)
        there = np.append(distinct, -1)[places] == pairs
        if not (there & (value >= 0)).all():
            raise ModelError(contradiction(int((~there | (value < 0)).sum())))
        rows = np.zeros(len(distinct), dtype=np.int64)
        rows[places] = histogram.counts
        return rows[place]


def translate(own: Dictionary, other: Dictionary) -> NDArray[np.int64]:
    """The codes that values of one dictionary have in another; -1 for none.

    >>> own = Dictionary.build("ill", ["flu", "cancer"], [1, 1])
    >>> translate(own, Dictionary.build("ill", ["asthma", "flu"], [1, 1])).tolist()
    [-1, 1]
    """
    places = Places.of(other.values, other.spelling, folded=other.by_meaning)
    found = [places.the_one(value) for value in own.values]
    codes = [-1 if code is None else code for code in found]
    if own.missing_code is not None:
        codes.append(-1 if other.missing_code is None else other.missing_code)
    return np.array(codes, dtype=np.int64)

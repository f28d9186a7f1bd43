# SPDX-License-Identifier: Apache-2.0
"""Beliefs about a person who is in several releases, without a key of the people.

With a population every release adds its factor of Theorem 3.1, where the other people
of the groups are independent. Without one, a release only rules out the values that no
matching group of it has: shares of a table would count what groups have in common
twice.

Reference:
    S. Ganta, S. Kasiviswanathan, A. Smith, Composition Attacks and Auxiliary
    Information in Data Privacy, KDD 2008.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from diversa.array_types import Bools
from diversa.attacks.belief import Believer, Weights
from diversa.attacks.like_target import CoveredPeople, PeopleLike
from diversa.attacks.row_weights import (
    NOTHING_LEFT,
    MatchingGroups,
    ValueLines,
    whole_weights,
)
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.errors import InputError
from diversa.models.bayes_optimal_privacy import translate

NOTHING_COMMON = (
    "releases: must leave a value of '{}' that a matching row of each has, got none;"
    " the person is not in all of them, or the value has changed"
)
"""The fault of releases that have no value in common."""


@dataclass(frozen=True, eq=False)
class OtherRelease:
    """Another release, and the groups of it that match the target."""

    groups: Groups = field(repr=False)
    """Its groups."""
    here: MatchingGroups = field(repr=False)
    """Those that match."""
    covered: CoveredPeople | None = field(default=None, repr=False)
    """The people of the population whom these groups cover; None if rows do not look
    alike, or without a population."""

    def entries(self, on: str) -> ValueLines:
        """The values of the groups that match."""
        return ValueLines.of(self.groups.histogram(on), self.here.groups)

    def possible(self, attribute: Sensitive) -> Bools:
        """Mark the values of another table that a matching group has."""
        own = self.entries(attribute.name)
        marks = np.zeros(own.attribute.dictionary.size + 1, dtype=np.bool_)
        marks[own.values[own.counts > 0]] = True
        lost = own.attribute.unknown_code
        if lost is not None and marks[lost]:
            return np.ones(attribute.dictionary.size, dtype=np.bool_)
        codes = translate(attribute.dictionary, own.attribute.dictionary)
        return marks[codes]  # the last one, never marked, stands for no such value


def values_left(attribute: Sensitive, others: Sequence[OtherRelease]) -> Bools:
    """Mark the values that no other release rules out."""
    left = np.ones(attribute.dictionary.size, dtype=np.bool_)
    for other in others:
        left &= other.possible(attribute)
    return left


def line_factors(
    entries: ValueLines, covered: CoveredPeople, here: MatchingGroups
) -> list[Fraction]:
    """How likely a release has a row of each line of people like the target.

    For each line: rows of its value over people with it, summed over its groups.
    """
    groups = here.groups[entries.place]
    _, every = covered.having(entries.attribute, groups, entries.values)
    codes = covered.like.codes(entries.attribute)[entries.values]
    share = {
        (group, code): Fraction(count, people)
        for group, code, count, people in zip(
            groups.tolist(),
            codes.tolist(),
            entries.counts.tolist(),
            every.tolist(),
            strict=True,
        )
    }
    matches, cells = covered.covered, covered.like.population.cells
    values = cells.column(entries.attribute.name)
    factors = []
    for line in np.flatnonzero(covered.like.agrees).tolist():
        start, end = matches.starts[matches.line[line] :][:2].tolist()
        value = int(values[line])
        of_line = (
            share.get((group, value), 0) for group in matches.groups[start:end].tolist()
        )
        factors.append(Fraction(sum(of_line)))
    return factors


def multiply(
    attribute: Sensitive, like: PeopleLike, factors: Sequence[Sequence[Fraction]]
) -> list[Fraction]:
    """The weight of each value: people like the target, times all factors of lines."""
    cells = like.population.cells
    lines = np.flatnonzero(like.agrees)
    of_code = dict[int, Fraction]()
    for place, (code, people) in enumerate(
        zip(
            cells.column(attribute.name)[lines].tolist(),
            cells.counts[lines].tolist(),
            strict=True,
        )
    ):
        weight = Fraction(people)
        for of_line in factors:
            weight *= of_line[place]
        of_code[code] = of_code.get(code, Fraction(0)) + weight
    none = Fraction(0)
    return [of_code.get(code, none) for code in like.codes(attribute).tolist()]


def believe_jointly(
    entries: ValueLines,
    left: ValueLines,
    here: MatchingGroups,
    covered: CoveredPeople,
    others: Sequence[OtherRelease],
) -> Believer:
    """What is believed by several releases, with a population.

    `left` has the entries without the rows of known people and excluded values.
    """
    attribute, like = entries.attribute, covered.like
    factors = [
        line_factors(other.entries(attribute.name), other.covered, other.here)
        for other in others
        if other.covered is not None
    ]
    posterior, possible = (
        whole_weights(
            multiply(attribute, like, [line_factors(one, covered, here), *factors])
        )
        for one in (entries, left)
    )
    if not any(posterior):
        raise InputError(NOTHING_COMMON.format(attribute.name))
    if not any(possible):
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    return Believer(
        attribute, like.prior(attribute), Weights.of(posterior), Weights.of(possible)
    )

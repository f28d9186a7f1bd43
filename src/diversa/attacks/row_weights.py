# SPDX-License-Identifier: Apache-2.0
"""The weights of sensitive values among the rows, or people, that match a target."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.belief import Believer, Weights
from diversa.attacks.like_target import CoveredPeople
from diversa.attacks.matches import Matches
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import as_text
from diversa.errors import InputError

Integers = NDArray[np.int64]

NOTHING_LEFT = (
    "exclude: must leave a value of '{}' that a matching {} has, got facts that rule"
    " all of them out; the person is not in the table, or a fact is wrong"
)
"""The fault of facts that nobody who matches fulfils."""

CONTRADICTION = (
    "neighbours: must fit the table, got more people with a value of '{}' than a group"
    " has; the facts contradict the table"
)
"""The fault of people who are known to have what the table does not have."""


class MatchingGroups(NamedTuple):
    """The groups that match a target, ascending, and the rows that match in each."""

    groups: Integers
    """Their numbers."""
    matching: Integers
    """Rows that match; fewer than all of them in a release of two tables."""

    @classmethod
    def of(cls, groups: Groups, matches: Matches) -> MatchingGroups:
        """The groups of the only person of `matches`."""
        numbers, place = np.unique(matches.groups, return_inverse=True)
        rows = np.zeros(len(numbers), dtype=np.int64)
        np.add.at(rows, place, matches.matching(groups.sizes))
        return cls(numbers, rows)

    @property
    def rows(self) -> int:
        """All rows that match."""
        return int(self.matching.sum())


@dataclass(frozen=True, eq=False)
class ValueLines:
    """The values of the groups that match a target: one line per group and value."""

    attribute: Sensitive
    """The attribute."""
    place: Integers = field(repr=False)
    """The group of each line, as a place among those that match."""
    values: Integers = field(repr=False)
    """The value code of each line."""
    counts: Integers = field(repr=False)
    """Rows of each line."""

    @classmethod
    def of(cls, histogram: Histogram, groups: Integers) -> ValueLines:
        """The lines of some groups; rows that may have any value count as missing."""
        some = histogram.take(groups)
        place, values, counts = some.group, some.values, some.counts
        unknown = some.sensitive.unknown_code
        if unknown is not None and some.unknown.any():
            lost = np.flatnonzero(some.unknown)
            place = np.concatenate([place, lost])
            values = np.append(values, np.full(len(lost), unknown))
            counts = np.append(counts, some.unknown[lost])
        return cls(some.sensitive, place, values.astype(np.int64), counts)

    @property
    def sizes(self) -> Integers:
        """Rows of each group that has a line."""
        return np.bincount(self.place, self.counts).astype(np.int64)

    def without(
        self, known: Mapping[tuple[int, int], int], groups: Integers
    ) -> ValueLines:
        """The lines without rows that are known, by group and value code."""
        counts = self.counts.copy()
        line_of = {
            (int(groups[place]), value): line
            for line, (place, value) in enumerate(
                zip(self.place.tolist(), self.values.tolist(), strict=True)
            )
        }
        inside = set(groups.tolist())
        for key, rows in known.items():
            if key[0] in inside:
                line = line_of.get(key)
                if line is None or counts[line] < rows:
                    raise InputError(CONTRADICTION.format(self.attribute.name))
                counts[line] -= rows
        return replace(self, counts=counts)

    def only(self, possible: NDArray[np.bool_]) -> ValueLines:
        """The lines of possible values count, others do not."""
        return replace(self, counts=np.where(possible[self.values], self.counts, 0))

    def weigh(self, numerators: Integers, denominators: Integers) -> Weights:
        """The weights of values, each line with a factor; whole numbers."""
        return Weights.of(
            add_up(
                self.values,
                self.counts,
                numerators,
                denominators,
                size=self.attribute.dictionary.size,
            )
        )


def add_up(
    values: Integers,
    counts: Integers,
    numerators: Integers,
    denominators: Integers,
    *,
    size: int,
) -> list[int]:
    """Sums of counts times a factor for each value, times a common denominator.

    >>> two = np.array([2, 2])
    >>> add_up(np.array([0, 1]), np.array([1, 3]), np.array([1, 1]), two, size=2)
    [1, 3]
    """
    common = math.lcm(*np.unique(denominators).tolist())
    weights = [0] * size
    lines = zip(
        values.tolist(),
        counts.tolist(),
        numerators.tolist(),
        denominators.tolist(),
        strict=True,
    )
    for value, count, numerator, denominator in lines:
        weights[value] += count * numerator * (common // denominator)
    divisor = math.gcd(*weights) or 1
    return [weight // divisor for weight in weights]


def whole_weights(weights: Sequence[Fraction]) -> list[int]:
    """Weights as whole numbers in the same proportion.

    >>> whole_weights([Fraction(1, 2), Fraction(1, 3)])
    [3, 2]
    """
    common = math.lcm(*(weight.denominator for weight in weights))
    return [int(weight * common) for weight in weights]


def believe_rows(
    histogram: Histogram,
    here: MatchingGroups,
    known: Mapping[tuple[int, int], int],
    excluded: NDArray[np.bool_],
    covered: CoveredPeople | None = None,
) -> Believer:
    """What is believed by the rows that match.

    Args:
        histogram: The values of every group.
        here: The groups that match the target.
        known: Rows whose person is known, by group and value code.
        excluded: The values that the target does not have.
        covered: The people of a population whom the groups cover.
    """
    attribute = histogram.sensitive
    entries = ValueLines.of(histogram, here.groups)
    left = entries.without(known, here.groups)
    if covered is None:
        factors = [
            (here.matching[lines.place], np.maximum(1, lines.sizes)[lines.place])
            for lines in (entries, left)
        ]
        prior = table_weights(attribute)
    else:
        refuse_unknown(histogram, here.groups)
        groups = here.groups[entries.place]
        factors = [covered.having(attribute, groups, entries.values)] * 2
        prior = covered.like.prior(attribute)
    posterior = entries.weigh(*factors[0])
    possible = left.only(~excluded).weigh(*factors[1])
    if posterior.total == 0:
        raise InputError(
            f"population: must have people like the target with a value of"
            f" '{attribute.name}' that a matching row has, got none; such a person is"
            " not in the table"
        )
    if possible.total == 0:
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    return Believer(attribute, prior, posterior, possible)


def table_weights(attribute: Sensitive) -> Weights:
    """The rows, or people, of the whole table who have each value."""
    return Weights(attribute.reference_counts.tolist(), attribute.reference_size)


def refuse_unknown(histogram: Histogram, groups: Integers) -> None:
    """Refuse rows that may have any value, of which a population says nothing."""
    if histogram.unknown[groups].any():
        raise InputError(
            "population: must be compared with known values, got missing values of"
            f" '{histogram.sensitive.name}' that may be any value; choose another"
            " meaning of missing values (--missing own)"
        )


def believe_people(
    attribute: Sensitive, alike: Groups, place: int, excluded: NDArray[np.bool_]
) -> Believer:
    """What is believed by the people who match, who may have several values each."""
    having, total = people_with_values(alike, place)
    left, possible = people_with_values(alike, place, excluded)
    if possible == 0:
        raise InputError(NOTHING_LEFT.format(attribute.name, "person"))
    return Believer(
        attribute,
        table_weights(attribute),
        Weights(having.tolist(), total),
        Weights(left.tolist(), possible),
    )


def people_with_values(
    alike: Groups, place: int, excluded: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int64], int]:
    """People of one group who have each value, and all of them.

    Whoever has one of the excluded values is left out.
    """
    codes, size = alike.combinations[:, place], alike.sensitive[place].dictionary.size
    profiles = alike.profiles
    if profiles is None:
        every = np.arange(len(codes) + 1)
        profiles = Profiles(every, every[:-1].astype(np.int32))
    held = profiles.values_of(codes, size)
    people = np.bincount(alike.values, alike.counts, len(profiles)).astype(np.int64)
    if excluded is not None:
        rules_out = np.logical_or.reduceat(excluded[held.codes], held.starts[:-1])
        people[rules_out] = 0
    having = np.bincount(held.codes, np.repeat(people, held.lengths), size)
    return having.astype(np.int64), int(people.sum())


def exclusion_mask(
    attribute: Sensitive, exclude: Sequence[object]
) -> NDArray[np.bool_]:
    """Mark the excluded values; refuse one that the table lacks.

    The message names no value of the table, because they are secret.
    """
    marks = np.zeros(attribute.dictionary.size, dtype=bool)
    for value in exclude:
        same = attribute.mask([as_text(value)])
        if not same.any():
            raise InputError(
                f"exclude: must be a value of '{attribute.name}' as the table writes"
                " it, got one that never occurs there"
            )
        marks |= same
    return marks

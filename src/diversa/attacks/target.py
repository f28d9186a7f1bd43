# SPDX-License-Identifier: Apache-2.0
"""One target: the beliefs of an adversary who knows some values of a person.

The only result of an attack that shows sensitive values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.matches import Matches
from diversa.codec import to_json
from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.profiles import Profiles
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, as_text
from diversa.data.spelling import NO_HINTS, Hints
from diversa.errors import InputError, RoleError, nearest


@dataclass(frozen=True)
class Belief:
    """The belief that the target has one sensitive value."""

    on: str
    """The sensitive attribute."""
    value: str | None
    """The value; None if missing."""
    prior: float
    """Its share in the whole table: the belief without the target's group."""
    posterior: float
    """Its share among the rows that match the target."""
    with_facts: float
    """The posterior without the values that the target is known not to have."""


@dataclass(frozen=True, eq=False)
class Target:
    """The beliefs about one person. They show sensitive values."""

    known: tuple[str, ...]
    """The quasi-identifiers that the adversary knows."""
    excluded: int
    """Number of values that the person is known not to have."""
    groups: int
    """Groups that match the person."""
    rows: int
    """Rows that match the person, or people where these are counted; 0 if the person
    cannot be in the table."""
    beliefs: tuple[Belief, ...]
    """Every value of the table, most probable first; empty without a row."""

    def surest(self, on: str | None = None) -> Belief | None:
        """The surest belief about an attribute; None if no row matches."""
        about = [belief for belief in self.beliefs if on in (None, belief.on)]
        return max(about, key=lambda candidate: candidate.with_facts, default=None)

    def posterior(self, on: str | None = None) -> dict[str | None, float]:
        """Possible values with the belief after the facts."""
        return {
            belief.value: belief.with_facts
            for belief in self.beliefs
            if on in (None, belief.on) and belief.with_facts > 0
        }

    def to_json(self) -> dict[str, Any]:
        """The beliefs as plain values, with sensitive values."""
        return to_json(self)


def person_cells(
    target: Mapping[str, object], names: Sequence[str], hints: Hints = NO_HINTS
) -> Cells:
    """One person, known by some of the quasi-identifiers."""
    unknown = [name for name in target if name not in names]
    if unknown or not target:
        got = f"'{unknown[0]}'; {nearest(unknown[0], names)}" if unknown else "none"
        raise RoleError(f"target: must name quasi-identifiers, got {got}")
    dictionaries = [
        Dictionary.build(name, [value], [1], hints=hints)
        for name, value in target.items()
    ]
    codes = np.zeros((1, len(dictionaries)), dtype=np.int32)
    return Cells(tuple(dictionaries), codes, np.ones(1, dtype=np.int64))


def target_beliefs(
    groups: Groups, matches: Matches, exclude: Mapping[str, Sequence[object]]
) -> Target:
    """The beliefs about the only person of `matches`, from the matching rows."""
    if groups.people is not None and groups.sensitive and len(matches.groups):
        return beliefs_of_people(groups, groups.people, matches, exclude)
    rows = int(matches.rows(groups.sizes)[0])
    beliefs: list[Belief] = []
    for attribute in groups.sensitive if rows else ():
        histogram = groups.histogram(attribute.name)
        rows_of = rows_of_values(histogram, matches)
        beliefs += believe(attribute, rows_of, exclude.get(attribute.name, ()))
    return Target(
        matches.attributes,
        sum(len(values) for values in exclude.values()),
        len(matches.groups),
        rows,
        tuple(beliefs),
    )


def beliefs_of_people(
    groups: Groups,
    people: PeopleOfGroups,
    matches: Matches,
    exclude: Mapping[str, Sequence[object]],
) -> Target:
    """The beliefs from the people who match; each of them may have several values."""
    chosen = np.zeros(len(groups), dtype=np.bool_)
    chosen[matches.groups] = True
    alike = people.unite(groups, chosen)
    beliefs: list[Belief] = []
    for place, attribute in enumerate(groups.sensitive):
        excluded = exclusion_mask(attribute, exclude.get(attribute.name, ()))
        having, total = people_with_values(alike, place)
        left, possible = people_with_values(alike, place, excluded)
        if possible == 0:
            raise InputError(NOTHING_LEFT.format(attribute.name, "person"))
        table = attribute.reference_counts / attribute.reference_size
        shares = table, having / total, left / possible
        beliefs += beliefs_in_order(attribute, *shares)
    return Target(
        matches.attributes,
        sum(len(values) for values in exclude.values()),
        len(matches.groups),
        int(alike.sizes[0]),
        tuple(beliefs),
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


def rows_of_values(histogram: Histogram, matches: Matches) -> NDArray[np.float64]:
    """The rows of each value among those that match the only person.

    Of a group that matches in part, each row has a share of every value.
    """
    attribute, sizes = histogram.sensitive, histogram.sizes
    scale = np.bincount(matches.groups, matches.matching(sizes), len(histogram)) / sizes
    rows = np.zeros(attribute.dictionary.size)
    np.add.at(rows, histogram.values, histogram.counts * scale[histogram.group])
    if attribute.unknown_code is not None:
        rows[attribute.unknown_code] += (histogram.unknown * scale).sum()
    return rows


def believe(
    attribute: Sensitive, rows: NDArray[np.float64], exclude: Sequence[object]
) -> list[Belief]:
    """The beliefs about one attribute, from the matching rows of each value."""
    possible = ~exclusion_mask(attribute, exclude)
    left = np.where(possible, rows, 0)
    if left.sum() == 0:
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    table = attribute.dictionary.counts
    shares = table / table.sum(), rows / rows.sum(), left / left.sum()
    return beliefs_in_order(attribute, *shares)


NOTHING_LEFT = (
    "exclude: must leave a value of '{}' that a matching {} has, got facts that rule"
    " all of them out; the person is not in the table, or a fact is wrong"
)
"""The fault of facts that nobody who matches fulfils."""


def beliefs_in_order(
    attribute: Sensitive, *shares: NDArray[np.float64]
) -> list[Belief]:
    """The beliefs in each value by three shares, the surest first."""
    texts = (*attribute.dictionary.texts, None)
    return [
        Belief(attribute.name, texts[code], *(float(share[code]) for share in shares))
        for code in np.lexsort((-shares[1], -shares[2])).tolist()
    ]


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

# SPDX-License-Identifier: Apache-2.0
"""The linking attack: known people are looked for in the table (prosecutor)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.exposure import CERTAIN, Exposure, largest, percent
from diversa.attacks.matches import MOST_PAIRS, Matches, unfold
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram

HINT = "; where labels do not say what they stand for, give hierarchies (--plan FILE)"
"""What to do about people who match nothing: words of a hierarchy may be unknown."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Linking(Exposure):
    """People who match one row, or rows with one possible sensitive value.

    `worst` is the largest chance to name a row: 1/N for a person who matches N rows.

    Reference:
        L. Sweeney, k-Anonymity: A Model for Protecting Privacy, 2002.
    """

    name = "linking"
    unit: str = "person"

    attributes: tuple[str, ...]
    """The known quasi-identifiers."""
    matched: int
    """People who match at least one row."""
    alone: int
    """People who match one row."""
    average: float
    """The chance to name the right row, averaged over the known people."""
    certain: Mapping[str, int]
    """Sensitive attribute to people whose value is certain."""
    in_people: bool = False
    """True if people of the table are matched, and not its rows."""

    def in_words(self) -> str:
        columns, one = ", ".join(self.attributes), "person" if self.in_people else "row"
        if not self.matched:
            known = f"{self.total:,} people known by {columns}"
            return f"none of {known} matches a {one}{HINT}"
        sure = "".join(
            f"; {people:,} have one possible '{name}'"
            for name, people in self.certain.items()
        )
        return (
            f"of {self.total:,} people known by {columns}, {self.matched:,} match, and"
            f" {self.alone:,} match one {one} alone; the right {one} is named with"
            f" {percent(self.average)} on average{sure}"
            f"{HINT if self.matched < self.total else ''}"
        )


def linking(groups: Groups, matches: Matches) -> Linking:
    """Link people with the rows that match them, or with people of the table."""
    rows, people = matches.rows(groups.sizes), matches.people
    matched = rows > 0
    chance = matched / np.maximum(rows, 1)
    unique = rows == 1
    certain = {
        attribute.name: posteriors(groups.histogram(attribute.name), matches) >= CERTAIN
        for attribute in groups.sensitive
    }
    exposed = np.logical_or.reduce([unique, *certain.values()])
    total = int(people.sum())
    hit = np.zeros(len(groups), dtype=bool)
    hit[matches.groups[exposed[matches.person]]] = True
    return Linking(
        exposed=int(people[exposed].sum()),
        total=total,
        groups=len(groups),
        affected=np.flatnonzero(hit),
        worst=largest(chance),
        attributes=matches.attributes,
        matched=int(people[matched].sum()),
        alone=int(people[unique].sum()),
        average=float((chance * people).sum() / total) if total else 0.0,
        certain={name: int(people[sure].sum()) for name, sure in certain.items()},
        in_people=groups.people is not None,
    )


def posteriors(histogram: Histogram, matches: Matches) -> NDArray[np.float64]:
    """The surest guess about each person, over all matching rows; 0 without any."""
    frequent = histogram.max(histogram.counts) + histogram.unknown
    number = np.diff(matches.starts)
    alone = number == 1
    guess = np.zeros(len(matches))
    group = matches.groups[matches.starts[:-1][alone]]
    guess[alone] = frequent[group] / histogram.sizes[group]
    several = np.flatnonzero(number > 1)
    entries = int(histogram.distinct[matches.groups].sum())
    for part in np.array_split(several, 1 + entries // MOST_PAIRS):
        guess[part] = joint_posteriors(histogram, matches, part)
    return guess


def joint_posteriors(
    histogram: Histogram, matches: Matches, chosen: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The surest guess about some people who match several groups."""
    number = len(chosen)
    person, place = unfold(matches.starts[chosen], np.diff(matches.starts)[chosen])
    group, rows = matches.groups[place], matches.matching(histogram.sizes)[place]
    of, entry = unfold(histogram.starts[group], histogram.distinct[group])
    domain = histogram.sensitive.dictionary.size
    pairs, which = np.unique(
        person[of] * domain + histogram.values[entry], return_inverse=True
    )
    scale = rows / histogram.sizes[group]
    weights = np.bincount(which, histogram.counts[entry] * scale[of], len(pairs))
    most = np.zeros(number)
    np.maximum.at(most, pairs // domain, weights)
    unknown = np.bincount(person, histogram.unknown[group] * scale, number)
    return (most + unknown) / np.bincount(person, rows, number)

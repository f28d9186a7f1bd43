# SPDX-License-Identifier: Apache-2.0
"""Groups of which the quasi-identifiers of every row are known.

A release of two tables publishes them; of a generalized group a roster (voters, staff)
may have them. Then a population says how well each value fits each row, and what fits
the others says something about the target.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.attacks.belief import Believer, Weights
from diversa.attacks.class_rows import TuplePlaces
from diversa.attacks.like_target import RULED_OUT, PeopleLike, lines_like
from diversa.attacks.neighbours import Neighbours
from diversa.attacks.row_weights import (
    CONTRADICTION,
    NOTHING_LEFT,
    table_weights,
    whole_weights,
)
from diversa.attacks.row_worlds import row_worlds
from diversa.attacks.table_groups import KnownPeople, PeopleWithSecrets
from diversa.counts.cells import Cells
from diversa.counts.histogram import Histogram
from diversa.counts.population_cells import number_lines
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.errors import BesideError, InputError
from diversa.models.bayes_optimal_privacy import translate


@dataclass(frozen=True, eq=False)
class RosterRows:
    """All rows of some groups, by their raw quasi-identifiers."""

    cells: Cells = field(repr=False)
    """One line for each kind of row, with its rows."""
    group: Ints = field(repr=False)
    """The group of each line."""
    candidate: Bools = field(repr=False)
    """True for lines that agree with what is known of the target."""
    population: PeopleWithSecrets | None = field(default=None, repr=False)
    """The people by whom values fit rows; without it rows are alike."""

    @classmethod
    def of_two_tables(
        cls,
        places: TuplePlaces,
        groups: Ints,
        person: Cells,
        population: PeopleWithSecrets | None,
    ) -> RosterRows:
        """The rows of some groups of a release in two tables."""
        lines = np.flatnonzero(np.isin(places.groups, groups))
        codes = places.codes[:, places.tuples[lines]].T
        cells = Cells(tuple(places.dictionaries), codes, places.rows[lines])
        return cls(cells, places.groups[lines], lines_like(cells, person), population)

    @classmethod
    def roster(
        cls,
        known: KnownPeople,
        sizes: Ints,
        groups: Ints,
        person: Cells,
        population: PeopleWithSecrets,
    ) -> RosterRows | None:
        """The known people of some groups; None unless everybody in them is known."""
        matches = known.matches
        alone = np.diff(matches.starts) == 1
        group = np.full(len(alone), -1, dtype=np.int64)
        group[alone] = matches.groups[matches.starts[:-1][alone]]
        of_line = group[matches.line]
        lines = np.flatnonzero(np.isin(of_line, groups))
        rows = np.bincount(of_line[lines], known.cells.counts[lines], len(sizes))
        shared = {one.column for one in known.cells.dictionaries}
        told = {one.column for one in person.dictionaries}
        if (rows[groups] != sizes[groups]).any() or not told <= shared:
            return None
        cells = Cells(
            known.cells.dictionaries,
            known.cells.codes[lines],
            known.cells.counts[lines],
        )
        return cls(cells, of_line[lines], lines_like(cells, person), population)

    def fits(self, attribute: Sensitive) -> list[list[int]] | None:
        """For each line, people of the population like it who have each value.

        None without a population.
        """
        if self.population is None:
            return None
        names = [one.column for one in self.cells.dictionaries]
        both = share_dictionaries(self.cells, self.population.cells, names)
        people = self.population.cells if both.people is None else both.people
        codes = np.stack([people.column(name) for name in names], axis=1)
        dictionaries = [both.cells.dictionary(name) for name in names]
        number = number_lines(np.concatenate([both.cells.codes, codes]), dictionaries)
        own, other = number[: len(self.group)], number[len(self.group) :]
        place = np.full(int(number.max(initial=0)) + 1, -1, dtype=np.int64)
        kinds, kind = np.unique(own, return_inverse=True)
        place[kinds] = np.arange(len(kinds))
        inside = np.flatnonzero(place[other] >= 0)
        size = people.dictionary(attribute.name).size
        having = np.zeros((len(kinds), size + 1), dtype=np.int64)
        values = people.column(attribute.name)[inside]
        np.add.at(having, (place[other[inside]], values), people.counts[inside])
        in_population = translate(
            attribute.dictionary, people.dictionary(attribute.name)
        )
        found = having[:, np.where(in_population < 0, size, in_population)]
        return found[kind].tolist()

    def without(self, neighbours: Neighbours | None) -> RosterRows:
        """The rows of which it is not known whose they are.

        Raises:
            InputError: Rows of several kinds may be those of somebody who is known.
        """
        if neighbours is None:
            return self
        if self.population is not None and (neighbours.group < 0).any():
            raise InputError(
                "neighbours: must come with their quasi-identifiers where a population"
                " says what fits which row, got values only"
            )
        rows = self.cells.counts.copy()
        for line, group in enumerate(neighbours.group.tolist()):
            here = np.flatnonzero(self.group == group)
            if not len(here):
                continue
            like = here[lines_like(self.cells, neighbours.person(line))[here]]
            if len(like) != 1:
                raise InputError(
                    "neighbours: must match one kind of row each, got somebody who"
                    " matches several; say more of them"
                )
            rows[like] -= neighbours.people[line]
        if (rows < 0).any():
            raise InputError(
                "neighbours: must fit the table, got more people than a group has rows"
                " like them; the facts contradict the table"
            )
        return replace(self, cells=replace(self.cells, counts=rows))

    def beliefs(
        self, attribute: Sensitive, counts: Mapping[int, Mapping[int, int]]
    ) -> list[Fraction]:
        """Sums over candidates of the belief in each value; counts by group."""
        fits, rows = self.fits(attribute), self.cells.counts.tolist()
        sums = [Fraction(0)] * attribute.dictionary.size
        for line in np.flatnonzero(self.candidate).tolist():
            of_value = counts[int(self.group[line])]
            if not rows[line]:
                continue
            others = np.flatnonzero(self.group == self.group[line])
            lines = [line, *others[others != line].tolist()]
            found = believe_row(lines, rows, fits, of_value)
            for value, belief in zip(of_value, found, strict=True):
                sums[value] += rows[line] * belief
        return sums


def believe_row(
    lines: Sequence[int],
    rows: Sequence[int],
    fits: Sequence[Sequence[int]] | None,
    of_value: Mapping[int, int],
) -> list[Fraction]:
    """The beliefs about a row of the first of some lines, in each value of a group."""
    left = [rows[line] for line in lines]
    if fits is None:
        total = sum(of_value.values())
        return [Fraction(count, total) for count in of_value.values()]
    weights = [[fits[line][value] for value in of_value] for line in lines]
    found = row_worlds(weights, left, list(of_value.values()))
    if found is None:
        raise BesideError(RULED_OUT.format("no way to give rows of a group its values"))
    return found


def believe_known_rows(
    histogram: Histogram,
    rows: RosterRows,
    neighbours: Neighbours | None,
    excluded: Bools,
    like: PeopleLike | None,
) -> Believer:
    """What is believed where all rows of the groups are known.

    Args:
        histogram: The values of every group.
        rows: The rows of the groups of the target.
        neighbours: People whose values are known.
        excluded: The values that the target does not have.
        like: The people of the population who are like the target, if there is one.
    """
    attribute = histogram.sensitive
    groups = np.unique(rows.group)
    counts = {group: group_counts(histogram, group) for group in groups.tolist()}
    posterior = whole_weights(rows.beliefs(attribute, counts))
    if neighbours is not None:
        for (group, value), known in neighbours.rows(attribute, groups).items():
            if group in counts:
                counts[group][value] = counts[group].get(value, 0) - known
                if counts[group][value] < 0:
                    raise InputError(CONTRADICTION.format(attribute.name))
    left = rows.without(neighbours)
    if not (left.cells.counts * left.candidate).any():
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    beliefs = left.beliefs(attribute, counts)
    none = Fraction(0)
    possible = [
        none if out else one for one, out in zip(beliefs, excluded, strict=True)
    ]
    if not any(possible):
        raise InputError(NOTHING_LEFT.format(attribute.name, "row"))
    weights = Weights.of(whole_weights(possible))
    prior = table_weights(attribute) if like is None else like.prior(attribute)
    return Believer(attribute, prior, Weights.of(posterior), weights)


def group_counts(histogram: Histogram, group: int) -> dict[int, int]:
    """Rows of each value of a group; those that may have any value are missing."""
    start, end = histogram.starts[group : group + 2].tolist()
    values = histogram.values[start:end].tolist()
    counts = dict(zip(values, histogram.counts[start:end].tolist(), strict=True))
    unknown = histogram.sensitive.unknown_code
    if unknown is not None and histogram.unknown[group]:
        counts[unknown] = int(histogram.unknown[group])
    return counts

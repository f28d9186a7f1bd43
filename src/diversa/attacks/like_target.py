# SPDX-License-Identifier: Apache-2.0
"""The people of a population: those like the target, and those whom groups cover.

The population has raw values. A group covers whoever its labels may stand for, so that
nobody has to generalize the population as the table was. Groups may overlap.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.belief import Weights
from diversa.attacks.matches import Matches, unfold
from diversa.attacks.table_groups import PeopleWithSecrets, TableGroups
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.meaning import format_label
from diversa.data.population_source import PeopleSource
from diversa.data.roles import Roles
from diversa.engines.registry import open_engine
from diversa.errors import BesideError, InputError
from diversa.labels.covers import spelling_of
from diversa.labels.label_reader import LabelReader
from diversa.models.bayes_optimal_privacy import translate
from diversa.tables.population_table import OwnPeople, count_people
from diversa.tables.table_input import TableInput

Integers = NDArray[np.int64]

FEW = 5
"""Fewer people like the target than this are called an estimate."""


def lines_like(people: Cells, person: Cells) -> NDArray[np.bool_]:
    """Mark the lines of people who agree with all that is known of a person."""
    agrees = np.ones(len(people.counts), dtype=np.bool_)
    for known in person.dictionaries:
        own = people.dictionary(known.column)
        values = [*own.values, *([] if own.missing_code is None else [None])]
        texts = [format_label(value) for value in values]
        reader = LabelReader(texts, known, spelling_of(known, values, None))
        same = np.zeros(own.size, dtype=np.bool_)
        same[reader.exact(values)[1]] = True
        agrees &= same[people.column(known.column)]
    return agrees


def read_population(table: TableInput) -> PeopleWithSecrets | None:
    """Read the population of a table as it is; None without one."""
    given = table.population
    if given is None or isinstance(given, Cells | OwnPeople):
        return None
    source = given if isinstance(given, PeopleSource) else given.people
    names = table.roles.quasi_identifiers
    with open_engine(table.engine, source.source) as engine:
        opened = engine.open(source.source, options=table.reading.shared)
        secrets = tuple(n for n in table.roles.sensitive if n in opened.columns)
        cells = count_people(
            engine,
            opened,
            Roles(quasi_identifiers=names, sensitive=secrets),
            count=source.count,
            missing=table.missing,
            reading=table.reading.shared,
        )
    return PeopleWithSecrets(cells, names, secrets)


RULED_OUT = (
    "population: rules the table out: must have people for each value of a group, got"
    " {}; give a population that the table may come from"
)
"""The fault of a population that lacks what the table has."""


@dataclass(frozen=True, eq=False)
class PeopleLike:
    """The people of a population who are like the target."""

    population: PeopleWithSecrets = field(repr=False)
    """All people."""
    agrees: NDArray[np.bool_] = field(repr=False)
    """The lines of people who are like the target."""

    @classmethod
    def of(cls, population: PeopleWithSecrets, person: Cells) -> PeopleLike:
        """Find the people like a person; refuse a population without any."""
        like = cls(population, lines_like(population.cells, person))
        if not like.people:
            raise InputError(
                "population: must have people like the target, got nobody who has"
                " all the values of the target; leave out a value, or give more people"
            )
        return like

    @property
    def people(self) -> int:
        """People who are like the target."""
        return int(self.population.cells.counts[self.agrees].sum())

    def prior(self, attribute: Sensitive) -> Weights:
        """People like the target who have each value of the table."""
        cells = self.population.cells
        size = cells.dictionary(attribute.name).size
        having = np.zeros(size + 1, dtype=np.int64)
        codes = cells.column(attribute.name)[self.agrees]
        np.add.at(having, codes, cells.counts[self.agrees])
        return Weights(having[self.codes(attribute)].tolist(), self.people)

    def codes(self, attribute: Sensitive) -> Integers:
        """The code that each value has in the population; its size for none."""
        other = self.population.cells.dictionary(attribute.name)
        codes = translate(attribute.dictionary, other)
        return np.where(codes < 0, other.size, codes)


@dataclass(frozen=True, eq=False)
class CoveredPeople:
    """The people of a population whom the labels of some groups cover."""

    like: PeopleLike = field(repr=False)
    """The people who are like the target."""
    covered: Matches = field(repr=False)
    """The groups that cover each distinct tuple, among those that match the target."""

    @classmethod
    def of(
        cls, examined: TableGroups, like: PeopleLike, groups: Integers
    ) -> CoveredPeople:
        """Find the people whom some groups of a table cover."""
        people = like.population.cells
        found = examined.match(people, where="population", chosen=np.unique(groups))
        return cls(like, found)

    def having(
        self, attribute: Sensitive, groups: Integers, values: Integers
    ) -> tuple[Integers, Integers]:
        """Covered people with a value, for pairs of a group and a value.

        First those who are like the target, then all.

        Raises:
            BesideError: The table has a value in a group that covers nobody with it.
        """
        cells, of_line = self.like.population.cells, self.covered.line
        size = cells.dictionary(attribute.name).size
        starts = self.covered.starts
        line, entry = unfold(starts[of_line], np.diff(starts)[of_line])
        pairs = self.covered.groups[entry] * size + cells.column(attribute.name)[line]
        distinct, place = np.unique(pairs, return_inverse=True)
        every = np.zeros(len(distinct) + 1, dtype=np.int64)
        alike = np.zeros(len(distinct) + 1, dtype=np.int64)
        counts = cells.counts[line]
        np.add.at(every, place, counts)
        np.add.at(alike, place, np.where(self.like.agrees[line], counts, 0))
        codes = self.like.codes(attribute)[values]
        wanted = groups * size + codes
        found = np.searchsorted(distinct, wanted)
        there = (np.append(distinct, -1)[found] == wanted) & (codes < size)
        if not there.all():
            lacks = int((~there).sum())
            what = f"{lacks} pairs of a group and a value that nobody of it has"
            raise BesideError(RULED_OUT.format(what))
        return alike[found], every[found]

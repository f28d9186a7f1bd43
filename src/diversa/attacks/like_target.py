# SPDX-License-Identifier: Apache-2.0
"""The people of a population: those like the target, and those whom groups cover.

The population has raw values. A group covers whoever its labels may stand for, so that
nobody has to generalize the population as the table was. Groups may overlap.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
from diversa.tables.population_table import count_people
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
    if given is None or isinstance(given, Cells):
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


@dataclass(frozen=True, eq=False)
class LikeTarget:
    """The population as one sees it who looks for the target in some groups."""

    population: PeopleWithSecrets = field(repr=False)
    """The people."""
    agrees: NDArray[np.bool_] = field(repr=False)
    """The lines of people who are like the target."""
    covered: Matches = field(repr=False)
    """The groups that cover each distinct tuple, among those that match the target."""

    @classmethod
    def of(
        cls, examined: TableGroups, population: PeopleWithSecrets, person: Cells
    ) -> LikeTarget:
        """Find the people like a person, and those whom the person's groups cover."""
        agrees = lines_like(population.cells, person)
        groups = np.unique(examined.match(person, where="target").groups)
        covered = examined.match(population.cells, where="population", chosen=groups)
        like = cls(population, agrees, covered)
        if not like.people:
            raise InputError(
                "population: must have people like the target, got nobody who has"
                " all the values of the target; leave out a value, or give more people"
            )
        return like

    @property
    def people(self) -> int:
        """People of the population who are like the target."""
        return int(self.population.cells.counts[self.agrees].sum())

    def prior(self, attribute: Sensitive) -> list[int]:
        """People like the target who have each value of the table."""
        cells = self.population.cells
        codes = cells.column(attribute.name)[self.agrees]
        size = cells.dictionary(attribute.name).size
        having = np.zeros(size + 1, dtype=np.int64)
        np.add.at(having, codes, cells.counts[self.agrees])
        return having[self._codes(attribute)].tolist()

    def rest(self, attribute: Sensitive) -> int:
        """People like the target whose value the table does not have."""
        return self.people - sum(self.prior(attribute))

    def having(
        self, attribute: Sensitive, groups: Integers, values: Integers
    ) -> tuple[Integers, Integers]:
        """Covered people with a value, for pairs of a group and a value.

        First those who are like the target, then all.

        Raises:
            BesideError: The table has a value in a group that covers nobody with it.
        """
        cells, of_line = self.population.cells, self.covered.line
        size = cells.dictionary(attribute.name).size
        starts = self.covered.starts
        line, entry = unfold(starts[of_line], np.diff(starts)[of_line])
        pairs = self.covered.groups[entry] * size + cells.column(attribute.name)[line]
        distinct, place = np.unique(pairs, return_inverse=True)
        every = np.zeros(len(distinct) + 1, dtype=np.int64)
        alike = np.zeros(len(distinct) + 1, dtype=np.int64)
        counts = cells.counts[line]
        np.add.at(every, place, counts)
        np.add.at(alike, place, np.where(self.agrees[line], counts, 0))
        codes = self._codes(attribute)[values]
        wanted = groups * size + codes
        found = np.searchsorted(distinct, wanted)
        there = (np.append(distinct, -1)[found] == wanted) & (codes < size)
        if not there.all():
            raise BesideError(
                "population: rules the table out: must have people for each value of"
                f" a group, got {int((~there).sum())} pairs of a group and a value that"
                " nobody of the population has; give a population that the table may"
                " come from"
            )
        return alike[found], every[found]

    def _codes(self, attribute: Sensitive) -> Integers:
        """The code that each value has in the population; its size for none."""
        other = self.population.cells.dictionary(attribute.name)
        codes = translate(attribute.dictionary, other)
        return np.where(codes < 0, other.size, codes)

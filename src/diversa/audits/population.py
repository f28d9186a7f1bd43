# SPDX-License-Identifier: Apache-2.0
"""The population of an audit: people whose values are as general as the table's.

It is given in one of three ways: as a table of people with their own values, who are
matched with the labels of the audited one (`population_match`), or of people who are as
general as that; as such a table with the hierarchies and levels of the release, which
are applied to it; or as cells that a run has counted and generalized itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

from diversa.audits.population_match import PopulationMatch, match_people
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.population import Population
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.data.population_source import PeopleSource
from diversa.errors import BesideError, HierarchyError, InputError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.models.model import Model, believed
from diversa.tables.population_table import RawPeople, count_people
from diversa.tables.table_input import OpenedTable, PeopleInput, TableInput


def release_population(table: TableInput) -> PeopleInput | None:
    """The population of a table; that of a release is generalized as the release is.

    Without levels, or without a hierarchy of a quasi-identifier, the labels of the
    table say which people they stand for.
    """
    people, levels = table.population, table.levels
    declared = any(name in table.hierarchies for name in table.roles.quasi_identifiers)
    if isinstance(people, PeopleSource) and declared and levels:
        return RawPeople(people, table.hierarchies, levels)
    return people


@contextmanager
def blaming_what_is_beside() -> Iterator[None]:
    """Say of errors that they are about what is given beside the release."""
    try:
        yield
    except HierarchyError:
        raise
    except InputError as error:
        raise BesideError(str(error)) from None


def match_population(
    opened: OpenedTable,
    quasi_identifiers: Sequence[str],
    *,
    models: Sequence[Model] = (),
    offered: Sequence[str] = (),
    cells: Cells,
) -> PopulationMatch | None:
    """Count the population of a table, matched with the table; None without one.

    Args:
        opened: The table, with its population.
        quasi_identifiers: The columns by which people are matched.
        models: The models asked for, which may need to know what people have.
        offered: Sensitive attributes that are counted where the population has them.
        cells: What was counted of the table.
    """
    table, engine = opened.table_input, opened.engine
    population = release_population(table)
    if population is None:
        return None
    if isinstance(population, Cells):
        return PopulationMatch(population)
    raw = population if isinstance(population, RawPeople) else None
    source = population if isinstance(population, PeopleSource) else population.people
    people_table = engine.open(source.source, options=table.reading.shared)
    more = [name for name in offered if name in people_table.columns]
    people = count_people(
        engine,
        people_table,
        quasi_identifiers,
        sensitive=tuple(dict.fromkeys([*believed(models), *more])),
        count=source.count,
        missing=table.missing,
        kinds=table.kinds if raw else {},
        reading=table.reading.shared,
    )
    if raw is not None:
        return PopulationMatch(raw.generalize(people, quasi_identifiers))
    return match_people(people, cells, quasi_identifiers, table.hierarchies)


def group_as_published(
    cells: Cells,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[Sensitive],
    people: Cells | None,
) -> FrequencySet:
    """Group the cells as they stand, matched with the people, if there are any."""
    shared = share_dictionaries(cells, people, quasi_identifiers)
    published = frequency_set(
        shared.cells,
        [
            Hierarchy.from_labels(shared.cells.dictionary(name), [])
            for name in quasi_identifiers
        ],
        sensitive,
        people=shared.people,
    )
    population = published.groups.population
    if population is None:
        return published
    if len(published) and (population.place < 0).all():
        raise BesideError(
            "population: must have people of the table, got no line that fits the"
            " labels of a group; give the people whom the rows may be"
        )
    matched = with_the_rest(published, population)
    return replace(published, groups=replace(published.groups, population=matched))


def with_the_rest(published: FrequencySet, population: Population) -> Population:
    """Let suppressed rows be anyone who matches no other group."""
    starred = np.ones(len(published), dtype=bool)
    for codes, hierarchy in zip(published.codes, published.hierarchies, strict=True):
        stars = [label == TOP for label in hierarchy.labels[0]]
        starred &= np.array(stars, dtype=bool)[codes]
    if not (starred & (population.place < 0)).any():
        return population
    rest = population.select(~starred).with_the_rest()
    place = np.empty(len(published), dtype=np.int64)
    place[~starred], place[starred] = rest.place[:-1], rest.place[-1]
    return Population(rest.people, place)

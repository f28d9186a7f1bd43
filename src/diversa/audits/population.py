# SPDX-License-Identifier: Apache-2.0
"""The population of an audit, generalized like the audited table.

It is given as a table of people, who are matched with the labels of the audited table
(`population_match`); as such a table with the hierarchies and levels of the release,
which generalize it; or as cells that a run has counted and generalized itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.kinds import Kinds
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.counts.population import Population
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.data.population_source import PeopleSource
from diversa.data.roles import Roles
from diversa.errors import BesideError, HierarchyError, InputError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.models.model import Model
from diversa.models.sensitive_model import population_attributes
from diversa.tables.input_parts import PeopleInput
from diversa.tables.population_table import OwnPeople, RawPeople, count_people
from diversa.tables.table_input import OpenedTable, TableInput

if TYPE_CHECKING:
    from diversa.audits.population_match import PopulationMatch


def release_population(table: TableInput) -> PeopleInput | None:
    """The population of a table; of a release with levels, to be generalized alike.

    Without levels or hierarchies, people are matched with the labels of the table.
    """
    people, levels = table.population, table.levels
    declared = any(name in table.hierarchies for name in table.roles.quasi_identifiers)
    if isinstance(people, PeopleSource) and declared and levels:
        return RawPeople(people, table.hierarchies, levels)
    return people


@contextmanager
def blaming_what_is_beside() -> Iterator[None]:
    """Turn errors into those of a table given beside the release."""
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
    """Count and match the population of a table; None without one.

    Sensitive attributes are counted if a model needs them, or if they are `offered` and
    the population has them.
    """
    table, engine = opened.table_input, opened.engine
    population = release_population(table)
    if population is None:
        return None
    # It reads labels, which takes longer to import than most audits last.
    from diversa.audits.population_match import (
        AMBIGUOUS,
        AVERAGED,
        PopulationMatch,
        match_people,
    )

    if isinstance(population, Cells):
        return PopulationMatch(population)
    if isinstance(population, OwnPeople):
        own = population.cells
        return match_people(own, cells, quasi_identifiers, table.hierarchies)
    raw = population if isinstance(population, RawPeople) else None
    source = population if isinstance(population, PeopleSource) else population.people
    people_table = engine.open(source.source, options=table.reading.shared)
    if table.averages:
        return PopulationMatch(None, AVERAGED)
    if table.group is not None and table.group not in people_table.columns:
        return PopulationMatch(None, AMBIGUOUS)  # groups may share their labels
    more = [name for name in offered if name in people_table.columns]
    people = count_people(
        engine,
        people_table,
        Roles(
            quasi_identifiers=tuple(quasi_identifiers),
            sensitive=tuple(dict.fromkeys([*population_attributes(models), *more])),
        ),
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
    kinds: Kinds | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
) -> FrequencySet:
    """Group the cells by their labels, and match the people, if there are any.

    With `kinds`, the people behind the rows are counted. Without them the reference of
    the attributes is that of rows, too. Without a population, `hierarchies` may say
    which labels are more general.
    """
    if kinds is None:
        sensitive = [replace(one, people=None) for one in sensitive]
    shared = share_dictionaries(cells, people, quasi_identifiers)
    known = hierarchies or {}
    published = frequency_set(
        shared.cells,
        [
            (known if people is None else {}).get(name)
            or Hierarchy.from_labels(shared.cells.dictionary(name), [])
            for name in quasi_identifiers
        ],
        sensitive,
        people=shared.people,
        kinds=kinds,
    )
    if kinds is not None:
        groups, rows = published.groups, published.group_rows
        people_of_groups = PeopleOfGroups(groups.sizes, rows, published.visits)
        published = replace(published, groups=replace(groups, people=people_of_groups))
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
    """Match suppressed rows with everyone who matches no other group."""
    starred = groups_of_stars(published)
    if not (starred & (population.place < 0)).any():
        return population
    rest = population.select(~starred).with_the_rest()
    place = np.empty(len(published), dtype=np.int64)
    place[~starred], place[starred] = rest.place[:-1], rest.place[-1]
    return Population(rest.people, place)


def groups_of_stars(
    published: FrequencySet, names: Sequence[str] | None = None
) -> NDArray[np.bool_]:
    """Mark the groups with `*` in every attribute, or in every one of `names`."""
    starred = np.ones(len(published), dtype=bool)
    for codes, hierarchy in zip(published.codes, published.hierarchies, strict=True):
        if names is None or hierarchy.attribute in names:
            stars = [label == TOP for label in hierarchy.labels[0]]
            starred &= np.array(stars, dtype=bool)[codes]
    return starred

# SPDX-License-Identifier: Apache-2.0
"""The population of an audit: people whose values are as general as the table's.

Three ways to give it: a table that is as general as the audited one; a table of raw
values with the hierarchies and levels of the release, which are applied again; or what
a run has counted and generalized itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.population import Population
from diversa.counts.sensitive import Sensitive
from diversa.counts.shared_dictionaries import share_dictionaries
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.engines.engine import Counting
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.models.belief_model import believed
from diversa.models.model import Model
from diversa.tables.population_table import RawPeople, count_people


def audited_people(
    engine: Counting,
    population: object,
    quasi_identifiers: Sequence[str],
    *,
    models: Sequence[Model],
    missing: MissingPolicy,
    kinds: Mapping[str, Kind],
    offered: Sequence[str] = (),
) -> Cells | None:
    """Count the population of an audit, as general as the table; None without one.

    Args:
        engine: The engine that reads it.
        population: A path, a frame, a `PeopleSource`, `RawPeople`, or counted cells.
        quasi_identifiers: The columns by which people are matched.
        models: The models asked for, which may need to know what people have.
        missing: What a missing sensitive value means.
        kinds: Columns of a text file that hold a number or a date.
        offered: Sensitive attributes that are counted where the population has them.
    """
    if population is None or isinstance(population, Cells):
        return population
    raw = population if isinstance(population, RawPeople) else None
    source = population if raw is None else raw.people
    if not isinstance(source, PeopleSource):
        source = PeopleSource.of(source)
    table = engine.open(source.source)
    more = [name for name in offered if name in table.columns]
    people = count_people(
        engine,
        table,
        quasi_identifiers,
        sensitive=tuple(dict.fromkeys([*believed(models), *more])),
        count=source.count,
        missing=missing,
        kinds=kinds if raw else {},
    )
    return people if raw is None else raw.generalize(people, quasi_identifiers)


def group_as_published(
    cells: Cells,
    quasi_identifiers: Sequence[str],
    sensitive: Sequence[Sensitive],
    people: Cells | None,
) -> FrequencySet:
    """Group the cells as they stand, matched with the people, if there are any."""
    shared = share_dictionaries(cells, people, quasi_identifiers)
    found = frequency_set(
        shared.cells,
        [
            Hierarchy.from_labels(shared.cells.dictionary(one), [])
            for one in quasi_identifiers
        ],
        sensitive,
        people=shared.people,
    )
    population = found.groups.population
    if population is None:
        return found
    if len(found) and (population.place < 0).all():
        raise InputError(
            "population: must be as general as the table, got no line with the values"
            " of a group; generalize it in the same way"
        )
    matched = with_the_rest(found, population)
    return replace(found, groups=replace(found.groups, population=matched))


def with_the_rest(found: FrequencySet, population: Population) -> Population:
    """Let suppressed rows be anyone who matches no other group."""
    starred = np.ones(len(found), dtype=bool)
    for codes, hierarchy in zip(found.codes, found.hierarchies, strict=True):
        stars = [label == TOP for label in hierarchy.labels[0]]
        starred &= np.array(stars, dtype=bool)[codes]
    if not (starred & (population.place < 0)).any():
        return population
    rest = population.select(~starred).with_the_rest()
    place = np.empty(len(found), dtype=np.int64)
    place[~starred], place[starred] = rest.place[:-1], rest.place[-1]
    return Population(rest.people, place)

# SPDX-License-Identifier: Apache-2.0
"""The people of a population table, counted by the values that the table knows too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.light_numpy import dot_product
from diversa.counts.population import MOST_PEOPLE
from diversa.counts.population_cells import generalize
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import Dictionary, Kind, as_decimal
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import HierarchyError, InputError, RoleError, SourceError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.tables.one_spelling import one_spelling
from diversa.tables.role_cells import READ_OPTIONS, count_roles


@dataclass(frozen=True)
class RawPeople:
    """A population of raw values, and how the audited table was generalized."""

    people: PeopleSource
    """The table of the people."""
    hierarchies: Mapping[str, HierarchyKind] = field(repr=False)
    """The declared hierarchy of every quasi-identifier."""
    levels: Mapping[str, int]
    """The level of every quasi-identifier in the table."""

    def generalize(self, people: Cells, quasi_identifiers: Sequence[str]) -> Cells:
        """Generalize people who were counted, as the table is."""
        built = []
        for name in quasi_identifiers:
            if name not in self.hierarchies or name not in self.levels:
                raise HierarchyError(
                    f"population: '{name}' must have a hierarchy and a level, got none;"
                    " give those of the release"
                )
            built.append(self.hierarchies[name].build(people.dictionary(name)))
            if not 0 <= self.levels[name] <= built[-1].height:
                raise HierarchyError(
                    f"population: the level of '{name}' must be from 0 to"
                    f" {built[-1].height}, got {self.levels[name]}"
                )
        return generalize(
            people, built, [self.levels[name] for name in quasi_identifiers]
        )


@dataclass(frozen=True, eq=False)
class OwnPeople:
    """People of a population who were counted, with their own values."""

    cells: Cells = field(repr=False)
    """The people."""


def count_people(
    engine: Counting,
    table: Table,
    roles: Roles,
    *,
    count: str | None = None,
    missing: MissingPolicy = MissingPolicy.RAISE,
    kinds: Mapping[str, Kind] | None = None,
    reading: ReadOptions = READ_OPTIONS,
) -> Cells:
    """Count the people of a population table.

    A line is a person, or as many people as its column `count` says.
    """
    weights = () if count is None else (count,)
    roles = Roles(
        quasi_identifiers=(*roles.quasi_identifiers, *weights),
        sensitive=roles.sensitive,
    )
    check_columns(table.columns, roles)
    try:
        spelled = one_spelling(
            engine, table, roles.sensitive, reading=reading, kinds=kinds
        )
        cells = count_roles(
            engine,
            spelled.table,
            roles,
            missing=missing,
            kinds=kinds or {},
            reading=reading,
        )
    except InputError as error:
        raise type(error)(f"population: {error}") from None
    return cells.cells if count is None else weigh(cells.cells, count)


def check_columns(columns: Sequence[str], roles: Roles) -> None:
    """Refuse a population that lacks a column, or one that is named twice."""
    named = (*roles.quasi_identifiers, *roles.sensitive)
    faults = [
        f"population: must have the column '{name}', got none;"
        f" {nearest_column(name, columns)}"
        for name in named
        if name not in columns
    ]
    faults += [
        f"population: the column '{name}' must not hold the number of people too"
        for name in set(named)
        if named.count(name) > 1
    ]
    if faults:
        raise RoleError("\n".join(faults))


def weigh(cells: Cells, count: str, *, where: str = "population") -> Cells:
    """Weigh every line by its number of people."""
    place = [dictionary.column for dictionary in cells.dictionaries].index(count)
    of_value = numbers_of_people(cells.dictionary(count), where)
    lines = np.bincount(cells.column(count), cells.counts, len(of_value))
    if float(dot_product(lines, of_value.astype(np.float64))) > MOST_PEOPLE:
        raise SourceError(
            f"{where}: the column '{count}' must count at most {MOST_PEOPLE:,} people"
            " in all, got more; divide all counts by the same number"
        )
    people, codes = cells.counts, np.delete(cells.codes, place, axis=1)
    if not (of_value == 1).all():
        people = people * of_value[cells.column(count)]
    present = people > 0
    if not present.all():
        people, codes = people[present], codes[present]
    others = [values for values in cells.dictionaries if values.column != count]
    return Cells(tuple(others), codes, people)


def numbers_of_people(dictionary: Dictionary, where: str) -> NDArray[np.int64]:
    """Read a column of counts: whole numbers, none missing, none beyond all people.

    >>> numbers_of_people(Dictionary.build("n", ["3", "0"], [1, 1]), "roles.count")
    array([0, 3])
    """
    numbers = [whole_number(value) for value in dictionary.values]
    bad = sum(number is None for number in numbers) + (
        dictionary.missing_code is not None
    )
    if bad:
        raise SourceError(
            f"{where}: the column '{dictionary.column}' must hold whole numbers of"
            f" people from 0 to {MOST_PEOPLE:,}, got {bad} of {dictionary.size}"
            " distinct values that are none"
        )
    return np.array(numbers, dtype=np.int64)


def whole_number(value: object) -> int | None:
    """Read a number of people; None where it is none."""
    try:
        number = as_decimal(value)
    except ValueError:
        return None
    return int(number) if number == int(number) and 0 <= number <= MOST_PEOPLE else None

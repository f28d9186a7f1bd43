# SPDX-License-Identifier: Apache-2.0
"""The parts of a table input, and how they are read from what users give."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict, TypeVar

from diversa.counts.cells import Cells
from diversa.data.population_source import PeopleSource
from diversa.data.roles import Names
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.tables.population_table import OwnPeople, RawPeople

PeopleInput = PeopleSource | RawPeople | OwnPeople | Cells
"""A population: where its table is, how that is generalized, or its counted people with
their own values or with labels."""


class RoleNames(TypedDict, total=False):
    """The roles of columns as users give them: each is one name or several."""

    identifiers: Names
    """The identifiers."""
    quasi_identifiers: Names
    """The quasi-identifiers."""
    sensitive: Names
    """The sensitive attributes."""


@dataclass(frozen=True)
class SensitiveTable:
    """The second table of a release in two tables: the sensitive values by group."""

    source: object
    """The file, or a frame."""
    group: str
    """The column with the number of the group, which the rows have too."""
    value: str
    """The column with the sensitive value."""
    count: str
    """The column with the number of rows of the group that have the value."""
    kept: tuple[str, ...] = ()
    """The columns of the rows that are kept."""


def population_from(population: object) -> PeopleInput | None:
    """A population in one of its forms; any other object is the source of its table."""
    if population is None or isinstance(population, PeopleInput):
        return population
    return PeopleSource.of(population)


def hierarchy_of(source: object) -> HierarchyKind:
    """The hierarchy that something describes; see `hierarchies.mapping`."""
    from diversa.hierarchies.mapping import hierarchy_from  # it knows every kind

    return hierarchy_from(source)


Choice = TypeVar("Choice", bound=StrEnum)


def choose(where: str, word: str, choices: type[Choice]) -> Choice:
    """Read one of the values of an enumeration."""
    words = [str(choice) for choice in choices]
    if word not in words:
        raise InputError(f"{where}: must be one of {', '.join(words)}, got {word!r}")
    return choices(word)

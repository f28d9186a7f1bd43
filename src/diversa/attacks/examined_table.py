# SPDX-License-Identifier: Apache-2.0
"""The table that is attacked: what is given of it, and its counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.matches import Matches, match
from diversa.audits.population import audited_people, group_as_published
from diversa.audits.reference import Reference, find_reference
from diversa.audits.two_tables import count_secret, require_same_groups
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import Counting, EngineChoice, Table
from diversa.engines.registry import open_counting, open_engine
from diversa.errors import HierarchyError, InputError, RoleError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models.model import Model
from diversa.release.promise import Promise, read_promise
from diversa.release.reading import READING
from diversa.tables.population_table import RawPeople
from diversa.tables.role_cells import RoleCells, count_roles


@dataclass(frozen=True, eq=False)
class Given:
    """What is given of a table: where it is, its columns, how it was made."""

    source: object
    roles: Roles
    models: tuple[Model, ...] = ()
    missing: MissingPolicy = MissingPolicy.RAISE
    reading: ReadOptions = field(default_factory=ReadOptions)
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    hierarchies: Mapping[str, HierarchyKind] = field(default_factory=dict)
    levels: Mapping[str, int] = field(default_factory=dict)
    """The level of each quasi-identifier, where a manifest says it."""
    group: str | None = None
    """The column with the number of the group, where it is published."""
    secret: tuple[Path, tuple[str, str, str]] | None = None
    """The table of sensitive values beside the rows, and its columns."""

    def settled(self) -> Given:
        """With what the manifest of a release says, if it is the folder of one."""
        if not isinstance(self.source, str | Path) or not Path(self.source).is_dir():
            return self
        folder = Path(self.source)
        if self.roles.counted:
            raise InputError(
                f"source: must be a table where columns are named, got the folder"
                f" {folder}; name its table, or leave the columns to its manifest"
            )
        promise = read_promise(folder)
        return replace(
            self,
            source=folder / promise.data_file,
            roles=promise.roles,
            models=self.models or promise.models,
            missing=promise.missing,
            reading=READING,
            levels=promise.levels,
            group=promise.group,
            secret=secret_table(folder, promise),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that make the groups of rows."""
        names = self.roles.quasi_identifiers
        return names if self.group is None else (*names, self.group)

    def trees(self) -> dict[str, HierarchyKind]:
        """The taxonomies of sensitive attributes."""
        names = self.roles.sensitive
        return {name: one for name, one in self.hierarchies.items() if name in names}


def secret_table(
    folder: Path, promise: Promise
) -> tuple[Path, tuple[str, str, str]] | None:
    """The sensitive table of a release in two tables."""
    if not promise.secret:
        return None
    group, value, count = promise.secret
    return folder / promise.secret_file, (group, value, count)


@dataclass(frozen=True, eq=False)
class ExaminedTable:
    """The counts of a table, and what people are matched with in it."""

    given: Given
    found: FrequencySet
    """The groups with their sensitive values."""
    rows: FrequencySet
    """What people are matched with: the groups, or in a release of two tables the
    rows, which do not look alike there."""
    place: NDArray[np.int64] | None = None
    """For each of the latter its group, where they are not the same."""

    def match(self, people: Cells, *, where: str) -> Matches:
        """Match people who are known by raw values.

        Args:
            people: Some of the quasi-identifiers.
            where: Where the people come from, for messages.
        """
        given = self.given
        try:
            matches = match(
                self.rows, people, hierarchies=given.hierarchies, levels=given.levels
            )
        except HierarchyError as error:
            raise HierarchyError(f"{where}: {error}") from None
        if self.place is None:
            return matches
        return matches.within(self.place, self.rows.groups.sizes)

    def match_known(self, known: object, engine: EngineChoice) -> Matches:
        """Read a table of known people and match them; other columns are not read."""
        names = self.given.roles.quasi_identifiers
        with open_counting(engine, known, names) as opened:
            table = opened.open(known)
            shared = tuple(name for name in names if name in table.columns)
            if not shared:
                raise RoleError(
                    "known: must have a quasi-identifier as a column, got none of"
                    f" {', '.join(names)}; there are: {', '.join(table.columns)}"
                )
            counted = count_roles(
                opened,
                table,
                Roles(quasi_identifiers=shared),
                missing=MissingPolicy.RAISE,
                kinds={},
            )
        return self.match(counted.cells, where="known")


def count_attacked(
    given: Given, engine: EngineChoice, population: object, reference: object
) -> ExaminedTable:
    """Count the table, as an audit does.

    Args:
        given: The table.
        engine: The engine that reads it, or its name; DuckDB by default.
        population: See `audited_people`.
        reference: The original table; see `find_reference`.
    """
    if given.secret is not None:
        return count_two_tables(given, *given.secret, engine, reference)
    alone = isinstance(reference, Reference | None)
    alone = alone and isinstance(population, Cells | None)
    names = (*given.columns, *given.roles.sensitive)
    with open_counting(engine, given.source, names, alone=alone) as opened:
        table = opened.open(given.source, options=given.reading)
        given.roles.check(table.columns)
        roles = replace(given.roles, quasi_identifiers=given.columns)
        counted = count(opened, table, given, roles)
        original = refer(opened, given, roles, counted, reference)
        people = audited_people(
            opened,
            raw_people(given, population),
            given.columns,
            models=(),
            missing=given.missing,
            kinds=given.kinds,
            offered=given.roles.sensitive,
        )
    cells = original.encode(counted.cells)
    found = group_as_published(cells, given.columns, original.sensitive, people)
    return ExaminedTable(given, found, found)


def count(engine: Counting, table: Table, given: Given, roles: Roles) -> RoleCells:
    """Count the columns with a role."""
    return count_roles(engine, table, roles, missing=given.missing, kinds=given.kinds)


def refer(
    engine: Counting, given: Given, roles: Roles, counted: RoleCells, reference: object
) -> Reference:
    """The original table, or the table itself; only taxonomies matter here."""
    trees = given.trees()
    return find_reference(
        engine, reference, roles, counted, hierarchies=trees, kinds=given.kinds
    )


def raw_people(given: Given, population: object) -> object:
    """The population as it was handed over, with how a release generalizes it."""
    declared = any(one in given.hierarchies for one in given.roles.quasi_identifiers)
    if population is None or not (declared and given.levels):
        return population
    if not isinstance(population, PeopleSource):
        population = PeopleSource.of(population)
    return RawPeople(population, given.hierarchies, given.levels)


def count_two_tables(
    given: Given,
    secret: Path,
    columns: tuple[str, str, str],
    engine: EngineChoice,
    reference: object,
) -> ExaminedTable:
    """Count a release of rows with groups, and values with groups."""
    group, value, _ = columns
    with open_engine(engine, given.source) as opened:
        rows = opened.open(given.source, options=given.reading)
        table = opened.open(secret, options=given.reading)
        counted = count_secret(opened, table, columns, given.missing)
        require_same_groups(opened, rows, counted.cells, group)
        roles = Roles(quasi_identifiers=(group,), sensitive=(value,))
        original = refer(opened, given, roles, counted, reference)
        names = (*given.roles.quasi_identifiers, group)
        told = count(opened, rows, given, Roles(quasi_identifiers=names))
    cells = original.encode(counted.cells)
    found = group_as_published(cells, (group,), original.sensitive, None)
    apart = group_as_published(told.cells, names, (), None)
    return ExaminedTable(given, found, apart, groups_of_rows(found, apart))


def groups_of_rows(found: FrequencySet, apart: FrequencySet) -> NDArray[np.int64]:
    """For each kind of row the group that its number names."""
    number = {
        str(found.hierarchies[0].labels[0][code]): group
        for group, code in enumerate(found.codes[0].tolist())
    }
    named = [number[str(label)] for label in apart.hierarchies[-1].labels[0]]
    return np.array(named, dtype=np.int64)[apart.codes[-1]]

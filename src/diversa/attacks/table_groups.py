# SPDX-License-Identifier: Apache-2.0
"""The groups of a table under attack, and the labels that people are matched with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.class_rows import TuplePlaces
from diversa.attacks.matches import Matches, match
from diversa.audits.box_people import BoxPeople
from diversa.audits.population import group_as_published, match_population
from diversa.audits.reference import Reference, find_reference
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.suppression import select
from diversa.data.column_names import list_columns
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.engines.registry import open_engine
from diversa.errors import HierarchyError, RoleError
from diversa.models.needs import Gap
from diversa.tables.input_parts import SensitiveTable
from diversa.tables.table_input import TableInput


@dataclass(frozen=True, eq=False)
class TableGroups:
    """The groups of a table, and the rows that people are matched with."""

    table: TableInput
    """The table and its settings."""
    published: FrequencySet
    """The groups with their sensitive values."""
    rows: FrequencySet
    """The kinds of rows that people are matched with: the groups, or in a release of
    two tables the distinct rows."""
    place: NDArray[np.int64] | None = None
    """Group of each entry of `rows`; None if `rows` is `published`."""
    gap: Gap | None = None
    """Why a population is of no use to attacks on whole groups, if so."""
    boxes: BoxPeople | None = None
    """The people of a population, and the labels that fit their own values."""
    tuples: Cells | None = None
    """The quasi-identifiers of the rows, in a release of two tables."""
    places: TuplePlaces | None = None
    """The values that the rows of a group are published with, in a release of two
    tables."""
    learnt: TuplePlaces | None = None
    """The same with the columns that are kept, if there are any: who learns what goes
    with what uses all columns."""

    @property
    def levels(self) -> Mapping[str, int]:
        """The known level of each quasi-identifier; 0 in a release of two tables."""
        if self.place is None:
            return self.table.levels
        return dict.fromkeys(self.table.roles.quasi_identifiers, 0)

    def match(
        self, people: Cells, *, where: str, chosen: NDArray[np.int64] | None = None
    ) -> Matches:
        """Match people by their raw values; `where` names them in messages.

        With `chosen`, only these entries of `rows` are looked at.
        """
        try:
            matches = match(
                self.rows,
                people,
                hierarchies=self.table.hierarchies,
                levels=self.levels,
                chosen=chosen,
            )
        except HierarchyError as error:
            raise HierarchyError(f"{where}: {error}") from None
        if self.place is None:
            return matches
        return matches.within(self.place, self.rows.groups.sizes)

    def match_known(self, known: object) -> KnownPeople:
        """Match a table of known people by the quasi-identifiers that it has."""
        names = self.table.roles.quasi_identifiers
        cells = count_known(self.table, known, names, where="known")
        return KnownPeople(cells, self.match(cells, where="known"))


@dataclass(frozen=True, eq=False)
class KnownPeople:
    """People whom the adversary knows by raw values, and the groups that they match."""

    cells: Cells
    """Their values."""
    matches: Matches
    """The groups of each distinct person."""

    def roster(self, groups: Groups) -> TuplePlaces | None:
        """The people of the groups of which everybody is known; None without such."""
        matches = self.matches
        alone = np.diff(matches.starts) == 1
        group = matches.groups[matches.starts[:-1][alone]]
        rows = np.bincount(group, matches.people[alone], len(groups))
        whole = (rows == groups.sizes) & (rows > 0)
        if matches.part is not None or not whole.any():
            return None
        columns = [self.cells.column(name) for name in matches.attributes]
        person = np.lexsort(columns[::-1])[alone]  # people are numbered in this order
        number = np.cumsum(whole) - 1
        chosen = whole[group]
        return TuplePlaces(
            select(groups, whole),
            [self.cells.dictionary(name) for name in matches.attributes],
            np.stack(columns),
            person[chosen],
            number[group[chosen]],
            matches.people[alone][chosen],
        )


def count_known(
    table: TableInput, known: object, names: Sequence[str], *, where: str
) -> Cells:
    """Count people by those of some quasi-identifiers that their table has."""
    people = TableInput(known, reading=table.reading.shared, engine=table.engine)
    with people.open(names) as opened:
        columns = opened.table.columns
        shared = tuple(name for name in names if name in columns)
        if not shared:
            raise RoleError(
                f"{where}: must have a quasi-identifier as a column, got none of"
                f" {', '.join(names)}; there are: {list_columns(columns)}"
            )
        return opened.count(Roles(quasi_identifiers=shared)).cells


@dataclass(frozen=True, eq=False)
class PeopleWithSecrets:
    """People with raw quasi-identifiers and sensitive values, as far as both are known.

    One line for each distinct tuple.
    """

    cells: Cells
    """The people."""
    names: tuple[str, ...]
    """The quasi-identifiers that are known."""
    sensitive: tuple[str, ...]
    """The sensitive attributes that are known."""


def count_with_secrets(
    table: TableInput, given: object, *, missing: MissingPolicy, where: str
) -> PeopleWithSecrets:
    """Count people by the quasi-identifiers and sensitive columns that they have."""
    names, secrets = table.roles.quasi_identifiers, table.roles.sensitive
    people = TableInput(
        given,
        missing=missing,
        reading=table.reading.shared,
        kinds=table.kinds,
        engine=table.engine,
    )
    with people.open((*names, *secrets)) as opened:
        columns = opened.table.columns
        known = tuple(name for name in names if name in columns)
        told = tuple(name for name in secrets if name in columns)
        if not told:
            raise RoleError(
                f"{where}: must have a sensitive column, got none of"
                f" {', '.join(secrets)}; there are: {list_columns(columns)}"
            )
        cells = opened.count(Roles(quasi_identifiers=known, sensitive=told)).cells
    return PeopleWithSecrets(cells, known, told)


def group_table(
    table: TableInput, reference: object = None, *, needs_person: bool = True
) -> TableGroups:
    """Count a table and its original, as an audit does.

    Without `needs_person`, the table may lack the column that says whose a row is.
    """
    sensitive_table, names = table.sensitive_table, table.group_columns
    if sensitive_table is not None:
        return group_two_tables(table, sensitive_table, reference)
    alone = isinstance(reference, Reference | None)
    with table.open((*names, *table.roles.sensitive), alone=alone) as whole:
        opened = whole if needs_person else whole.without_absent("person")
        opened.check_roles()
        roles = replace(opened.table_input.roles, quasi_identifiers=names)
        counted = opened.count(roles)
        # Of the hierarchies only the trees of sensitive values matter here.
        grouped = replace(table, roles=roles, hierarchies=table.sensitive_trees)
        original = find_reference(opened.engine, reference, grouped, counted)
        people = match_population(
            opened, names, offered=roles.sensitive, cells=counted.cells
        )
    cells = original.encode(counted.cells)
    matched = None if people is None else people.cells
    published = group_as_published(
        cells, names, original.sensitive, matched, counted.kinds
    )
    if people is None:
        return TableGroups(table, published, published)
    if matched is None and people.boxes is not None:
        population = people.boxes.population(published)
        published = replace(
            published, groups=replace(published.groups, population=population)
        )
    return TableGroups(table, published, published, gap=people.gap, boxes=people.boxes)


def group_two_tables(
    table: TableInput, sensitive_table: SensitiveTable, reference: object
) -> TableGroups:
    """Count a release of rows with groups and a sensitive table."""
    from diversa.audits.two_tables import count_sensitive_table, original_values

    names = (*table.roles.quasi_identifiers, sensitive_table.group)
    with open_engine(table.engine, table.source) as engine:
        opened = table.open_in(engine)
        values = count_sensitive_table(opened, sensitive_table)
        original = original_values(opened, sensitive_table, values, reference)
        counted = opened.count(Roles(quasi_identifiers=names))
        kept = tuple(n for n in sensitive_table.kept if n in opened.table.columns)
        whole = opened.count(Roles(quasi_identifiers=(*names, *kept))) if kept else None
    cells = original.encode(values.cells)
    published = group_as_published(
        cells, (sensitive_table.group,), original.sensitive, None
    )
    rows = group_as_published(counted.cells, names, (), None)
    group_of = groups_by_label(published, rows.hierarchies[-1].labels[0])
    known = table.roles.quasi_identifiers
    of_rows = partial(places_of_cells, published, sensitive_table.group)
    return TableGroups(
        table,
        published,
        rows,
        group_of[rows.codes[-1]],
        tuples=without_column(counted.cells, sensitive_table.group),
        places=of_rows(counted.cells, known),
        learnt=None if whole is None else of_rows(whole.cells, known, kept),
    )


def places_of_cells(
    published: FrequencySet,
    group: str,
    cells: Cells,
    names: Sequence[str],
    kept: Sequence[str] = (),
) -> TuplePlaces:
    """The tuples of rows and their groups, by the columns that are named."""
    group_of = groups_by_label(published, cells.dictionary(group).texts)
    columns = (*names, *kept)
    return TuplePlaces(
        published.groups,
        [cells.dictionary(name) for name in columns],
        np.stack([cells.column(name) for name in columns]),
        np.arange(len(cells.counts)),
        group_of[cells.column(group)],
        cells.counts,
        kept=len(kept),
    )


def without_column(cells: Cells, name: str) -> Cells:
    """Cells without one of their columns; several may be alike."""
    kept = [
        place
        for place, dictionary in enumerate(cells.dictionaries)
        if dictionary.column != name
    ]
    dictionaries = tuple(cells.dictionaries[place] for place in kept)
    return Cells(dictionaries, cells.codes[:, kept], cells.counts)


def groups_by_label(
    published: FrequencySet, labels: Sequence[object]
) -> NDArray[np.int64]:
    """The group that each label names by its number."""
    number = {
        str(published.hierarchies[0].labels[0][code]): group
        for group, code in enumerate(published.codes[0].tolist())
    }
    return np.array([number[str(label)] for label in labels], dtype=np.int64)

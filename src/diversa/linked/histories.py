# SPDX-License-Identifier: Apache-2.0
"""The histories of people, counted from their visits inside an engine.

The engine numbers the visits of a person, so that equal ones are told apart, and counts
kinds of people as it does anywhere. No identifier comes here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.histories import Histories
from diversa.counts.kinds import Kinds
from diversa.data.dictionary import Kind, as_text
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.errors import MissingValueError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models.k_anonymity import KAnonymity
from diversa.models.linked_privacy import LinkedModel, Secrets
from diversa.search.linked import LinkedTask
from diversa.search.linked_side import Budget, Side
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.table_input import TableInput

NUMBER = "number of the visit"
"""The column that numbers the visits of a person."""


@dataclass(frozen=True)
class Columns:
    """The columns of both tables by what they are."""

    person: str
    """The column that says who it is."""
    people: tuple[str, ...]
    """What may be known of people."""
    visits: tuple[str, ...]
    """What may be known of a visit."""
    secrets: Secrets
    """The sensitive attributes."""

    @property
    def known(self) -> tuple[str, ...]:
        """All that may be known."""
        return (*self.people, *self.visits)


@dataclass(frozen=True, eq=False)
class CountedHistories:
    """Histories of people with the values behind their numbers."""

    counted: CountTable
    """The joined table."""
    columns: Columns
    """Its columns."""
    histories: Histories
    """The histories."""
    people: Codes = field(repr=False)
    """The codes of the constants that each number stands for."""
    visits: Codes = field(repr=False)
    """The codes of what is known of a visit, likewise."""

    def task(self, models: tuple[LinkedModel, ...], budget: Budget) -> LinkedTask:
        """The task of a search."""
        hierarchies, own = self.counted.hierarchies, len(self.columns.people)
        return LinkedTask(
            self.histories,
            Side(self.people, hierarchies[:own]),
            Side(self.visits, hierarchies[own : len(self.columns.known)]),
            models,
            self.columns.secrets,
            budget,
        )

    def with_hierarchies_of(self, left: Histories) -> CountedHistories:
        """The same with automatic hierarchies as some of the people shape them."""
        sides = (
            (self.people, self.columns.people, *self.people_of(left)),
            (self.visits, self.columns.visits, *self.visitors(left)),
        )
        rows: dict[str, Ints] = {NUMBER: self.counted.dictionaries[-1].counts}
        for codes, names, number, people in sides:
            for place, name in enumerate(names):
                size = self.counted.cells.dictionary(name).size
                rows[name] = np.bincount(
                    codes[number, place], people, minlength=size
                ).astype(np.int64)
        return replace(self, counted=self.counted.reshape(rows))

    def people_of(self, left: Histories) -> tuple[Ints, Ints]:
        """The first constants of the people who are left, and how many they are."""
        return self.histories.constants[left.origins], left.people

    def visitors(self, left: Histories) -> tuple[Ints, Ints]:
        """The first number of each kind of visit that a history has, and its people."""
        visits = self.first_visits[left.lines]
        space = len(self.visits) + 1
        pairs = np.unique(left.owners * space + visits)
        return pairs % space, left.people[pairs // space]

    @property
    def first_visits(self) -> Ints:
        """The number of each visit, in the order in which they were counted."""
        numbers = np.empty_like(self.histories.visits)
        numbers[self.histories.lines] = self.histories.visits
        return numbers


def count_histories(
    engine: Counting,
    table: Table,
    columns: Columns,
    *,
    missing: MissingPolicy,
    reading: ReadOptions,
    kinds: Mapping[str, Kind],
    hierarchies: Mapping[str, HierarchyKind],
    least: int = 1,
) -> CountedHistories:
    """Count the histories in a table of numbered visits; see `TablePair.histories`.

    `least` is the number of people who must have a value before it shapes a hierarchy.
    """
    secrets = columns.secrets
    roles = Roles(
        quasi_identifiers=(*columns.known, NUMBER),
        sensitive=secrets.every,
        person=columns.person,
    )
    opened = TableInput(
        table, roles, MissingPolicy.OWN, reading, kinds, hierarchies
    ).open_in(engine)
    counted = count_table(opened, [KAnonymity(max(1, least))])
    cells = counted.cells
    found = counted.kinds
    if found is None:  # everybody has one row
        found = Kinds(
            np.arange(len(cells.counts) + 1), np.arange(len(cells.counts)), cells.counts
        )
    numbers = cells.dictionary(NUMBER)
    nothing = [code for code, x in enumerate(numbers.values) if as_text(x) == "0"]
    is_visit = ~np.isin(cells.column(NUMBER), nothing)[found.cells]
    owners = np.repeat(np.arange(len(found)), found.sizes)
    cells_of = found.cells.astype(np.int64)
    first, lines = cells_of[found.starts[:-1]], cells_of[is_visit]
    check_missing(counted, secrets.visits, lines, missing)
    check_missing(counted, secrets.people, first, missing)
    people, constants = distinct_lines(counted, columns.people, first)
    visits, known = distinct_lines(counted, columns.visits, lines)
    number = np.bincount(owners[is_visit], minlength=len(found))
    histories = Histories.of(
        constants,
        np.concatenate([[0], np.cumsum(number)]),
        known,
        codes_of(counted, secrets.visits, lines),
        found.people,
        codes_of(counted, secrets.people, first),
    )
    return CountedHistories(counted, columns, histories, people, visits)


def codes_of(counted: CountTable, names: Sequence[str], cells: Ints) -> Codes:
    """The codes of some columns in some cells, a line for each."""
    lines = np.zeros((len(cells), len(names)), dtype=np.int32)
    for place, name in enumerate(names):
        lines[:, place] = counted.cells.column(name)[cells]
    return lines


def distinct_lines(
    counted: CountTable, names: Sequence[str], cells: Ints
) -> tuple[Codes, Ints]:
    """The distinct codes of some columns in some cells, and the number of each cell."""
    lines, numbers = np.unique(
        codes_of(counted, names, cells), axis=0, return_inverse=True
    )
    return lines, numbers.reshape(-1)


def check_missing(
    counted: CountTable, names: Sequence[str], cells: Ints, missing: MissingPolicy
) -> None:
    """Refuse sensitive values that are missing, unless they are values of their own."""
    for place, name in enumerate(names):
        code = counted.cells.dictionary(name).missing_code
        lost = codes_of(counted, names, cells)[:, place] == code
        if missing is MissingPolicy.RAISE and lost.any():
            raise MissingValueError(
                f"column '{name}': must have no missing value, got some; say what they"
                ' are: missing = "own" is a value of its own'
            )

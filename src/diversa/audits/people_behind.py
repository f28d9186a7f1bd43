# SPDX-License-Identifier: Apache-2.0
"""The people behind the rows of a release, counted with the original table.

A release does not say whose a row is. Its original does: its rows are placed in the
published groups by the labels, and must be the published rows, so many of each as the
manifest says. Who a row is about stays inside the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np

from diversa.array_types import Ints
from diversa.audits.published_lines import PublishedLines, not_among
from diversa.audits.row_numbers import RowNumbers, rows_of_kinds
from diversa.audits.row_places import place_in_groups
from diversa.counts.cells import Cells
from diversa.counts.kinds import Kinds
from diversa.counts.population_cells import number_lines
from diversa.data.column_names import list_columns
from diversa.data.missing import MissingPersonPolicy, MissingPolicy
from diversa.data.roles import Roles
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import RoleError
from diversa.models.needs import NOT_SHOWN, Gap
from diversa.recodings.groupings import free_name
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.people import PeopleRecord
from diversa.record.record import Record
from diversa.tables.one_spelling import one_spelling
from diversa.tables.role_cells import RoleCells, count_roles
from diversa.tables.table_input import OpenedTable

AVERAGED = Gap(
    "whose values stand behind published averages",
    "publish ranges (numbers = range) and save their recoding (--recoding FILE) where"
    " it must be known",
)
"""The gap of labels that do not show their values."""

INSIDE = Gap(
    "which of the rows that fit a group were suppressed",
    "give the recoding that was saved with the release (--recoding FILE)",
)
"""The gap of a release with suppressed rows inside its groups."""

CAPPED = Gap(
    "which rows of a person were chosen",
    "give the seed that drew them, if the release was made with one (--seed N)",
)
"""The gap of a release with a greatest number of rows for each person."""

OTHER_DRAW = Gap(
    "which rows of a person were chosen: this seed draws others from this table",
    "give the seed and the file that the release was made with",
)
"""The gap of a seed that draws other rows than those that are published."""

OTHER_TABLE = Gap(
    "whose the rows are, and the table that was given has other rows",
    "give the table that the release was made from",
)
"""The gap of a table that is not the original."""


UNNAMED = Gap(
    "the people of published rows that do not say whose they are",
    "publish all rows (people.rows = all) where it must be known",
)
"""The gap of rows without a person, of which those that look alike are one row."""


@dataclass(frozen=True, eq=False)
class PeopleBehind:
    """The people of an original table in the groups of its release."""

    people: int
    """People of the original."""
    counted: RoleCells | None = field(default=None, repr=False)
    """The published rows with their people; None where these are not known."""
    gap: Gap | None = None
    """The reason why they are not known."""
    fault: str = ""
    """The difference of the published rows from those of the original, if any."""
    known: RowNumbers | None = None
    """The sureness that numbers of rows give, where it was counted."""
    drawn: Table | None = field(default=None, repr=False)
    """The rows of the original that were drawn, where the seed is known."""


def people_behind(
    engine: Engine,
    rows: OpenedTable,
    source: object,
    record: Record,
    saved: SavedRecoding | None = None,
    seed: int | None = None,
) -> PeopleBehind:
    """Count the people behind the rows of a release with its original.

    The recoding that was saved with the release tells where rows went that its labels
    alone do not place; the seed, which rows of a person were drawn.
    """
    people, names = record.people, record.roles.quasi_identifiers
    if people is None:
        message = "the release counts rows"
        raise ValueError(message)
    kept = tuple(name for name in record.columns if name in record.roles.every_kept)
    sensitive = () if record.sensitive_table else rows.table_input.roles.sensitive
    roles = Roles((), (*names, *kept), sensitive)
    table = open_original(rows, source, replace(roles, person=people.person))
    original = count_original(rows, table, roles, people)
    kinds = original.kinds or Kinds.of(*np.zeros((2, 0), dtype=np.int64))
    labels: Ints | Gap
    if record.averages is not None:
        labels = AVERAGED
    else:
        published = count_published(rows, roles)
        labels = place_in_groups(published, original.cells, rows, record, saved)
    if isinstance(labels, Gap):
        return PeopleBehind(kinds.total, gap=labels)
    lines = PublishedLines.of(published, original.cells, labels, len(names))
    if people.rows in ("distinct", "all"):
        behind = compare_rows(lines, original, kinds, record)
        return with_bags(behind, rows, table, roles, lines, original.cells, record)
    most = most_of_each(engine, table, people)
    fault = lines.fault(lines.rows_of(original.cells), may_lack=True)
    extra = int(lines.published.sum()) - most
    fault = fault or (not_among(extra) if extra > 0 else "")
    if fault or seed is None:
        gap = OTHER_TABLE if fault else CAPPED
        return PeopleBehind(kinds.total, gap=gap, fault=fault)
    drawn = engine.draw(
        table, people.person, int(people.rows), seed=seed, columns=record.roles.every
    )
    found = count_original(rows, drawn, roles, people)
    labels = place_in_groups(published, found.cells, rows, record, saved)
    if isinstance(labels, Gap) or found.kinds is None:
        return PeopleBehind(kinds.total, gap=OTHER_DRAW)
    lines = PublishedLines.of(published, found.cells, labels, len(names))
    behind = compare_rows(lines, found, found.kinds, record)
    other = OTHER_DRAW if behind.fault else behind.gap
    behind = with_bags(behind, rows, drawn, roles, lines, found.cells, record)
    return replace(behind, people=kinds.total, fault="", gap=other, drawn=drawn)


def compare_rows(
    lines: PublishedLines, original: RoleCells, kinds: Kinds, record: Record
) -> PeopleBehind:
    """Count the people if the published rows are those of the original."""
    behind, possible = lines.kinds(kinds), lines.rows_of(original.cells)
    if record.sensitive_table:
        return of_two_tables(lines, possible, kinds)
    distinct = record.people is not None and record.people.rows == "distinct"
    expected = behind.in_cells(len(possible)) if distinct else possible
    if distinct and behind.unnamed is not None:
        expected = expected + behind.unnamed  # each such row is published
    unnamed = record.people is not None and record.people.missing_person == "own"
    inside = record.levels is None and record.gone > 0
    if fault := lines.fault(expected, may_lack=inside or unnamed):
        return PeopleBehind(kinds.total, gap=OTHER_TABLE, fault=fault)
    if (lines.published < expected).any():
        return PeopleBehind(kinds.total, gap=UNNAMED if unnamed else INSIDE)
    width = len(record.roles.quasi_identifiers)
    counted = lines.groups(behind, original.sensitive, width)
    known = None
    if distinct and not unnamed and behind.unnamed is None:
        known = count_known(lines.cells, behind, record)
    return PeopleBehind(kinds.total, counted, known=known)


def count_known(
    cells: Cells, kinds: Kinds, record: Record, times: Ints | None = None
) -> RowNumbers:
    """What the number of rows of a person tells, from the lines that people have."""
    names = record.roles.quasi_identifiers
    sensitive = [
        one.column for one in cells.dictionaries if one.column in record.roles.sensitive
    ]
    worst = record.missing is MissingPolicy.WORST
    return rows_of_kinds(cells, kinds, names, sensitive, times=times, worst=worst)


def with_bags(
    behind: PeopleBehind,
    rows: OpenedTable,
    table: Table,
    roles: Roles,
    lines: PublishedLines,
    original: Cells,
    record: Record,
) -> PeopleBehind:
    """Count what the number of rows tells, where people have some that look alike.

    The table has the published rows, as the original has them.
    """
    people = record.people
    if people is None or people.missing_person != "raise" or people.rows == "distinct":
        return behind
    if behind.counted is None:
        return behind
    count = free_name("rows", table.columns)
    named = (*roles.quasi_identifiers, *roles.sensitive, people.person)
    bags = cast("Engine", rows.engine).tally(table, named, count=count)
    more = replace(roles, quasi_identifiers=(*roles.quasi_identifiers, count))
    found = count_original(rows, bags, more, people)
    if found.kinds is None:
        return behind
    columns = [one.column for one in found.cells.dictionaries]
    place = columns.index(count)
    same = np.delete(found.cells.codes, place, axis=1)
    both = np.concatenate([original.codes, same])
    number = number_lines(both, original.dictionaries)
    cell = np.full(int(number.max(initial=0)) + 1, -1, dtype=np.int64)
    cell[number[: len(original.codes)]] = np.arange(len(original.codes))
    line = lines.place[cell[number[len(original.codes) :]]]
    has = line >= 0
    values = np.array(found.cells.dictionary(count).numbers, dtype=np.int64)
    times = values[found.cells.codes[:, place]]
    shown = Cells(
        lines.dictionaries, lines.codes[line[has]], (found.cells.counts * times)[has]
    )
    known = count_known(shown, found.kinds.select(has), record, times[has])
    return replace(behind, known=known)


def of_two_tables(lines: PublishedLines, possible: Ints, kinds: Kinds) -> PeopleBehind:
    """The people behind two tables: rows, where everybody has one."""
    fault = lines.fault(possible, may_lack=True)
    one_each = kinds.total == int(possible.sum()) and (kinds.sizes == 1).all()
    gap = None if one_each and not fault else NOT_SHOWN
    return PeopleBehind(kinds.total, gap=gap, fault=fault)


def open_original(rows: OpenedTable, source: object, roles: Roles) -> Table:
    """Open the original, which must have the published columns and the person."""
    table, reading = rows.table_input, rows.table_input.reading.shared
    opened = rows.engine.open(source, options=reading)
    if lacking := [name for name in roles.every if name not in opened.columns]:
        raise RoleError(
            "table: must be the one that the release was made from, got one without"
            f" the columns {', '.join(lacking)}; there are:"
            f" {list_columns(opened.columns)}"
        )
    return one_spelling(
        rows.engine, opened, roles.sensitive, reading=reading, kinds=table.kinds
    ).table


def count_original(
    rows: OpenedTable, opened: Table, roles: Roles, people: PeopleRecord
) -> RoleCells:
    """Count the published columns of the original, and its people."""
    table = rows.table_input
    # Without a policy a release has no missing value: such rows were dropped.
    dropped = table.missing is MissingPolicy.RAISE
    return count_roles(
        rows.engine,
        opened,
        replace(roles, person=people.person),
        missing=MissingPolicy.DROP if dropped else table.missing,
        kinds=table.kinds,
        reading=table.reading.shared,
        missing_person=MissingPersonPolicy(people.missing_person),
    )


def count_published(rows: OpenedTable, roles: Roles) -> Cells:
    """Count the same columns of the release."""
    table = rows.table_input
    return count_roles(
        rows.engine,
        rows.table,
        roles,
        missing=table.missing,
        kinds=table.kinds,
        reading=table.reading,
    ).cells


def most_of_each(engine: Engine, table: Table, people: PeopleRecord) -> int:
    """The rows of a table if nobody has more than the greatest number."""
    count = free_name("rows", table.columns)
    each = engine.tally(table, (people.person,), count=count)
    rows = engine.values(each, count)
    return int((np.minimum(rows.numbers, int(people.rows)) * rows.counts).sum())

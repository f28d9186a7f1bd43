# SPDX-License-Identifier: Apache-2.0
"""The survey of a table: the values, spellings and likely role of every column."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from diversa.data.dictionary import Dictionary
from diversa.data.roles import Roles
from diversa.data.spelling import Hints
from diversa.data.variants import Variants, find_variants
from diversa.engines.counting import Repeats
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import NestedColumnError
from diversa.suggestions.number_meaning import may_count
from diversa.suggestions.role_guess import OTHER, ROLES, RoleGuess, guess_role
from diversa.tables.count_table import check_rows
from diversa.tables.expansion import expand_lines
from diversa.tables.table_input import TableInput

ABSENT = frozenset({"?", "NA", "N/A", "NULL", "NaN"})
"""Texts that stand for a missing value in many files."""

NESTED = "lists or records, which have no role"
"""The reason to withhold values with parts."""

WEIGHTS = "sampling weights, as you said"
"""The reason to withhold the weight of a row."""

COUNTS = "numbers of people, as you said"
"""The reason why the count of a line has no other role."""


@dataclass(frozen=True, eq=False)
class TableSurvey:
    """The columns of a table: guesses, values and spellings."""

    table: Table
    """The rows, one for each person."""
    lines: Table
    """The lines of the source, which may stand for several people."""
    guesses: dict[str, RoleGuess]
    """The role of every column."""
    dictionaries: dict[str, Dictionary] = field(repr=False)
    """The values of all columns but identifiers."""
    variants: tuple[Variants, ...]
    """The columns with several spellings of a value."""
    absent: frozenset[str]
    """Texts of a text file that stand for a missing value."""
    repeats: dict[str, Repeats] = field(default_factory=dict)
    """The times that the values of identifiers repeat."""
    counts: list[str] = field(default_factory=list)
    """Columns that may say how many people a line stands for."""


def survey(
    engine: Engine, table_input: TableInput, others: tuple[str, ...] = ()
) -> TableSurvey:
    """Guess the role of every column; values of identifiers are not kept.

    `others` are columns that name others than the people of the table.
    """
    reading, roles = table_input.reading, table_input.roles
    lines = engine.open(table_input.source, options=reading)
    table = people_of(engine, lines, roles)
    check_rows(table)
    sayings = roles_of_user(roles, others)
    seen = TableSurvey(table, lines, {}, {}, (), frozenset())
    variants: list[Variants] = []
    absent: set[str] = set()
    for name in table.columns:
        values = values_to_judge(
            engine, table, name, reading.hints, is_needed=name in sayings
        )
        if values is None:
            seen.guesses[name] = RoleGuess(OTHER, NESTED)
            continue
        guess = seen.guesses[name] = sayings.get(name) or guess_role(values)
        if table.source == "csv":
            absent |= ABSENT.intersection(values.values.tolist())
        if name not in sayings and may_count(values):
            seen.counts.append(name)
        if guess.role == "identifiers":
            seen.repeats.update(engine.repeats(lines, [name]))
            continue
        found = find_variants(values, missing=reading.missing)
        if found is not None and found.values:
            variants.append(found)
        if found is not None and guess.role == "sensitive" and reading.by_meaning:
            spelled = engine.respell(table, name, found.spellings, found.instead)
            values = replace(engine.values(spelled, name), hints=reading.hints)
        seen.dictionaries[name] = values
    return replace(seen, variants=tuple(variants), absent=frozenset(absent))


def people_of(engine: Engine, lines: Table, roles: Roles) -> Table:
    """The table with a row for each person, where its lines stand for several."""
    if roles.count not in lines.places:
        return lines
    return expand_lines(engine, lines, str(roles.count))


def roles_of_user(roles: Roles, others: tuple[str, ...]) -> dict[str, RoleGuess]:
    """The roles that the user stated; `others` name others than the table's people."""
    sayings = {
        name: RoleGuess(role, "as you said")
        for role in ROLES
        for name in getattr(roles, role)
    } | {
        name: RoleGuess("identifiers", "as you said")
        for name in (*roles.columns_of("person"), *others)
        if name not in (*roles.columns_to_count, *roles.identifiers)
    }
    sayings |= {name: RoleGuess(OTHER, WEIGHTS) for name in roles.columns_of("weight")}
    return sayings | {
        name: RoleGuess(OTHER, COUNTS) for name in roles.columns_of("count")
    }


def values_to_judge(
    engine: Engine, table: Table, name: str, hints: Hints, *, is_needed: bool
) -> Dictionary | None:
    """The values of a column; None for lists and records, unless they are needed."""
    try:
        return replace(engine.values(table, name), hints=hints)
    except NestedColumnError:
        if is_needed:
            raise
        return None

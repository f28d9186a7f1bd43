# SPDX-License-Identifier: Apache-2.0
"""Identifiers that repeat: whoever publishes must say whether rows are people.

Models count rows. Where an identifier repeats, a person may have several of them, and a
group of five rows may be one person. Nothing is counted until the plan names the column
of the person, says that every row is another person, or that the identifier names
somebody else. No column is chosen here: a wrong one would make the counts wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from diversa.engines.counting import Counting, Repeats
from diversa.engines.table import Table
from diversa.errors import RoleError
from diversa.plan.plan import Plan
from diversa.suggestions.column_sample import ENOUGH, ColumnSample
from diversa.suggestions.role_guess import guess_by_sample
from diversa.suggestions.role_words import HOMES, voices

MOST_ROWS = 1000
"""Rows of a value on average, in a column without a role that may be of people."""


def columns_to_open(plan: Plan) -> tuple[str, ...] | None:
    """The columns of a table that a plan needs: all, if any may be of people."""
    return plan.roles.every if is_answered(plan) else None


def is_answered(plan: Plan) -> bool:
    """True if a plan says whose the rows are, whichever columns repeat."""
    return plan.roles.person is not None or plan.people.rows_are_people


def check_people(engine: Counting, table: Table, plan: Plan) -> None:
    """Refuse a table in which a person may have several rows, unless the plan says."""
    if is_answered(plan) or not (found := repeating_columns(engine, table, plan)):
        return
    listed = [
        f"'{name}'{'' if name in plan.roles.identifiers else ', which has no role,'}"
        f" repeats: {times.present:,} rows have {times.different:,} different values"
        for name, times in found.items()
    ]
    name = next(iter(found)) if len(found) == 1 else "COLUMN"
    raise RoleError(
        f"roles.person: {'; '.join(listed)}. A person may have several rows, and a"
        " group of k rows may be fewer people. Say one of these:"
        f"\n  person='{name}' protects people, if the column says who a row is about"
        " (recommended),"
        f"\n  not_the_subject='{name}' if it names somebody else, such as a doctor,"
        "\n  rows_are_people=True if every row is another person."
    )


def repeating_columns(engine: Counting, table: Table, plan: Plan) -> dict[str, Repeats]:
    """The columns by which a person may have several rows, and their numbers.

    These are identifiers that repeat, and columns without a role that repeat and are
    likely identifiers.
    """
    others = {*plan.roles.others(table.columns)}
    asked = [
        name
        for name in table.columns
        if name in others or name in plan.roles.identifiers
    ]
    found = repeating(engine.repeats(table, asked), plan)
    return {
        name: times
        for name, times in found.items()
        if name not in others or is_likely_person(engine, table, name, times)
    }


def repeating(found: Mapping[str, Repeats], plan: Plan) -> dict[str, Repeats]:
    """The columns that repeat and that a plan does not answer for."""
    return {
        name: times
        for name, times in found.items()
        if times.different < times.present
        and not is_answered(plan)
        and name not in plan.people.not_the_subject
    }


def is_likely_person(engine: Counting, table: Table, name: str, times: Repeats) -> bool:
    """True if a column without a role may say who a row is about."""
    if times.different < ENOUGH or times.present > MOST_ROWS * times.different:
        return False  # a ward, or a town
    if any(section == HOMES for section, _, _ in voices(name)):
        return False  # a street
    sample = ColumnSample.of_table(engine, table, name, times)
    return guess_by_sample(sample).role == "identifiers"

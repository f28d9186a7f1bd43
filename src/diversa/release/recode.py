# SPDX-License-Identifier: Apache-2.0
"""The tables of a release, recoded inside the engine."""

from __future__ import annotations

from dataclasses import replace

from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.plan.plan import Plan
from diversa.recodings.groupings import free_name
from diversa.recodings.recoding import PublishedTables, Recoding
from diversa.tables.count_table import CountTable


def recode_people(
    engine: Engine, counted: CountTable, plan: Plan, recoding: Recoding
) -> Table:
    """The published rows, each with the person behind it, inside the engine.

    Of the rows of a person that look alike in the release one is left, unless the plan
    asks for others.
    """
    person = str(plan.roles.person)
    names = (*recoding.columns, person)
    rows = engine.recode(
        counted.table, replace(recoding, columns=names, identifiers={})
    )
    if plan.people.rows != "distinct":
        return rows
    return engine.tally(rows, names, count=free_name("count", names), person=person)


def recode_tables(
    engine: Engine,
    counted: CountTable,
    recoding: Recoding,
    *,
    by_counts: bool,
    leaving: bool,
) -> PublishedTables[Table]:
    """The tables to publish: counted tuples repeated, or else the rows recoded.

    With `by_counts` the order of the source is of no use, as in a file. With `leaving`
    the tables become files or frames, and no table of a database.
    """
    tuples = None
    if by_counts:
        tuples = recoding.tables_of_counts(counted)
    if tuples is None:
        rows = engine.recode(counted.table, recoding)
        return recoding.tables(engine, rows)
    return PublishedTables(
        *(engine.repeat(counted.table, form, leaving=leaving) for form in tuples.forms)
    )

# SPDX-License-Identifier: Apache-2.0
"""The audit of any table, ours or not: the attained levels and the verdict on models.

An audit counts the table and groups it by its quasi-identifiers. It neither
generalizes nor writes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Unpack

import numpy as np

from diversa.audits.audit_result import Audit
from diversa.audits.cell_audit import KnownFacts, audit_cells
from diversa.audits.population import blaming_what_is_beside, match_population
from diversa.audits.pseudonyms import repeating_pseudonyms
from diversa.audits.reference import Reference, find_reference
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPersonPolicy
from diversa.data.roles import Roles
from diversa.engines.engine import EngineChoice
from diversa.errors import NoRowsError
from diversa.models.model import Model
from diversa.models.needs import NOT_SAID, Gap
from diversa.models.verdict import Verdict
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable, TableInput


def audit(
    source: object,
    plan: PlanChoice = None,
    *,
    ignore_suppressed: bool = False,
    groups: int = 10,
    reference: object = None,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Audit:
    """Audit a table: the levels it attains, and a verdict on each model asked for.

    Args:
        source: A path or a frame.
        plan: A plan or the path of a plan file, whose roles, models, reading,
            hierarchies and population are used; or give the words instead.
        ignore_suppressed: Leave out rows with `*` in every quasi-identifier, because
            they were meant as suppressed; they are a group like any other by default,
            and in any case where the table has no other rows.
        groups: How many violating groups to show at most.
        reference: The original table, where rows of it were suppressed: a path, a frame
            or a `Reference`. Models that compare a group with the whole table mean
            that one; without it the table is taken to be whole.
        engine: The engine that reads the table, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            models, missing, reading, columns, hierarchies and population. With no
            model, every verdict is true. The own values of a population are matched
            with the labels of the table. With `person`, the column that says whose a
            row is, people are counted in every group; without it, where the plan
            counts people and the table does not say whose a row is, no model holds for
            certain.
    """
    table, settled = ask("audit", source, plan, words, engine=engine)
    return audit_input(
        table,
        models=settled.privacy.models,
        ignore_suppressed=ignore_suppressed,
        groups=groups,
        reference=reference,
        needs_person="person" in words,
    )


def audit_input(
    table: TableInput,
    *,
    models: Sequence[Model] = (),
    ignore_suppressed: bool = False,
    groups: int = 10,
    reference: object = None,
    needs_person: bool = True,
) -> Audit:
    """Open a table and audit it; see `audit`.

    Without `needs_person`, the table may lack the column that says whose a row is, and
    where none is named, pseudonyms that repeat say it.
    """
    looks = table.roles.person is None and not needs_person
    alone = isinstance(reference, Reference | None)
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(table.open(alone=alone, every=looks))
        except NoRowsError as fault:
            if not {*table.roles.columns_to_count} <= {*fault.columns}:
                raise  # a single line may be a row: its fields are not shown
            return audit_of_no_rows(table.roles, models)
        judge = partial(
            audit_table,
            models=models,
            ignore_suppressed=ignore_suppressed,
            groups=groups,
            reference=reference,
        )
        if looks:
            others = table.roles.others(opened.table.columns)
            found = repeating_pseudonyms(opened.engine, opened.lines, others)
            every = [judge(with_person(opened, name)) for name in found]
            return worst_audit(every or [judge(opened)])
        rows = opened if needs_person else opened.without_absent("person")
        return judge(rows, persons=None if rows is opened else NOT_SAID)


def audit_of_no_rows(roles: Roles, models: Sequence[Model]) -> Audit:
    """The audit of a table without rows: every model holds, and no level is defined."""
    names = (*roles.quasi_identifiers, *roles.sensitive)
    dictionaries = tuple(Dictionary.build(name, [], []) for name in names)
    cells = Cells(
        dictionaries, np.zeros((0, len(names)), np.int32), np.zeros(0, np.int64)
    )
    sensitive = tuple(Sensitive(cells.dictionary(name)) for name in roles.sensitive)
    return audit_cells(
        RoleCells(cells, sensitive),
        quasi_identifiers=roles.quasi_identifiers,
        models=[part for model in models for part in model.bind(roles.sensitive)],
    )


def with_person(
    opened: OpenedTable,
    person: str,
    missing: MissingPersonPolicy = MissingPersonPolicy.OWN,
) -> OpenedTable:
    """The table with the column that says whose its rows are."""
    table = opened.table_input
    roles = replace(table.roles, person=person)
    named = replace(table, roles=roles, missing_person=missing)
    return replace(opened, table_input=named)


def worst_audit(audits: Sequence[Audit]) -> Audit:
    """The audit with the worst verdict, of several of one table."""
    worst = Verdict.worst(audit.verdict for audit in audits)
    return next(audit for audit in audits if audit.verdict is worst)


def audit_table(
    opened: OpenedTable,
    *,
    models: Sequence[Model] = (),
    ignore_suppressed: bool = False,
    groups: int = 10,
    reference: object = None,
    suppressed: int = 0,
    persons: Gap | None = None,
    counted: RoleCells | None = None,
) -> Audit:
    """Audit a table that an engine has open; see `audit`.

    The models are bound to their sensitive attributes. `suppressed` counts rows of the
    original that the table lacks; only `reference` has their values. `persons` says why
    it is not known whose the rows are, where people are promised; `counted` has the
    counts of the table where they are known already.
    """
    opened.check_roles()
    table = opened.table_input
    roles = table.roles
    bound = [part for model in models for part in model.bind(roles.sensitive)]
    counted = counted or opened.count()
    original = find_reference(opened.engine, reference, table, counted)
    with blaming_what_is_beside():
        people = match_population(
            opened, roles.quasi_identifiers, models=bound, cells=counted.cells
        )
    audit = audit_cells(
        counted,
        quasi_identifiers=roles.quasi_identifiers,
        models=bound,
        ignore_suppressed=ignore_suppressed,
        groups=groups,
        facts=KnownFacts(
            people,
            original,
            suppressed=suppressed if reference is None else 0,
            dropped=opened.table.rows - counted.cells.rows,
            persons=persons,
            whole_visits=table.whole_visits,
            label_meaning=table.label_meaning,
            hints=table.reading.hints,
        ),
    )
    return replace(
        audit,
        equality=table.reading.equality,
        variants=opened.variants,
        person=roles.person,
    )

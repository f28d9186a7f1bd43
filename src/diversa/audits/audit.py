# SPDX-License-Identifier: Apache-2.0
"""The audit of any table, ours or not: the attained levels and the verdict on models.

An audit counts the table and groups it by its quasi-identifiers. It neither
generalizes nor writes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from diversa.audits.audit_result import Audit
from diversa.audits.combined_groups import SeenTogether, see_together
from diversa.audits.distribution import distribution
from diversa.audits.judgement import find_level, judge, measure
from diversa.audits.level import Level
from diversa.audits.population import (
    blaming_what_is_beside,
    group_as_published,
    match_population,
)
from diversa.audits.pseudonyms import repeating_pseudonyms
from diversa.audits.reference import Reference, find_reference
from diversa.audits.violating_groups import smallest_violating, violating
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, people_attributes
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.counts.sensitive import Sensitive
from diversa.data.missing import MissingPersonPolicy
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError, ModelError
from diversa.hierarchies.hierarchy import TOP
from diversa.models import audited
from diversa.models.model import Model
from diversa.models.needs import Gap, Unknown
from diversa.models.verdict import Verdict
from diversa.plan.keywords import PlanKeywords
from diversa.record.question import PlanChoice, ask
from diversa.tables.role_cells import RoleCells
from diversa.tables.table_input import OpenedTable, TableInput

if TYPE_CHECKING:
    from diversa.audits.population_match import PopulationMatch


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
    with table.open(alone=alone, every=looks) as opened:
        judge = partial(
            audit_table,
            models=models,
            ignore_suppressed=ignore_suppressed,
            groups=groups,
            reference=reference,
        )
        if looks:
            others = table.roles.others(opened.table.columns)
            found = repeating_pseudonyms(opened.engine, opened.table, others)
            every = [judge(with_person(opened, name)) for name in found]
            return worst_audit(every or [judge(opened)])
        rows = opened if needs_person else opened.without_absent_person()
        return judge(rows, persons=None if rows is opened else NOT_SAID)


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
        ),
    )
    return replace(
        audit,
        equality=table.reading.equality,
        variants=opened.variants,
        person=roles.person,
    )


@dataclass(frozen=True, eq=False)
class KnownFacts:
    """Facts beside the counted cells that an audit may use."""

    people: PopulationMatch | None = None
    """The population, matched with the cells."""
    reference: Reference | None = None
    """The original table; without it the cells are taken to be whole."""
    suppressed: int = 0
    """Rows of the original that neither the cells nor the reference have."""
    dropped: int = 0
    """Rows of the table that the cells lack."""
    persons: Gap | None = None
    """Why it is not known whose the rows are, where people are promised."""
    whole_visits: bool = False
    """True if others know all of a row or nothing, where a person has several."""

    @property
    def matches(self) -> Cells | None:
        """The people, if it is known who matches which group."""
        return None if self.people is None else self.people.cells

    def unknown(self, sensitive: Sequence[Sensitive]) -> Unknown:
        """The facts that are missing; one table never tells of a whole series."""
        people, known = self.people, self.matches is not None
        original = self.reference
        return Unknown(
            needs=("history",) if known else ("history", "population"),
            people=None if people is None else people.gap,
            beliefs=None if people is None else people.beliefs,
            trees=tuple(one.name for one in sensitive if one.taxonomy is None),
            trees_in_part=() if original is None else original.trees_in_part,
            suppressed=self.suppressed,
            around=original is None or not original.is_around,
            persons=self.persons,
        )


NOT_SAID = Gap(
    "whose the rows are, which the table does not say",
    "audit a table that has the column of the person, or the release with the table"
    " that it was made from (--table FILE)",
)
"""The gap of a table that does not say whose a row is, where people are counted."""

NOTHING_BESIDE = KnownFacts()
"""No fact beside the cells."""


def audit_cells(
    counted: RoleCells,
    *,
    quasi_identifiers: Sequence[str],
    models: Sequence[Model] = (),
    ignore_suppressed: bool = False,
    groups: int = 10,
    facts: KnownFacts = NOTHING_BESIDE,
    has_level: Callable[[Model], bool] = lambda _: True,
) -> Audit:
    """Audit counted cells; zero rows hold vacuously and have no level.

    The models are bound to their sensitive attributes. Levels are reported of the
    models for which `has_level` is true.
    """
    check_groups(groups)
    cells, sensitive, reference = counted.cells, counted.sensitive, facts.reference
    if reference is not None:
        cells, sensitive = reference.encode(cells), reference.sensitive
    if counted.kinds is not None and any(one.people is None for one in sensitive):
        sensitive = people_attributes(cells, counted.kinds, sensitive)
    unknown, matched = facts.unknown(sensitive), facts.matches
    check_models(models, sensitive, unknown)
    starred = cells_of_stars(cells, quasi_identifiers)
    grouped = cells_to_audit(cells, starred, ignore_suppressed=ignore_suppressed)
    kinds_of_people = counted.kinds
    if kinds_of_people is not None and len(grouped.counts) < len(cells.counts):
        kinds_of_people = kinds_of_people.select(~starred)
    published = by_rows = group_as_published(
        grouped, quasi_identifiers, sensitive, matched
    )
    if kinds_of_people is not None:
        published = group_as_published(
            grouped,
            quasi_identifiers,
            sensitive,
            matched,
            kinds_of_people,
            {} if reference is None else reference.hierarchies_of(grouped),
        )
    seen = (
        published.groups if reference is None else reference.with_supersets(published)
    )
    for model in models:
        if not set(model.needs) & set(unknown.needs):
            model.check_counts(seen)
    rows, kinds = published.group_rows, kinds_of(seen)
    asked = tuple(dict.fromkeys(models))
    measured = [measure(model, seen, kinds, unknown) for model in asked]
    names = tuple(attribute.name for attribute in sensitive)
    certain = replace(unknown, persons=None)  # levels say what they are counted in
    shown = [
        model
        for model in audited(names, given=[] if matched is None else ["population"])
        if model.gap(certain) is None
        and model.lacks(sensitive) is None
        and has_level(model)
    ]
    together = SeenTogether()
    if not facts.whole_visits:
        together = see_together(published, asked, shown, unknown)
    in_rows = partial(
        level_by_rows, None if kinds_of_people is None else by_rows.groups
    )
    fails = violating(measured, len(published))
    return Audit(
        quasi_identifiers=tuple(quasi_identifiers),
        sensitive=names,
        rows=cells.rows + facts.dropped,
        suppressed_rows=int(cells.counts[starred].sum()),
        dropped_rows=facts.dropped,
        groups=len(published),
        measured=tuple(
            Level(
                model,
                together.worst(model, find_level(model, seen, kinds).attained),
                in_rows(model),
            )
            for model in shown
        ),
        models=tuple(
            replace(
                judge(one, rows),
                attained=together.worst(one.model, one.attained),
                fails_for=together.fails_for[one.model],
                in_rows=in_rows(one.model),
            )
            for one in measured
        ),
        failing_groups=int(fails.sum()),
        failing_rows=int(rows[fails].sum()),
        group_sizes=distribution(seen.sizes, rows),
        violating=smallest_violating(published, measured, fails, limit=groups),
        ignored_rows=cells.rows - grouped.rows,
        people=None if kinds_of_people is None else kinds_of_people.total,
        smallest_rows=int(rows.min(initial=rows.max(initial=0))),
        most_groups=1 if published.visits is None else published.visits.most_groups,
        all_visits=surest_guess(published),
        seen=seen,
    )


def surest_guess(published: FrequencySet) -> float | None:
    """The surest guess of a value by all visits of a person; None where one is all."""
    visits, groups = published.visits, published.groups
    if visits is None or not groups.sensitive:
        return None
    return max(
        visits.surest(groups.histogram(attribute.name))
        for attribute in groups.sensitive
    )


def level_by_rows(rows: Groups | None, model: Model) -> float | None:
    """The level of a model by rows, beside that by people; None where rows count."""
    if rows is None or len(rows) == 0 or model.looks_around or model.needs:
        return None
    return model.attained(rows)


def check_models(
    models: Sequence[Model], sensitive: Sequence[Sensitive], unknown: Unknown
) -> None:
    """Refuse models that do not fit the sensitive attributes."""
    for model in models:
        fault = None if model.tree_of in unknown.trees else model.lacks(sensitive)
        if fault is not None:
            raise ModelError(f"{model.spec}: {fault}")


def check_groups(groups: int) -> None:
    """Refuse a number of groups that cannot be shown."""
    if groups < 0:
        raise InputError(
            f"groups: must be 0 or more, got {groups}; it is the number of violating"
            " groups to show"
        )


def cells_of_stars(cells: Cells, quasi_identifiers: Sequence[str]) -> NDArray[np.bool_]:
    """Mark the cells with `*` in every quasi-identifier, if there is one."""
    starred = np.full(len(cells.counts), bool(quasi_identifiers))
    for name in quasi_identifiers:
        stars = np.flatnonzero(cells.dictionary(name).values == TOP)
        if len(stars) == 0:
            return np.zeros_like(starred)
        starred &= np.isin(cells.column(name), stars)
    return starred


def cells_to_audit(
    cells: Cells, starred: NDArray[np.bool_], *, ignore_suppressed: bool
) -> Cells:
    """The cells that make groups; their dictionaries keep the whole table.

    A table of nothing but stars is one group.
    """
    if not ignore_suppressed or starred.all() or not starred.any():
        return cells
    return Cells(cells.dictionaries, cells.codes[~starred], cells.counts[~starred])

# SPDX-License-Identifier: Apache-2.0
"""The audit of counted cells: their groups, levels, verdicts and failing groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diversa.audits.audit_result import Audit
from diversa.audits.distribution import distribution
from diversa.audits.group_unions import SeenTogether, see_together
from diversa.audits.judgement import find_level, judge, measure
from diversa.audits.label_audit import audit_labels, label_record
from diversa.audits.level import Level
from diversa.audits.population import (
    group_as_published,
)
from diversa.audits.reference import Reference
from diversa.audits.violating_groups import smallest_violating, violating
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, people_attributes
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.counts.sensitive import Sensitive
from diversa.data.label_meaning import ASSUMED, LabelMeaning
from diversa.data.spelling import NO_HINTS, Hints
from diversa.errors import InputError, ModelError
from diversa.hierarchies.hierarchy import TOP
from diversa.models import audited
from diversa.models.model import Model
from diversa.models.needs import ALIKE, NOT_COUNTED, Gap, Need, Unknown, check_unnamed
from diversa.tables.role_cells import RoleCells

if TYPE_CHECKING:
    from diversa.audits.box_people import BoxPeople
    from diversa.audits.population_match import PopulationMatch
    from diversa.labels.table_claims import TableClaims


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
    label_meaning: LabelMeaning | None = ASSUMED
    """The meaning of labels; None if the cells have none."""
    hints: Hints = NO_HINTS
    """The spelling of numbers and dates in labels."""

    @property
    def matches(self) -> Cells | None:
        """The people, if it is known who matches which group."""
        return None if self.people is None else self.people.cells

    @property
    def boxes(self) -> BoxPeople | None:
        """The people who fit groups, where it is not known which of several."""
        people = self.people
        return None if people is None or people.cells is not None else people.boxes

    @property
    def given(self) -> list[Need]:
        """The needs of models that are met."""
        met = self.matches is not None or self.boxes is not None
        return ["population"] if met else []

    def beside(
        self, seen: Groups, published: FrequencySet, claims: TableClaims | None
    ) -> Groups:
        """The groups with the people who fit them, and with what their labels state."""
        boxes = self.boxes
        return replace(
            seen,
            population=(
                seen.population if boxes is None else boxes.population(published)
            ),
            backing=None if claims is None else claims.safety,
        )

    def unknown(self, sensitive: Sequence[Sensitive], counted: RoleCells) -> Unknown:
        """The facts that are missing; one table never tells of a whole series."""
        people, original, kinds = self.people, self.reference, counted.kinds
        repeat = kinds is not None and kinds.rows < counted.cells.rows
        return Unknown(
            needs=("history",) if self.given else ("history", "population"),
            people=None if people is None else people.gap,
            beliefs=None if people is None else people.beliefs,
            overlap=None if people is None else people.overlap,
            trees=tuple(one.name for one in sensitive if one.taxonomy is None),
            trees_in_part=() if original is None else original.trees_in_part,
            suppressed=self.suppressed,
            around=original is None or not original.is_around,
            persons=self.persons,
            alike=ALIKE if repeat else None,
            backing=NOT_COUNTED if self.is_promised else None,
        )

    @property
    def is_promised(self) -> bool:
        """True if more rows are promised behind labels than these show."""
        return self.label_meaning is not None and self.label_meaning.is_promised


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
    unknown, matched = facts.unknown(sensitive, counted), facts.matches
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
    claims = audit_labels(published, facts.label_meaning, facts.hints)
    seen = facts.beside(seen, published, claims)
    check_unnamed(models, seen)
    for model in models:
        if not model.lacks_fact(unknown):
            model.check_counts(seen)
    rows, kinds = published.group_rows, kinds_of(seen)
    asked = tuple(dict.fromkeys(models))
    measured = [measure(model, seen, kinds, unknown) for model in asked]
    names = tuple(attribute.name for attribute in sensitive)
    certain = replace(unknown, persons=None)  # levels say what they are counted in
    shown = [
        model
        for model in audited(names, given=facts.given)
        if model.gap(certain) is None
        and model.lacks(sensitive) is None
        and has_level(model)
        and (model.bounds_unnamed or seen.unnamed is None)
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
        labels=label_record(claims),
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

# SPDX-License-Identifier: Apache-2.0
"""The public view of a release: of withheld rows it shows the number only.

A level that compares groups with the whole table, or a loss by the whole range of a
column, is an equation that a reader could solve for the withheld rows. Such numbers are
measured on the published rows, replaced by the requested bound, or left out. The owner
of the data has them in `Release`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from diversa.audits.audit_result import Audit
from diversa.audits.judgement import Judgement
from diversa.data.spelling import Hints
from diversa.data.variants import Variants
from diversa.evidence.evidence import Evidence
from diversa.methods.decision import Decision
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.record.people import RepublicationRecord
from diversa.record.record import Record
from diversa.record.record_parts import Fingerprints, Promise, Spellings
from diversa.search.search_summary import SearchSummary

BY_GROUP_SIZES = ("discernibility", "average-group-size", "height")
"""Metrics that follow from the published groups and the number of other rows."""


def is_about_the_whole(model: Model) -> bool:
    """True if the level of a model depends on rows outside its groups."""
    return model.compares_with_table or model.looks_around


def public_audit(audit: Audit, *, withheld: bool) -> Audit:
    """The audit without numbers that reveal withheld rows.

    A model that looks at the whole table has no level; a requested one has its bound.
    """
    if not withheld:
        return audit
    return replace(
        audit,
        measured=tuple(
            level for level in audit.measured if not is_about_the_whole(level.model)
        ),
        models=tuple(map(public_judgement, audit.models)),
    )


def public_judgement(judgement: Judgement) -> Judgement:
    """A judgement with the bound in place of a level that reveals other rows."""
    if not is_about_the_whole(judgement.model):
        return judgement
    return replace(
        judgement,
        attained=float(judgement.model.bound),
        failing=(),
        holding=(),
        exact=False,
    )


def public_metrics(
    metrics: Mapping[str, float], evidence: Evidence | None, *, withheld: bool
) -> dict[str, float]:
    """The metrics as measured on the published rows.

    Without evidence of these rows, only metrics of group sizes are public.
    """
    if not withheld:
        return dict(metrics)
    public = {name: metrics[name] for name in BY_GROUP_SIZES if name in metrics}
    if evidence is not None and evidence.utility is not None:
        public |= {
            name: number
            for name, number in evidence.utility.metrics.items()
            if name in metrics and name not in public and number is not None
        }
    return {name: public[name] for name in metrics if name in public}


def public_search(search: SearchSummary, *, withheld: bool) -> SearchSummary:
    """The search without numbers that depend on withheld rows.

    The cost, its bound and the number of nodes go by the whole range of every column.
    """
    if not withheld:
        return search
    return replace(search, nodes=None, checked=None, cost=None, bound=None)


class SourceFacts(NamedTuple):
    """The facts on the source of a release that its record states."""

    rows: int
    """Rows of the source."""
    dropped: int
    """Rows dropped because a sensitive value is missing."""
    withheld: tuple[str, ...]
    """Columns without a role."""
    variants: tuple[Variants, ...]
    """Sensitive values with several spellings."""
    repeats: int = 0
    """Rows left out because other rows of the same person are published."""


def record_of(
    plan: Plan,
    decision: Decision,
    audit: Audit,
    source: SourceFacts,
    *,
    evidence: Evidence | None = None,
    republication: RepublicationRecord | None = None,
) -> Record:
    """The record of a release, before its files have fingerprints."""
    recoding, dropped = decision.recoding, source.dropped
    gone = 0 if recoding.star else decision.suppressed
    counterfeits = 0 if republication is None else republication.counterfeits
    withholds = dropped + decision.suppressed > 0
    spelled = Hints.of(hierarchy.spelling for hierarchy in recoding.hierarchies)
    return Record(
        roles=plan.roles,
        columns=(*recoding.row_columns, *plan.roles.columns_of("count")),
        withheld=source.withheld,
        rows_are_people=plan.people.rows_are_people,
        not_the_subject=plan.people.not_the_subject,
        averages=recoding.averages,
        reading=Spellings.of(plan.reading, spelled),
        variants=tuple(found.column for found in source.variants),
        group=recoding.group_column,
        sensitive_table=recoding.sensitive_table,
        discloses=recoding.discloses if republication is None else republication.words,
        promise=Promise(
            tuple(model.spec for model in plan.bound_models()),
            plan.privacy.missing,
            plan.privacy.suppress_by,
        ),
        method=decision.method,
        levels=recoding.levels,
        groups=audit.groups,
        rows_in=source.rows,
        rows_out=source.rows - dropped - gone - source.repeats + counterfeits,
        suppressed=decision.suppressed,
        dropped=dropped,
        repeats=source.repeats,
        search=public_search(decision.reached, withheld=withholds),
        metrics=public_metrics(decision.metrics, evidence, withheld=withholds),
        audit=public_audit(audit, withheld=dropped + gone > 0).record,
        evidence=None if evidence is None else evidence.record,
        files={},
        fingerprints=Fingerprints(None, None),
        versions={},
        republication=republication,
        labels=recoding.labels,
        safe_labels=recoding.safe_labels,
    )

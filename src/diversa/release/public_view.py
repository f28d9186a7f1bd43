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

from diversa.audits.audit_result import Audit
from diversa.audits.judgement import Judgement
from diversa.models.model import Model
from diversa.release.evidence import Evidence
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

# SPDX-License-Identifier: Apache-2.0
"""What a release tells others of rows that it withholds: how many, and nothing else.

A level that compares groups with the whole table, or a loss by the whole range of a
column, is an equation for what is not in the release: who has one solves it for the
withheld rows. Such numbers are measured on the published rows, or replaced by the bound
that was asked for, or left out. The owner of the data has them in `Release`.
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
    """Whether what a model measures depends on rows that are not in its groups."""
    return model.compares_with_table or model.looks_around


def told_audit(audit: Audit, *, withheld: bool) -> Audit:
    """An audit without numbers that tell of withheld rows.

    Models that look at the whole table have no level, but where one was asked for: it
    has the bound that holds.

    Args:
        audit: The audit of what was published, with the original as its reference.
        withheld: Whether rows, or their sensitive values, are not in the release.
    """
    if not withheld:
        return audit
    return replace(
        audit,
        measured=tuple(
            level for level in audit.measured if not is_about_the_whole(level.model)
        ),
        models=tuple(map(told_judgement, audit.models)),
    )


def told_judgement(judgement: Judgement) -> Judgement:
    """A judgement with the bound in place of a level that tells of other rows."""
    if not is_about_the_whole(judgement.model):
        return judgement
    return replace(
        judgement,
        attained=float(judgement.model.bound),
        failing=(),
        holding=(),
        exact=False,
    )


def told_metrics(
    metrics: Mapping[str, float], evidence: Evidence | None, *, withheld: bool
) -> dict[str, float]:
    """What is left of the data, as measured on the published rows.

    Args:
        metrics: What the search measured on the whole table.
        evidence: What was measured on the published rows, if it was.
        withheld: Whether rows, or some of their values, are not in the release.
    """
    if not withheld:
        return dict(metrics)
    told = {name: metrics[name] for name in BY_GROUP_SIZES if name in metrics}
    if evidence is not None and evidence.utility is not None:
        told |= {
            name: number
            for name, number in evidence.utility.metrics.items()
            if name in metrics and name not in told and number is not None
        }
    return {name: told[name] for name in metrics if name in told}


def told_search(search: SearchSummary, *, withheld: bool) -> SearchSummary:
    """How the decision was reached; how long the way was depends on every row.

    What the decision costs, and what is proven of it, goes by the whole range of every
    column: where rows are withheld, it is the owner's.
    """
    if not withheld:
        return search
    return replace(search, nodes=None, checked=None, cost=None, bound=None)

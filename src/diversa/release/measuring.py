# SPDX-License-Identifier: Apache-2.0
"""Measuring: the evidence of a release, from what was counted, decided and audited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diversa.audits.population import group_as_published
from diversa.counts.groups import Groups
from diversa.methods import make_task
from diversa.methods.decision import Decision
from diversa.metrics.recoded import Recoded
from diversa.metrics.utility import utility
from diversa.models.k_anonymity import KAnonymity
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.recodings.full_domain import FullDomain, LocalRecoding
from diversa.release.evidence import Evidence, rows_alike
from diversa.release.picture import lattice_picture, partition_picture
from diversa.tables.counted_table import Counted


def measure(
    counted: Counted, plan: Plan, decision: Decision, published: Groups
) -> Evidence:
    """Measure what an adversary could learn and what an analyst loses.

    Args:
        counted: The table as it was.
        plan: What was asked for.
        decision: What was decided.
        published: The groups that the audit counted in what was published.
    """
    names, sensitive = plan.roles.quasi_identifiers, counted.sensitive
    before = group_as_published(counted.cells, names, sensitive, counted.people).groups
    recoded = decision.recoding.recoded(counted.cells, counted.hierarchies, sensitive)
    by_group = decision.group_column is not None
    return Evidence.of(
        published,
        before,
        alike=rows_alike(recoded) if by_group else None,
        utility=utility(
            recoded,
            k=least_k(plan),
            label=plan.search.label or None,
            seed=plan.search.seed,
        ),
        picture=picture(counted, plan, decision, recoded),
    )


def least_k(plan: Plan) -> int | None:
    """The k that was asked for."""
    asked = [one.k for one in plan.bound_models() if isinstance(one, KAnonymity)]
    return max(asked, default=None)


def picture(
    counted: Counted, plan: Plan, decision: Decision, recoded: Recoded
) -> Mapping[str, Any] | None:
    """The lattice, or the boxes of the groups; single tuples are no picture."""
    if isinstance(decision.recoding, FullDomain):
        task = make_task(counted, plan, unseen)
        return lattice_picture(task, decision.recoding.levels)
    if isinstance(decision.recoding, LocalRecoding):
        return partition_picture(recoded, decision.recoding.partition.style)
    return None

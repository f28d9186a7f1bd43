# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization: the best node of the lattice."""

from __future__ import annotations

from diversa.errors import InternalError
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, settings
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.full_domain import FullDomain, failing_groups
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.planner import search
from diversa.search.search_summary import SearchSummary
from diversa.tables.count_table import CountTable


def full_domain(counted: CountTable, plan: Plan, progress: Progress) -> Decision:
    """Choose the best node of the lattice: one level for each attribute."""
    task = make_task(counted, plan, progress)
    result = search(task, algorithm=plan.search.algorithm)
    best = result.best
    if best is None:
        raise InternalError("search: a result without a node must not be published")
    summary = SearchSummary(
        result.algorithm,
        result.optimality,
        result.reason,
        plan.search.objective,
        result.lattice.size,
        result.checked,
        cost=None if result.bound is None else result.cost,
        bound=result.bound,
        stopped=result.stopped,
        floor=counted.floor,
    )
    return decide_node(counted, plan, best, summary, result.verdicts)


def decide_node(
    counted: CountTable,
    plan: Plan,
    outcome: Outcome,
    summary: SearchSummary,
    verdicts: NodeVerdicts,
) -> Decision:
    """Publish a node of the lattice; the groups that fail there are suppressed."""
    recoding = FullDomain(
        node=outcome.levels,
        failing=failing_groups(outcome),
        **settings(counted, plan),
    )
    return Decision(
        "full-domain",
        recoding,
        summary,
        {name: metric.value(outcome) for name, metric in OBJECTIVES.items()},
        outcome.suppressed,
        outcome.frequency_set,
        verdicts,
    )

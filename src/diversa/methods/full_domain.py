# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization: the best node of the lattice."""

from __future__ import annotations

from diversa.errors import InternalError
from diversa.methods.decision import Decision, SearchSummary
from diversa.methods.method import make_task, settings
from diversa.metrics import OBJECTIVES
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.full_domain import FullDomain, failing_groups
from diversa.search.lattice.result import SearchedLattice
from diversa.search.planner import search
from diversa.tables.counted_table import CountedTable


def full_domain(counted: CountedTable, plan: Plan, progress: Progress) -> Decision:
    """Every attribute on one level: the best node of the lattice."""
    task = make_task(counted, plan, progress)
    result = search(task, algorithm=plan.search.algorithm)
    best = result.best
    if best is None:
        raise InternalError("search: a result without a node must not be published")
    recoding = FullDomain(
        node=best.levels,
        failing=failing_groups(best),
        **settings(counted, plan),
    )
    reached = SearchSummary(
        result.algorithm,
        result.optimality,
        result.reason,
        plan.search.objective,
        result.lattice.size,
        result.checked,
    )
    metrics = {name: one.value(best) for name, one in OBJECTIVES.items()}
    return Decision(
        "full-domain",
        recoding,
        reached,
        metrics,
        best.suppressed,
        best.frequency_set,
        SearchedLattice(task, result.satisfying),
    )

# SPDX-License-Identifier: Apache-2.0
"""Descent: from the top node down, greedily; for lattices too large to enumerate."""

from __future__ import annotations

from diversa.metrics.objective import Outcome
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.result import Best, SearchResult, rank
from diversa.search.task import Task


def descent(task: Task) -> SearchResult:
    """Step to the best direct specialization until none is better."""
    evaluator, total = Evaluator(task), sum(task.lattice.heights)
    here = evaluator.outcome(task.lattice.top)
    below = best_below(task, evaluator, here)
    while below is not None:
        task.progress(total - sum(below.levels), total)
        here, below = below, best_below(task, evaluator, below)
    best = Best(task.objective)
    if evaluator.is_valid(here):
        best.offer(here)
    reason = (
        f"the lattice has {task.lattice.size:,} nodes; a greedy way down from the top"
        " was searched"
    )
    return SearchResult.of("descent", best, evaluator, "best found", reason)


def best_below(task: Task, evaluator: Evaluator, outcome: Outcome) -> Outcome | None:
    """The best direct specialization; None if it is no better than the node."""

    def standing(one: Outcome) -> tuple[object, ...]:
        # The top may fail where finer nodes hold without a few rows: approach them.
        valid = evaluator.is_valid(one)
        return (0, *rank(task.objective, one)) if valid else (1, one.suppressed)

    nodes = task.lattice.predecessors(outcome.levels)
    outcomes = [evaluator.outcome(node) for node in nodes]
    found = min(outcomes, key=standing, default=outcome)
    return found if standing(found) < standing(outcome) else None

# SPDX-License-Identifier: Apache-2.0
"""Descent: from the top node down, greedily; for lattices too large to enumerate."""

from __future__ import annotations

from diversa.metrics.objective import Outcome
from diversa.search.result import SearchResult
from diversa.search.task import Evaluator, Task


def descent(task: Task) -> SearchResult:
    """Step to the cheapest valid direct specialization until none is cheaper."""
    evaluator = task.evaluator()
    top = evaluator.outcome(task.lattice.top)
    best = top if evaluator.is_valid(top) else None
    step = best
    while step is not None:
        best = step
        task.progress(
            sum(task.lattice.heights) - sum(best.levels), sum(task.lattice.heights)
        )
        step = cheaper_below(task, evaluator, best)
    return SearchResult(
        algorithm="descent",
        lattice=task.lattice,
        best=best,
        cost=float("inf") if best is None else task.objective.cost(best),
        checked=evaluator.checked,
        optimality="best found",
        reason=f"the lattice has {task.lattice.size:,} nodes; a greedy way down from"
        " the top was searched",
    )


def cheaper_below(task: Task, evaluator: Evaluator, outcome: Outcome) -> Outcome | None:
    """The cheapest valid direct specialization that is cheaper than the node."""
    found, cost = None, task.objective.cost(outcome)
    for node in task.lattice.predecessors(outcome.levels):
        below = evaluator.outcome(node)
        if evaluator.is_valid(below) and task.objective.cost(below) < cost:
            found, cost = below, task.objective.cost(below)
    return found

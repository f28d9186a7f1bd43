# SPDX-License-Identifier: Apache-2.0
"""Samarati's binary search: the least height at which some node is valid.

Reference:
    P. Samarati, Protecting respondents' identities in microdata release, TKDE 2001.
"""

from __future__ import annotations

import numpy as np

from diversa.search.evaluator import Evaluator
from diversa.search.lattice.result import (
    Best,
    Optimality,
    SearchResult,
    require_pruning,
)
from diversa.search.task import Task


def samarati(task: Task) -> SearchResult:
    """Find the least height with a valid node, and the best node of that height."""
    require_pruning("samarati", task)
    evaluator = Evaluator(task)
    low, high = sum(task.lattice.bottom), sum(task.lattice.heights)
    total = high
    best = best_at(task, evaluator, high)
    while best.outcome is not None and low < high:
        task.progress(total - (high - low), total)
        middle = (low + high) // 2
        here = best_at(task, evaluator, middle)
        if here.outcome is not None:
            best, high = here, middle
        else:
            low = middle + 1
    return SearchResult.of("samarati", best, evaluator, *how_good(task, best))


def best_at(task: Task, evaluator: Evaluator, height: int) -> Best:
    """The best of the valid nodes of one height."""
    best = Best(task.objective)
    lattice = task.lattice
    of_height = (lattice.node_heights == height) & lattice.node_mask
    for line in np.argwhere(of_height).tolist():
        outcome = evaluator.outcome(tuple(line))
        if evaluator.is_valid(outcome):
            best.offer(outcome)
    return best


def how_good(task: Task, best: Best) -> tuple[Optimality, str]:
    """Optimality of the node by the task's own objective, and the reason."""
    if best.outcome is None:
        return "exact", "not even the top node is valid"
    if task.objective.name == "height":
        return "exact", "the node has the least height"
    return "best found", "the best by the objective among the nodes of least height"

# SPDX-License-Identifier: Apache-2.0
"""Exhaustive search: every node is counted. The judge of all other searches."""

from __future__ import annotations

from diversa.search.evaluator import Evaluator
from diversa.search.lattice.result import Best, SearchResult
from diversa.search.lattice.roll_ups import every_node
from diversa.search.task import Task


def exhaustive(task: Task) -> SearchResult:
    """Evaluate every node; right for every model, objective and limit."""
    evaluator, lattice = Evaluator(task), task.lattice
    best = Best(task.objective)
    for frequency_set in every_node(task.finest, lattice):
        outcome = evaluator.judge(frequency_set)
        task.progress(evaluator.checked, lattice.size)
        if evaluator.is_valid(outcome):
            best.offer(outcome)
    reason = "every node was counted"
    return SearchResult.of("exhaustive", best, evaluator, "exact", reason)

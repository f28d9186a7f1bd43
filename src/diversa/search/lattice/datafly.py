# SPDX-License-Identifier: Apache-2.0
"""Datafly: generalize the attribute with most distinct values until little fails.

Reference:
    L. Sweeney, Guaranteeing anonymity when sharing medical data, the Datafly system,
    1997.
"""

from __future__ import annotations

import numpy as np

from diversa.counts.frequency_set import FrequencySet
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.result import Best, SearchResult
from diversa.search.task import Task


def datafly(task: Task) -> SearchResult:
    """Climb from the bottom node to the first valid one, greedily."""
    evaluator = Evaluator(task)
    outcome = evaluator.outcome(task.lattice.bottom)
    while not evaluator.is_valid(outcome) and outcome.levels != task.lattice.top:
        task.progress(sum(outcome.levels), sum(task.lattice.heights))
        raised = widest_raised(outcome.frequency_set, task.lattice.heights)
        outcome = evaluator.outcome(raised)
    best = Best(task.objective)
    if evaluator.is_valid(outcome):
        best.offer(outcome)
    reason = "a greedy climb that stops at the first valid node"
    return SearchResult.of("datafly", best, evaluator, "best found", reason)


def widest_raised(frequency_set: FrequencySet, heights: Node) -> Node:
    """The node one level up in the attribute with most distinct values."""
    levels = list(frequency_set.levels)
    distinct = [
        len(np.unique(codes)) if level < height else -1
        for codes, level, height in zip(
            frequency_set.codes, levels, heights, strict=True
        )
    ]
    levels[int(np.argmax(distinct))] += 1
    return tuple(levels)

# SPDX-License-Identifier: Apache-2.0
"""Samarati's binary search: the least height at which some node is valid.

Reference:
    P. Samarati, Protecting respondents' identities in microdata release, TKDE 2001.
"""

from __future__ import annotations

import numpy as np

from diversa.metrics.objective import Outcome
from diversa.search.result import SearchResult, require_pruning
from diversa.search.task import Evaluator, Task


def samarati(task: Task) -> SearchResult:
    """Find the least height with a valid node, and the best node of that height."""
    require_pruning("samarati", task)
    evaluator = task.evaluator()
    low, high = 0, sum(task.lattice.heights)
    found = valid_at(task, evaluator, high)
    while found and low < high:
        middle = (low + high) // 2
        task.progress(middle, sum(task.lattice.heights))
        here = valid_at(task, evaluator, middle)
        if here:
            found, high = here, middle
        else:
            low = middle + 1
    best = min(found, key=task.objective.cost, default=None)
    by_height = task.objective.name == "height"
    return SearchResult(
        algorithm="samarati",
        lattice=task.lattice,
        best=best,
        cost=float("inf") if best is None else task.objective.cost(best),
        checked=evaluator.checked,
        optimality="exact" if by_height or best is None else "best found",
        reason="the node has the least height"
        if by_height
        else "the best by the objective among the nodes of least height only",
    )


def valid_at(task: Task, evaluator: Evaluator, height: int) -> list[Outcome]:
    """The valid nodes of one height."""
    nodes = np.argwhere(task.lattice.node_heights == height).tolist()
    outcomes = [evaluator.outcome(tuple(node)) for node in nodes]
    return [one for one in outcomes if evaluator.is_valid(one)]

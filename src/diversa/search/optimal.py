# SPDX-License-Identifier: Apache-2.0
"""Optimal search: the best node by branch and bound with predictive tagging.

The idea of OLA and Flash (a failing node rules out all nodes below it) joined with
lower bounds: what a node costs at least is known from marginal counts, and rows that
must be removed at a node must be removed at every node below it. Coarse nodes are
cheap to count and rule out many fine ones, so the sweep goes from coarse to fine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.objective import Outcome
from diversa.search.lattice import Node
from diversa.search.result import SearchResult
from diversa.search.task import Task

SLACK = 1e-12
"""Bounds nearer to the best cost than this are rounding, not improvement."""


def optimal(task: Task) -> SearchResult:
    """Find the best node; exact for every model, objective and suppression limit."""
    sweep = Sweep(task)
    sweep.single_attributes()
    if sweep.best is not None:
        sweep.descend(sweep.best.levels)
    sweep.remaining()
    return SearchResult(
        algorithm="optimal",
        lattice=task.lattice,
        best=sweep.best,
        cost=sweep.cost,
        checked=sweep.evaluator.checked,
        optimality="exact",
        reason="every node that was not counted was ruled out by a proven bound",
    )


BLOCK = 4096
"""Nodes whose bounds are looked up at once."""


class Sweep:
    """The state of one search: a lower bound per node and the best node so far."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.lattice = task.lattice
        self.evaluator = task.evaluator()
        self.floor = task.objective.floor(task.marginals)
        self.bounds = self.floor.copy()
        self.seen = np.zeros(self.lattice.shape, dtype=bool)
        self.best: Outcome | None = None
        self.cost = float("inf")

    def is_open(self, node: Node) -> bool:
        """Whether the node may still be better than the best one."""
        return bool(not self.seen[node] and self.bounds[node] < self.cost - SLACK)

    def check(self, node: Node) -> bool:
        """Count a node, keep it if it is the best, and tighten the bounds around it."""
        outcome = self.evaluator.outcome(node)
        self.seen[node] = True
        valid = self.evaluator.is_valid(outcome)
        if valid:
            cost = self.task.objective.cost(outcome)
            if cost < self.cost:
                self.best, self.cost = outcome, cost
            if self.task.limit == 0:  # every objective grows along the lattice
                self.seen[self.lattice.above(node)] = True
        self._tighten(node, outcome)
        return valid

    def _tighten(self, node: Node, outcome: Outcome) -> None:
        """Raise the bounds of the nodes below by what must be removed here."""
        if outcome.suppressed == 0:
            return
        removed = self.evaluator.must_go(outcome)
        below = self.lattice.below(node)
        gone = int(outcome.frequency_set.groups.sizes[removed].sum())
        if gone > self.task.limit:
            self.bounds[below] = np.inf
        elif gone:
            penalty = self.task.objective.penalty(outcome, removed)
            raised = self.floor[below] + penalty
            np.maximum(self.bounds[below], raised, out=self.bounds[below])

    def single_attributes(self) -> None:
        """Check each attribute alone (all others at the top), as Incognito begins."""
        top = self.lattice.top
        self.check(top)
        for place, height in enumerate(top):
            for level in range(height - 1, -1, -1):
                self.check((*top[:place], level, *top[place + 1 :]))

    def descend(self, node: Node) -> None:
        """Go down from a node as long as a cheaper valid one is found."""
        step: Node | None = node
        while step is not None:
            step = next(
                (one for one in self._promising(step) if self._improves(one)), None
            )

    def _promising(self, node: Node) -> list[Node]:
        """Open direct specializations, the one with the lowest bound first."""
        nodes = [one for one in self.lattice.predecessors(node) if self.is_open(one)]
        return sorted(nodes, key=self.bounds.__getitem__)

    def _improves(self, node: Node) -> bool:
        before = self.cost
        return self.is_open(node) and self.check(node) and self.cost < before

    def remaining(self) -> None:
        """Check what is still open, coarse nodes first."""
        order = np.lexsort((-self.lattice.node_heights.ravel(), -self.floor.ravel()))
        for start in range(0, len(order), BLOCK):
            self._check_block(order[start : start + BLOCK])
            self.task.progress(start, len(order))

    def _check_block(self, places: NDArray[np.int64]) -> None:
        bounds, seen = self.bounds.ravel(), self.seen.ravel()
        is_open = (bounds[places] < self.cost - SLACK) & ~seen[places]
        for line in self.lattice.nodes[places[is_open]].tolist():
            node = tuple(line)
            if self.is_open(node) and self.check(node) and self.task.limit == 0:
                self.descend(node)

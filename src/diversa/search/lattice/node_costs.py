# SPDX-License-Identifier: Apache-2.0
"""Costs of nodes, each counted once."""

from __future__ import annotations

from typing import NamedTuple

from diversa.array_types import Floats
from diversa.metrics.objective import Outcome
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.lattice.optimal import SLACK
from diversa.search.lattice.result import Best
from diversa.search.task import Task


class NodeCost(NamedTuple):
    """Facts about a node that was counted."""

    dead: bool
    """True if neither it nor any node below it is valid."""
    cost: float
    """Its cost; infinite if it is not valid."""
    suppressed: int
    """Rows that are removed at the node."""
    penalties: Floats | None
    """Cost that the removed rows add to nodes below, as `level_penalties` has it."""

    @property
    def is_valid(self) -> bool:
        """True if the node is valid."""
        return self.cost < float("inf")

    @property
    def standing(self) -> tuple[float, int]:
        """Sort key, lower is better: the cost, then the rows that it removes."""
        return self.cost, self.suppressed

    def gain(self, there: NodeCost) -> float:
        """Gain of a step to a node with a better standing."""
        if self.is_valid:
            return self.cost - there.cost
        # The top may fail where finer nodes hold without a few rows: approach them.
        return float("inf") if there.is_valid else self.suppressed - there.suppressed


class NodeCosts:
    """Counts every node once, and keeps the best of the valid ones."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.best = Best(task.objective)
        self._evaluator = Evaluator(task)
        self._verdicts: dict[Node, NodeCost] = {}

    @property
    def count(self) -> int:
        """Number of nodes counted."""
        return self._evaluator.checked

    @property
    def verdicts(self) -> NodeVerdicts:
        """Nodes that are known to hold or to fail."""
        return self._evaluator.verdicts

    def at(self, node: Node) -> NodeCost:
        """Cost of a node, which is counted at its first use."""
        verdict = self._verdicts.get(node)
        if verdict is None:
            verdict = self._judge(self._evaluator.outcome(node))
            self._verdicts[node] = verdict
        return verdict

    def _judge(self, outcome: Outcome) -> NodeCost:
        cost, task = float("inf"), self.task
        if self._evaluator.is_valid(outcome):
            self.best.offer(outcome)
            cost = task.objective.cost(outcome)
        if outcome.complete:
            return NodeCost(dead=False, cost=cost, suppressed=0, penalties=None)
        total, gone = self._evaluator.must_go(outcome)
        dead = self._evaluator.is_too_much(total)
        penalties = None
        if dead:
            self.verdicts.rule_out(outcome.levels)
        elif total:
            penalties = task.objective.level_penalties(outcome, gone)
        return NodeCost(dead, cost, outcome.suppressed, penalties)

    def is_in_reach(self, bound: float) -> bool:
        """True if a node of this cost could be the best, or as good as it."""
        return bound <= self.best.cost + SLACK

    def least(self, low: Node, high: Node) -> float:
        """Least cost of a node between two nodes."""
        penalties = self.at(high).penalties
        return self.task.objective.least_between(
            self.task.marginals, low, high, penalties
        )

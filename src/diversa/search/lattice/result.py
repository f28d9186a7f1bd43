# SPDX-License-Identifier: Apache-2.0
"""The result of a search: a proven optimum, or the best node found.

Every search chooses among equally good nodes by the same rule, so two exact searches
find the same node: the cheapest; of those the one that removes fewest rows; of those
the one of least height; of those the one whose levels come first, compared from the
first attribute on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from diversa.array_types import Bools
from diversa.errors import PlanError
from diversa.metrics.objective import Objective, Outcome
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Lattice, Node
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.task import Task

Optimality = Literal["exact", "exact from this floor up", "best found"]
"""Quality of a result; with a floor, only what lies above it is proven."""

FROM_FLOOR: Optimality = "exact from this floor up"
"""Optimality of a search that counted nothing below some levels."""


def proven_above(optimality: Optimality, floor: Mapping[str, int]) -> Optimality:
    """Limit the optimality of a result to what lies above a floor.

    >>> proven_above("exact", {"age": 1}), proven_above("exact", {})
    ('exact from this floor up', 'exact')
    """
    return FROM_FLOOR if floor and optimality == "exact" else optimality


def optimality_in_words(optimality: str) -> str:
    """The optimality for people to read.

    >>> optimality_in_words("exact"), optimality_in_words("best found")
    ('proven optimum', 'best found')
    """
    return optimality.replace("exact", "proven optimum")


Stop = Literal["done", "time"]
"""The end of an open-ended search: nothing was left, or its time was over."""


Rank = tuple[float, int, int, Node]
"""Compares nodes: cost, removed rows, height, levels."""


def rank(objective: Objective, outcome: Outcome) -> Rank:
    """Rank of a valid node among others; lower is better."""
    levels = outcome.levels
    return objective.cost(outcome), outcome.suppressed, sum(levels), levels


class Best:
    """Keeps the best of the valid nodes that it is offered."""

    def __init__(self, objective: Objective) -> None:
        self.outcome: Outcome | None = None
        self._objective = objective
        self._rank: Rank = (float("inf"), 0, 0, ())

    @property
    def cost(self) -> float:
        """The cost of the best node; infinite before there is one."""
        return self._rank[0]

    def offer(self, outcome: Outcome) -> bool:
        """Keep a valid node if it is better; returns True if it is."""
        offered = rank(self._objective, outcome)
        if self.outcome is not None and offered >= self._rank:
            return False
        self.outcome, self._rank = outcome, offered
        return True


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The best node of a search and the proof behind it."""

    algorithm: str
    """Name of the algorithm."""
    best: Outcome | None
    """The best valid node; None when no node is valid."""
    cost: float
    """The cost of the best node; infinite when there is none."""
    checked: int
    """Number of nodes that were counted."""
    optimality: Optimality
    """Proven optimum, or best found."""
    reason: str
    """Reason for the optimality."""
    verdicts: NodeVerdicts = field(repr=False)
    """Nodes that are known to hold or to fail."""
    bound: float | None = None
    """Least cost of any valid node; None if the search proves none."""
    stopped: Stop | None = None
    """The end of an open-ended search; None for others."""

    @classmethod
    def of(
        cls,
        algorithm: str,
        best: Best,
        evaluator: Evaluator,
        optimality: Optimality,
        reason: str,
    ) -> SearchResult:
        """The result of a search that evaluated nodes one by one."""
        return cls(
            algorithm,
            best.outcome,
            best.cost,
            evaluator.checked,
            optimality,
            reason,
            evaluator.verdicts,
        )

    @property
    def lattice(self) -> Lattice:
        """The lattice that was searched."""
        return self.verdicts.task.lattice

    @property
    def satisfying(self) -> Bools | None:
        """Every valid node in the lattice's shape; None if some were not judged."""
        return self.verdicts.satisfying


def require_pruning(algorithm: str, task: Task) -> None:
    """Refuse a search that would prune what it must not."""
    if task.prunes:
        return
    suppression = task.limit > 0
    wrong = [model.spec for model in task.models if not task.concludes_by(model)]
    property_ = "absorbing (as suppression needs)" if suppression else "union-closed"
    raise PlanError(
        f"search.algorithm: {algorithm} needs models that are {property_}, got"
        f" {', '.join(wrong) or 'suppressed rows published as a group'}; use optimal or"
        " exhaustive"
    )

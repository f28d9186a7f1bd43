# SPDX-License-Identifier: Apache-2.0
"""The best node so far, and which of several equally good nodes is taken.

Every search uses the same rule, so two exact searches find the same node: the cheapest;
of those the one that removes fewest rows; of those the one of least height; of those
the one whose levels come first, compared from the first attribute on.
"""

from __future__ import annotations

from diversa.metrics.objective import Objective, Outcome
from diversa.search.lattice.lattice import Node

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

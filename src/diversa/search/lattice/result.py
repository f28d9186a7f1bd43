# SPDX-License-Identifier: Apache-2.0
"""The result of a search: a proven optimum, or the best node found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from diversa.array_types import Bools
from diversa.errors import PlanError
from diversa.metrics.objective import Outcome
from diversa.search.lattice.lattice import Lattice
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


Stop = Literal["done", "time"]
"""The end of an open-ended search: nothing was left, or its time was over."""


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
    wrong = [m.spec for m in task.models if not m.prunes(suppression=suppression)]
    property_ = "absorbing (as suppression needs)" if suppression else "union-closed"
    raise PlanError(
        f"search.algorithm: {algorithm} needs models that are {property_}, got"
        f" {', '.join(wrong) or 'suppressed rows published as a group'}; use optimal or"
        " exhaustive"
    )

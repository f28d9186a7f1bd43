# SPDX-License-Identifier: Apache-2.0
"""What a search found, and how: exact, or the best found with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diversa.errors import PlanError
from diversa.metrics.objective import Outcome
from diversa.search.lattice.lattice import Lattice
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.task import Task

Optimality = Literal["exact", "exact from this floor up", "best found"]
"""How good a result is; a floor is where values begin to be told apart."""

FROM_FLOOR: Optimality = "exact from this floor up"
"""What is proven where nothing was counted below some levels."""


def proven_above(optimality: Optimality, floor: Mapping[str, int]) -> Optimality:
    """How good a result is, as far as a floor lets it be known.

    >>> proven_above("exact", {"age": 1}), proven_above("exact", {})
    ('exact from this floor up', 'exact')
    """
    return FROM_FLOOR if floor and optimality == "exact" else optimality


Stop = Literal["done", "time"]
"""What ended a search that could go on: nothing was left, or its time was over."""


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The best node of a search and how it was reached."""

    algorithm: str
    """Name of the algorithm."""
    best: Outcome | None
    """The best valid node; None when no node is valid."""
    cost: float
    """The cost of the best node; infinite when there is none."""
    checked: int
    """Number of nodes that were counted."""
    optimality: Optimality
    """Whether the best node is proven to be the best."""
    reason: str
    """Why the optimality is what it is."""
    verdicts: NodeVerdicts = field(repr=False)
    """Nodes that are known to hold or to fail."""
    bound: float | None = None
    """The least that any valid node can cost, where a search proves it on its way."""
    stopped: Stop | None = None
    """What ended such a search."""

    @property
    def lattice(self) -> Lattice:
        """The lattice that was searched."""
        return self.verdicts.task.lattice

    @property
    def satisfying(self) -> NDArray[np.bool_] | None:
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

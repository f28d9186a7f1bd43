# SPDX-License-Identifier: Apache-2.0
"""The summary of a search: its algorithm, what was minimized, and how well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from diversa.codec import Must, to_json
from diversa.search.lattice.result import Optimality, Stop, proven_above


@dataclass(frozen=True)
class SearchSummary:
    """How a decision was reached: proven to be the best, or the best found."""

    algorithm: str
    """Name of the algorithm."""
    optimality: Optimality
    """Whether the decision is proven to be the best of its kind."""
    reason: str
    """Why the optimality is what it is."""
    objective: str
    """What was minimized."""
    nodes: int | None = None
    """Nodes of the lattice, where one was searched."""
    checked: int | None = None
    """Nodes that were counted."""
    cost: float | None = None
    """What was minimized, as it is in the decision, where a bound is known."""
    bound: float | None = None
    """The least that it can be, as far as that is proven."""
    stopped: Stop | None = None
    """What ended a search that could go on: it was done, or its time was over."""
    floor: Mapping[str, int] = field(default_factory=dict)
    """The levels below which nothing was counted or searched, where there are any."""

    KEYS: ClassVar = (
        *("algorithm", "objective", "nodes", "checked", "cost", "bound", "gap"),
        *("stopped", "floor", "optimality", "reason"),
    )
    RULE: ClassVar = Must(
        "both nodes and checked, or none of them",
        lambda search: (search.nodes is None) == (search.checked is None),
    )

    def __post_init__(self) -> None:
        # Below a floor there may be something better: it was never looked at.
        known = proven_above(self.optimality, self.floor)
        object.__setattr__(self, "optimality", known)

    @property
    def gap(self) -> float | None:
        """How much better the best decision can be at most, as a share of this one."""
        if self.cost is None or self.bound is None or not self.cost:
            return None
        return (self.cost - self.bound) / self.cost

    def to_json(self) -> dict[str, Any]:
        """The facts with the keys that other programs rely on."""
        return to_json(self)

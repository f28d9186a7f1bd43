# SPDX-License-Identifier: Apache-2.0
"""A decision: how every row will be published, and how that was reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diversa.counts.frequency_set import FrequencySet
from diversa.recodings.recoding import Recoding
from diversa.search.lattice.result import (
    Optimality,
    SearchedLattice,
    Stop,
    proven_above,
)
from diversa.tables.counted_table import CountedTable


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
        known = {
            "nodes": self.nodes,
            "checked": self.checked,
            "cost": self.cost,
            "bound": self.bound,
            "gap": self.gap,
            "stopped": self.stopped,
            "floor": dict(self.floor) or None,
        }
        return {
            "algorithm": self.algorithm,
            "objective": self.objective,
            **{name: fact for name, fact in known.items() if fact is not None},
            "optimality": self.optimality,
            "reason": self.reason,
        }


@dataclass(frozen=True, eq=False)
class Decision:
    """What a method decided."""

    method: str
    """How the table is recoded."""
    recoding: Recoding = field(repr=False)
    """What happens to every row, as data."""
    reached: SearchSummary
    """How the decision was reached."""
    metrics: Mapping[str, float]
    """What is left of the data."""
    suppressed: int
    """Rows suppressed because a model fails in their group."""
    node: FrequencySet | None = field(default=None, repr=False)
    """The node of the lattice, whose generalizations hold natural supersets."""
    lattice: SearchedLattice | None = field(default=None, repr=False)
    """The lattice that was searched, for who draws it."""
    counted: CountedTable | None = field(default=None, repr=False)
    """The table with the hierarchies that the decision was taken with, where these may
    not be those that the table was counted with (`published_shape`)."""

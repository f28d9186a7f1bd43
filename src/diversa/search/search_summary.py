# SPDX-License-Identifier: Apache-2.0
"""The summary of a search: its algorithm, what was minimized, and how well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from diversa.codec import After, Must, to_json
from diversa.search.lattice.result import Optimality, Stop, proven_above


@dataclass(frozen=True)
class SearchSummary:
    """Outcome of a search: proven to be the best, or the best found."""

    algorithm: str
    """Name of the algorithm."""
    optimality: Annotated[Optimality, After("floor")]
    """Proven optimum, or best found."""
    reason: Annotated[str, After("optimality")]
    """Reason for the optimality."""
    objective: str
    """Name of the cost that was minimized."""
    nodes: int | None = None
    """Nodes of the lattice; None without a lattice."""
    checked: int | None = None
    """Nodes that were counted."""
    cost: float | None = None
    """Cost of the decision; None if no bound is known."""
    bound: float | None = None
    """Proven lower bound on the cost."""
    stopped: Stop | None = None
    """The end of an open-ended search: done, or out of time."""
    floor: Mapping[str, int] = field(default_factory=dict)
    """Levels below which nothing was counted or searched."""

    RULE: ClassVar = Must(
        "both nodes and checked, or none of them",
        lambda search: (search.nodes is None) == (search.checked is None),
    )

    def __post_init__(self) -> None:
        # Below a floor there may be something better: it was never looked at.
        known = proven_above(self.optimality, self.floor)
        object.__setattr__(self, "optimality", known)

    @property
    def gap(self) -> Annotated[float | None, After("bound")]:
        """Most that another decision could improve the cost, as a share of it."""
        if self.cost is None or self.bound is None or not self.cost:
            return None
        return (self.cost - self.bound) / self.cost

    def to_json(self) -> dict[str, Any]:
        """The summary with the keys of the manifest."""
        return to_json(self)

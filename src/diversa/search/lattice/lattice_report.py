# SPDX-License-Identifier: Apache-2.0
"""The nodes of a lattice that satisfy the models: all, the minimal ones, the best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from diversa.errors import InternalError
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.result import Optimality, SearchResult, proven_above
from diversa.search.planner import explain_failure
from diversa.search.task import Task


@dataclass(frozen=True)
class NodeReport:
    """A node with its groups and metrics."""

    levels: tuple[int, ...]
    """One level per quasi-identifier."""
    groups: int
    """Groups that would be published."""
    suppressed: int
    """Rows that would be suppressed."""
    metrics: Mapping[str, float]
    """Metrics of the release that the node would give."""

    @classmethod
    def of(cls, outcome: Outcome) -> NodeReport:
        """Report on a node that was counted."""
        metrics = {name: one.value(outcome) for name, one in OBJECTIVES.items()}
        return cls(outcome.levels, outcome.groups, outcome.suppressed, metrics)

    def to_json(self) -> dict[str, Any]:
        """The node as plain values."""
        return {
            "levels": list(self.levels),
            "groups": self.groups,
            "suppressed": self.suppressed,
            "metrics": dict(self.metrics),
        }


@dataclass(frozen=True, eq=False)
class LatticeReport:
    """Every node that satisfies the models of a plan."""

    attributes: tuple[str, ...]
    """The quasi-identifiers, in the order of the levels of a node."""
    rows: int
    """Rows of the table."""
    result: SearchResult = field(repr=False)
    """The search that found the nodes."""
    satisfying: tuple[tuple[int, ...], ...] = field(repr=False)
    """Every satisfying node, in lexicographic order."""
    minimal: tuple[NodeReport, ...]
    """Satisfying nodes without a satisfying specialization, best first."""
    best: NodeReport | None
    """The best node by the objective; None when no node satisfies."""
    failure: str | None = None
    """Reason why no node satisfies; None if one does."""
    floor: Mapping[str, int] = field(default_factory=dict)
    """Levels below which nothing was counted or searched."""

    @property
    def optimality(self) -> Optimality:
        """Optimality of the best node, as far as the floor allows."""
        return proven_above(self.result.optimality, self.floor)

    @classmethod
    def of(
        cls, task: Task, result: SearchResult, *, floor: Mapping[str, int] | None = None
    ) -> LatticeReport:
        """Report on a search that found all satisfying nodes."""
        if result.satisfying is None:
            raise InternalError(f"{result.algorithm}: must find every satisfying node")
        minimal = np.argwhere(result.lattice.minimal(result.satisfying)).tolist()
        evaluator = Evaluator(task)
        priced = []
        for node in map(tuple, minimal):
            outcome = evaluator.outcome(node)
            priced.append((task.objective.cost(outcome), NodeReport.of(outcome)))
        priced.sort(key=lambda pair: pair[0])  # stable: ties stay in order of levels
        return cls(
            tuple(hierarchy.attribute for hierarchy in task.finest.hierarchies),
            task.rows,
            result,
            tuple(map(tuple, np.argwhere(result.satisfying).tolist())),
            tuple(report for _, report in priced),
            None if result.best is None else NodeReport.of(result.best),
            explain_failure(task, result) if result.best is None else None,
            floor or {},
        )

    def to_json(self) -> dict[str, Any]:
        """The nodes with the keys that other programs rely on."""
        return {
            "attributes": list(self.attributes),
            "heights": list(self.result.lattice.heights),
            "nodes": self.result.lattice.size,
            "checked": self.result.checked,
            "satisfying": [list(node) for node in self.satisfying],
            "minimal": [node.to_json() for node in self.minimal],
            "best": None if self.best is None else self.best.to_json(),
            "optimality": self.optimality,
            "algorithm": self.result.algorithm,
            "reason": self.result.reason,
            **({"floor": dict(self.floor)} if self.floor else {}),
            **({} if self.failure is None else {"failure": self.failure}),
        }

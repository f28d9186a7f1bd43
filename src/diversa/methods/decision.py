# SPDX-License-Identifier: Apache-2.0
"""A decision: how every row will be published, and how that was reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diversa.counts.frequency_set import FrequencySet
from diversa.engines.engine import Engine, Table
from diversa.recodings.buckets import Buckets
from diversa.recodings.full_domain import FullDomain, LocalRecoding
from diversa.recodings.partition import Partition
from diversa.recodings.published_tables import PublishedTables
from diversa.search.lattice.result import Optimality, SearchedLattice

Recoding = FullDomain | LocalRecoding | Buckets
"""What may happen to rows."""


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

    def to_json(self) -> dict[str, Any]:
        """The facts with the keys that other programs rely on."""
        lattice = {"nodes": self.nodes, "checked": self.checked}
        return {
            "algorithm": self.algorithm,
            "objective": self.objective,
            **{name: one for name, one in lattice.items() if one is not None},
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

    @property
    def levels(self) -> dict[str, int] | None:
        """The level of each quasi-identifier; None where groups are no levels."""
        if not isinstance(self.recoding, FullDomain):
            return None
        names = [one.attribute for one in self.recoding.hierarchies]
        return dict(zip(names, self.recoding.levels, strict=True))

    @property
    def group_column(self) -> str | None:
        """Where the number of the group is published; None where it is not."""
        if isinstance(self.recoding, FullDomain):
            return None
        return self.recoding.group_column

    @property
    def partition(self) -> Partition | None:
        """The parts, where they were cut for a model that looks at their ancestors."""
        if not isinstance(self.recoding, LocalRecoding):
            return None
        partition = self.recoding.partition
        return partition if partition.trail else None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the published rows."""
        if isinstance(self.recoding, Buckets):
            return self.recoding.row_columns
        return self.recoding.columns

    @property
    def secret_columns(self) -> tuple[str, str, str] | None:
        """The columns of the sensitive table, where there is one."""
        if isinstance(self.recoding, Buckets):
            return self.recoding.secret_columns
        return None

    def tables(self, engine: Engine, recoded: Table) -> PublishedTables[Table]:
        """The tables that are published of the recoded rows."""
        if isinstance(self.recoding, Buckets):
            return self.recoding.tables(engine, recoded)
        return PublishedTables(recoded)

# SPDX-License-Identifier: Apache-2.0
"""A decision: the fate of every row, and the search behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diversa.counts.frequency_set import FrequencySet
from diversa.errors import PlanError
from diversa.recodings.recoding import Recoding
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.search_summary import SearchSummary
from diversa.tables.count_table import CountTable


@dataclass(frozen=True, eq=False)
class Decision:
    """The decision of a method."""

    method: str
    """Name of the method."""
    recoding: Recoding = field(repr=False)
    """The fate of every row, as data."""
    reached: SearchSummary
    """Summary of the search."""
    metrics: Mapping[str, float]
    """Metrics of the release."""
    suppressed: int
    """Rows suppressed because a model fails in their group."""
    node: FrequencySet | None = field(default=None, repr=False)
    """The node of the lattice, for models that look at its generalizations."""
    verdicts: NodeVerdicts | None = field(default=None, repr=False)
    """The nodes of the lattice that the search judged; None without a lattice."""
    counted: CountTable | None = field(default=None, repr=False)
    """The table with the hierarchies of the decision, if they may differ from those of
    the count (`release_shape`)."""

    @property
    def loss(self) -> float:
        """The loss (LM) of the release; two tables have none."""
        if "loss" not in self.metrics:
            raise PlanError(
                f"method: must be one that generalizes values, to compare losses, got"
                f" '{self.method}'; it publishes values as they are in two tables"
            )
        return float(self.metrics["loss"])

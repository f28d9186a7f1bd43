# SPDX-License-Identifier: Apache-2.0
"""A decision: how every row will be published, and how that was reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diversa.counts.frequency_set import FrequencySet
from diversa.recodings.recoding import Recoding
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.search_summary import SearchSummary
from diversa.tables.count_table import CountTable


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
    verdicts: NodeVerdicts | None = field(default=None, repr=False)
    """The nodes of the lattice that the search judged; None without a lattice."""
    counted: CountTable | None = field(default=None, repr=False)
    """The table with the hierarchies that the decision was taken with, where these may
    not be those that the table was counted with (`release_shape`)."""

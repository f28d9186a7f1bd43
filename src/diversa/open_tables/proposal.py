# SPDX-License-Identifier: Apache-2.0
"""The proposal of a search for an open table, before it is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diversa.methods.decision import Decision
from diversa.methods.explanation import SECONDS, Explanation, explain
from diversa.plan.plan import Plan
from diversa.search.search_summary import SearchSummary
from diversa.tables.count_table import CountTable


@dataclass(frozen=True, eq=False, repr=False)
class Proposal:
    """A decision on an open table that is not published yet."""

    plan: Plan = field(repr=False)
    """The plan of the search."""
    decision: Decision = field(repr=False)
    """The fate of every row."""
    made_for: object = field(repr=False)
    """A mark of the table that was searched: it can be published of that one only."""
    counted: CountTable = field(repr=False)
    """The counts that were searched."""

    def explain(self, *, seconds: float = SECONDS) -> Explanation:
        """What binds, and what to try next: trials with plans near this one.

        Args:
            seconds: Processor time for the trials; the most promising are made first.
        """
        return explain(self.counted, self.plan, self.decision, seconds=seconds)

    @property
    def method(self) -> str:
        """The method of the recoding."""
        return self.decision.method

    @property
    def levels(self) -> Mapping[str, int] | None:
        """The level of each quasi-identifier; None where groups are no levels."""
        return self.decision.recoding.levels

    @property
    def metrics(self) -> Mapping[str, float]:
        """Metrics of the release that it would be."""
        return self.decision.metrics

    @property
    def suppressed(self) -> int:
        """Rows that would be suppressed."""
        return self.decision.suppressed

    @property
    def search(self) -> SearchSummary:
        """The search that reached the decision."""
        return self.decision.reached

    def __repr__(self) -> str:
        models = ", ".join(model.spec for model in self.plan.bound_models())
        loss = f"loss {self.metrics['loss']:.4g}"
        facts = f"{self.method}, {loss}, suppressed {self.suppressed:,}"
        return f"<Proposal: {facts}; {models}>"

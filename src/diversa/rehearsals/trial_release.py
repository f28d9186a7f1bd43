# SPDX-License-Identifier: Apache-2.0
"""The release of a third of the people, made as the plan says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from diversa.methods import run
from diversa.methods.decision import Decision
from diversa.methods.release_shape import decide_by_release
from diversa.metrics.recoded import Recoded
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.rehearsals.claim_sets import meaning_of_release
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import Third
from diversa.tables.count_table import CountTable

Decide = Callable[[CountTable], Decision]
"""Makes the decision of a release of some people."""

MOST_BOXES = 5000
"""Boxes that are attacked, at most; of more, some are drawn."""


@dataclass(frozen=True, eq=False)
class TrialRelease:
    """The release of a third of the people."""

    third: Third = field(repr=False)
    """Its people."""
    decision: Decision = field(repr=False)
    """The decision on what is published."""
    recoded: Recoded = field(repr=False)
    """The table beside its release."""
    boxes: ReleaseBoxes = field(repr=False)
    """The boxes that readers see."""

    @classmethod
    def of(cls, third: Third, plan: Plan, decide: Decide | None = None) -> TrialRelease:
        """Release a third of the people, by the method of the plan by default."""
        decision = (decide or partial(by_plan, plan))(third.counted)
        counted, recoding = decision.counted or third.counted, decision.recoding
        recoded, meaning = recoding.recode(counted), meaning_of_release(recoding)
        boxes = ReleaseBoxes.of(recoded, recoding, third, meaning)
        return cls(third, decision, recoded, boxes)

    @property
    def has_two_tables(self) -> bool:
        """True if sensitive values are in a table of their own."""
        return self.decision.recoding.sensitive_table is not None

    def generalized(self, random: np.random.Generator) -> ReleaseBoxes:
        """The boxes with a label of several values; some of them, if there are many."""
        chosen = np.flatnonzero(self.boxes.generalized)
        if len(chosen) > MOST_BOXES:
            chosen = np.sort(random.choice(chosen, MOST_BOXES, replace=False))
        return self.boxes.select(chosen)


def by_plan(plan: Plan, counted: CountTable) -> Decision:
    """The decision on some people by the method of a plan."""
    name = plan.search.method
    return decide_by_release(counted, lambda table: run(name, table, plan, unseen))

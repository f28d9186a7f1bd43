# SPDX-License-Identifier: Apache-2.0
"""Objectives that add a cost in [0, 1] per published value; a suppressed value costs 1.

The loss metric and precision are of this form. Without suppression the cost of a node
follows from the marginal counts alone, which lets a search skip most nodes.
"""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.objective import (
    Marginals,
    Objective,
    Outcome,
    sum_over_attributes,
)

DIGITS = 12
"""Costs are rounded to so many decimals, so that equal ones compare as equal."""


class Additive(Objective):
    """The mean over rows and quasi-identifiers of a cost per published value.

    Costs are counted in whole parts: sums of integers are exact, so the order of the
    groups carries nothing into the choice of a node.
    """

    @abstractmethod
    def parts(self, hierarchy: Hierarchy, level: int) -> NDArray[np.int64]:
        """The cost of each code of a level in parts; grows from level to level."""

    @abstractmethod
    def whole(self, hierarchy: Hierarchy) -> int:
        """How many parts are a cost of 1: what a suppressed value costs."""

    def cost(self, outcome: Outcome) -> float:
        by_attribute = self.by_attribute(outcome)
        mean = by_attribute.sum() / max(1, len(by_attribute))
        return round(float(mean), DIGITS)

    def by_attribute(self, outcome: Outcome) -> NDArray[np.float64]:
        """The mean cost of every quasi-identifier over all rows."""
        published = self._totals(outcome.frequency_set, outcome.kept)
        return (published + outcome.suppressed) / max(1, outcome.rows)

    def floor(self, terms: Marginals) -> NDArray[np.float64]:
        # What a node costs where no row is removed; removing a row saves nothing.
        means = [
            np.array(
                [
                    self.parts(hierarchy, level)[hierarchy.step(0, level)] @ counts
                    for level in range(hierarchy.height + 1)
                ]
            )
            / (self.whole(hierarchy) * max(1, terms.rows))
            for hierarchy, counts in zip(terms.hierarchies, terms.counts, strict=True)
        ]
        return sum_over_attributes(means) / max(1, len(means))

    def penalty(self, outcome: Outcome, removed: NDArray[np.bool_]) -> float:
        # Below this node every value costs at most what it costs here.
        gone = int(outcome.frequency_set.groups.sizes[removed].sum())
        totals = self._totals(outcome.frequency_set, removed)
        saved = gone - totals.sum() / max(1, len(totals))
        return float(saved) / max(1, outcome.rows)

    def _totals(
        self, frequency_set: FrequencySet, chosen: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The costs of the rows of the chosen groups, added up for each attribute."""
        places = slice(None) if chosen.all() else np.flatnonzero(chosen)
        sizes = frequency_set.groups.sizes[places]
        totals = [
            int(self.parts(hierarchy, level)[codes[places]] @ sizes)
            / self.whole(hierarchy)
            for hierarchy, level, codes in zip(
                frequency_set.hierarchies,
                frequency_set.levels,
                frequency_set.codes,
                strict=True,
            )
        ]
        return np.array(totals, dtype=np.float64)

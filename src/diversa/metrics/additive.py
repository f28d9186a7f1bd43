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
from diversa.metrics.objective import Marginals, Objective, Outcome


class Additive(Objective):
    """The mean over rows and quasi-identifiers of a cost per published value."""

    @abstractmethod
    def value_cost(self, hierarchy: Hierarchy, level: int) -> NDArray[np.float64]:
        """The cost of each code of a level; grows from level to level."""

    def cost(self, outcome: Outcome) -> float:
        frequency_set = outcome.frequency_set
        sizes = frequency_set.groups.sizes[outcome.kept]
        saved = ((1 - self._group_costs(frequency_set, outcome.kept)) * sizes).sum()
        return 1 - float(saved) / max(1, outcome.rows)

    def floor(self, terms: Marginals) -> NDArray[np.float64]:
        total = np.zeros(())
        for hierarchy, counts in zip(terms.hierarchies, terms.counts, strict=True):
            means = [
                self.value_cost(hierarchy, level)[hierarchy.maps[level]] @ counts
                for level in range(hierarchy.height + 1)
            ]
            total = total[..., None] + np.array(means) / max(1, terms.rows)
        return total / max(1, len(terms.hierarchies))

    def penalty(self, outcome: Outcome, removed: NDArray[np.bool_]) -> float:
        # Below this node every value costs at most what it costs here.
        sizes = outcome.frequency_set.groups.sizes[removed]
        costs = self._group_costs(outcome.frequency_set, removed)
        return float(((1 - costs) * sizes).sum()) / max(1, outcome.rows)

    def _group_costs(
        self, frequency_set: FrequencySet, chosen: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The mean cost over the attributes of each chosen group."""
        places = np.flatnonzero(chosen)
        total = np.zeros(len(places))
        for hierarchy, level, codes in zip(
            frequency_set.hierarchies,
            frequency_set.levels,
            frequency_set.codes,
            strict=True,
        ):
            total += self.value_cost(hierarchy, level)[codes[places]]
        return total / max(1, len(frequency_set.levels))

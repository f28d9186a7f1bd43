# SPDX-License-Identifier: Apache-2.0
"""Generalization height."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.objective import Marginals, Outcome


class Height:
    """The number of generalization steps from the original table; lower is better."""

    name = "height"
    higher_is_better = False

    def cost(self, outcome: Outcome) -> float:
        return float(sum(outcome.levels))

    def value(self, outcome: Outcome) -> float:
        return self.cost(outcome)

    def floor(self, terms: Marginals) -> NDArray[np.float64]:
        total = np.zeros(())
        for hierarchy in terms.hierarchies:
            total = total[..., None] + np.arange(hierarchy.height + 1.0)
        return total

    def penalty(self, outcome: Outcome, removed: NDArray[np.bool_]) -> float:
        del outcome, removed  # height does not see suppression
        return 0.0

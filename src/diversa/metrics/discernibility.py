# SPDX-License-Identifier: Apache-2.0
"""The discernibility metric DM."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.objective import Marginals, Objective, Outcome


class Discernibility(Objective):
    """DM: each row costs the size of its group, a suppressed row the whole table.

    `Σ N² + s·n`. Lower is better; at least n.

    Reference:
        R. Bayardo, R. Agrawal, Data privacy through optimal k-anonymization, ICDE 2005.
    """

    name = "discernibility"

    def cost(self, outcome: Outcome) -> float:
        sizes = outcome.frequency_set.groups.sizes[outcome.kept]
        return float((sizes * sizes).sum() + outcome.suppressed * outcome.rows)

    def floor(self, terms: Marginals) -> NDArray[np.float64]:
        shape = tuple(hierarchy.height + 1 for hierarchy in terms.hierarchies)
        return np.full(shape, float(terms.rows))

    def penalty(self, outcome: Outcome, removed: NDArray[np.bool_]) -> float:
        # A removed row costs the whole table instead of at least itself.
        gone = int(outcome.frequency_set.groups.sizes[removed].sum())
        return float(gone * (outcome.rows - 1))

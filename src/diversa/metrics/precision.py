# SPDX-License-Identifier: Apache-2.0
"""Precision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.additive import Additive
from diversa.metrics.objective import Outcome


class Precision(Additive):
    """1 minus the mean of level / height over rows and quasi-identifiers.

    1 is the original table. A suppressed row counts as the top level everywhere; an
    attribute without levels costs nothing.

    Reference:
        L. Sweeney, Achieving k-anonymity privacy protection using generalization and
        suppression, 2002.
    """

    name = "precision"

    def parts(self, hierarchy: Hierarchy, level: int) -> NDArray[np.int64]:
        return np.full(hierarchy.sizes[level], level, dtype=np.int64)

    def whole(self, hierarchy: Hierarchy) -> int:
        return max(1, hierarchy.height)

    def value(self, outcome: Outcome) -> float:
        return 1 - self.cost(outcome)

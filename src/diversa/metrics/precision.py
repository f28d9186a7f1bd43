# SPDX-License-Identifier: Apache-2.0
"""Precision."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Ints
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.additive import Additive
from diversa.metrics.metric import Metric
from diversa.metrics.objective import Outcome
from diversa.metrics.recoded import Recoded


class Precision(Additive):
    """1 minus the mean of level / height over rows and quasi-identifiers.

    1 is the original table. A suppressed row counts as the top level everywhere; an
    attribute without levels costs nothing.

    Reference:
        L. Sweeney, Achieving k-anonymity privacy protection using generalization and
        suppression, 2002.
    """

    name = "precision"

    def parts(self, hierarchy: Hierarchy, level: int) -> Ints:
        return np.full(hierarchy.sizes[level], level, dtype=np.int64)

    def whole(self, hierarchy: Hierarchy) -> int:
        return max(1, hierarchy.height)

    def value(self, outcome: Outcome) -> float:
        return 1 - self.cost(outcome)


def precision(recoded: Recoded) -> float | None:
    """The precision of a release; None where it is no node of the lattice.

    The values of rows that are not part of the table may make a hierarchy higher: of a
    part there is none.
    """
    if recoded.levels is None or recoded.is_part:
        return None
    heights = [max(1, hierarchy.height) for hierarchy in recoded.hierarchies]
    costs = [level / top for level, top in zip(recoded.levels, heights, strict=True)]
    lost = recoded.rows_out * sum(costs) + recoded.suppressed * len(costs)
    return 1 - lost / max(1, recoded.total * len(costs))


PRECISION = Metric(
    "precision",
    "precision",
    "1 is unchanged, 0 is everything at the top of its hierarchy",
    lambda recoded, _: precision(recoded),
    better="higher",
    needs="a node of the lattice",
    withheld="0, the top level",
)

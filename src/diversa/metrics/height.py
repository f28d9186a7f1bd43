# SPDX-License-Identifier: Apache-2.0
"""Generalization height."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.metrics.metric import Metric
from diversa.metrics.objective import (
    Marginals,
    Objective,
    Outcome,
    sum_over_attributes,
)
from diversa.metrics.recoded import Recoded


class Height(Objective):
    """The number of generalization steps from the original table; lower is better."""

    name = "height"

    def cost(self, outcome: Outcome) -> float:
        return float(sum(outcome.levels))

    def floor(self, terms: Marginals) -> NDArray[np.float64]:
        levels = [np.arange(hierarchy.height + 1.0) for hierarchy in terms.hierarchies]
        return sum_over_attributes(levels)


def height(recoded: Recoded) -> int | None:
    """The height of a release; None where it is no node of the lattice."""
    return None if recoded.levels is None else sum(recoded.levels)


HEIGHT = Metric(
    "height",
    "height",
    "sum of the levels of the published node",
    lambda recoded, _: height(recoded),
    needs="a node of the lattice",
)

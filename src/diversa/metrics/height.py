# SPDX-License-Identifier: Apache-2.0
"""Generalization height."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.array_types import Floats
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.metric import Metric
from diversa.metrics.objective import (
    Marginals,
    Node,
    Outcome,
    Weighted,
    sum_over_attributes,
)
from diversa.metrics.recoded import Recoded


class Height(Weighted):
    """The number of generalization steps from the original table; lower is better."""

    name = "height"

    def cost(self, outcome: Outcome) -> float:
        return self._steps(outcome.frequency_set.hierarchies, outcome.levels)

    def floor(self, terms: Marginals) -> Floats:
        levels = [
            float(self.weights.get(hierarchy.attribute, 1))
            * np.arange(hierarchy.height + 1)
            for hierarchy in terms.hierarchies
        ]
        return sum_over_attributes(levels)

    def _steps(self, hierarchies: Sequence[Hierarchy], levels: Node) -> float:
        """The steps up to a node, each by the weight of its attribute."""
        each = zip(hierarchies, levels, strict=True)
        return float(
            sum(self.weights.get(one.attribute, 1) * level for one, level in each)
        )

    def least_between(
        self, terms: Marginals, low: Node, high: Node, penalties: Floats | None
    ) -> float:
        del high, penalties
        return self._steps(terms.hierarchies, low)


def height(recoded: Recoded) -> int | None:
    """The height of a release; None where it is no node of the lattice."""
    return None if recoded.levels is None else sum(recoded.levels) - recoded.coded


HEIGHT = Metric(
    "height",
    "height",
    "sum of the levels of the published node",
    lambda recoded, _: height(recoded),
    needs="a node of the lattice",
)

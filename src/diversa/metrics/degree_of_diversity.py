# SPDX-License-Identifier: Apache-2.0
"""The degree of diversity of groups (DOD) and of a table (DOT)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from diversa.array_types import Floats
from diversa.counts.histogram import Histogram
from diversa.metrics.metric import Metric, number_by_attribute


@dataclass(frozen=True)
class DegreeOfDiversity:
    """Mean distance of the sensitive values inside groups, by their taxonomy.

    It says how diverse a release is, not how useful.
    """

    dot: float
    """DOT: the mean over groups of Σ distance / size. It grows with the size."""
    pair_distance: float
    """The mean over groups of the mean distance of two rows; it does not."""

    def to_json(self) -> dict[str, Any]:
        """Both as plain numbers."""
        return {"dot": self.dot, "pair_distance": self.pair_distance}


def degree_of_diversity(histogram: Histogram) -> DegreeOfDiversity:
    """DOT of the groups of a release; the attribute must have a taxonomy.

    DOD(E) = Σ_{i<j} d(v_i, v_j) / |E| with half the path as distance, 0 for one row;
    DOT is its mean, each group alike. Rows whose value is unknown are left out.

    Reference:
        (l,e)-diversity, difference matrix, DOD and DOT.
    """
    if len(histogram) == 0:
        return DegreeOfDiversity(0.0, 0.0)
    total, size = distances(histogram), histogram.rows_with_value
    pairs = size * (size - 1) / 2
    return DegreeOfDiversity(
        float((total / np.maximum(size, 1)).mean()),
        float((total / np.maximum(pairs, 1)).mean()),
    )


def distances(histogram: Histogram) -> Floats:
    """The distances of all pairs of rows of each group, added up.

    The path between two rows crosses the edge above a node if one of them is below it.
    With m of N rows below, m (N - m) pairs cross it; each edge is half a unit long.
    """
    tree, size = histogram.sensitive.tree, histogram.rows_with_value
    total = np.zeros(len(histogram))
    for depth in range(1, tree.height + 1):
        above = np.where(tree.paths[:, depth] < 0, 0, tree.paths[:, depth])
        below = histogram.recode(above.astype(np.int32), len(tree.names))
        rows = np.where(below.values > 0, below.counts, 0)  # 0: the root, no edge
        total += below.sum(rows * (size[below.group] - rows)) / 2
    return total


DEGREE_OF_DIVERSITY = Metric(
    "dot",
    "degree of diversity (DOT)",
    "mean difference of meaning inside groups (DOT)",
    lambda recoded, _: {
        attribute.name: degree_of_diversity(recoded.groups.histogram(attribute.name))
        for attribute in recoded.sensitive
        if attribute.taxonomy is not None
    },
    better="higher",
    about="safety",
    needs="a taxonomy of the sensitive values",
    shape=lambda name, measured: number_by_attribute(
        name, {on: diversity.dot for on, diversity in measured.items()}
    ),
    detail="diversity",
)

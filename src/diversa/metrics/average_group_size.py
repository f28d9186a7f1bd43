# SPDX-License-Identifier: Apache-2.0
"""Average group size."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Floats
from diversa.metrics.metric import Metric
from diversa.metrics.objective import Marginals, Node, Objective, Outcome
from diversa.metrics.recoded import Recoded


class AverageGroupSize(Objective):
    """Published rows per published group; lower is better, at least 1.

    Suppressed rows are not part of it: combine it with a suppression limit. A release
    without rows costs as much as one group of the whole table.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 6.
    """

    name = "average-group-size"

    def cost(self, outcome: Outcome) -> float:
        if outcome.groups == 0:
            return float(outcome.rows)
        return outcome.rows_out / outcome.groups

    def floor(self, terms: Marginals) -> Floats:
        shape = tuple(hierarchy.height + 1 for hierarchy in terms.hierarchies)
        return np.ones(shape)

    def least_between(
        self, terms: Marginals, low: Node, high: Node, penalties: Floats | None
    ) -> float:
        del terms, low, high, penalties
        return 1.0


def average_group_size(recoded: Recoded) -> float | None:
    """Published rows per published group of a release; None where there is none."""
    groups = len(recoded.groups)
    return recoded.rows_out / groups if groups else None


def normalized_average_group_size(recoded: Recoded, k: int) -> float | None:
    """C_avg: the average group size by the k that was asked for; 1 is ideal.

    Reference:
        K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity,
        ICDE 2006, Section 5.
    """
    average = average_group_size(recoded)
    return None if average is None else average / k


AVERAGE_GROUP_SIZE = Metric(
    "average-group-size",
    "average group size",
    "published rows per group",
    lambda recoded, _: average_group_size(recoded),
)


C_AVG = Metric(
    "c-avg",
    "C_avg",
    "average group size by the k asked for; 1 is ideal",
    lambda recoded, request: (
        None if request.k is None else normalized_average_group_size(recoded, request.k)
    ),
    needs="k-anonymity among the models",
)

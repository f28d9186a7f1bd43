# SPDX-License-Identifier: Apache-2.0
"""Utility metrics, one per file. `OBJECTIVES` are those a search can minimize."""

from __future__ import annotations

from diversa.errors import PlanError, nearest
from diversa.metrics.average_group_size import AverageGroupSize
from diversa.metrics.discernibility import Discernibility
from diversa.metrics.height import Height
from diversa.metrics.loss import Loss
from diversa.metrics.objective import Objective
from diversa.metrics.precision import Precision

_ALL: tuple[Objective, ...] = (
    Loss(),
    Precision(),
    Discernibility(),
    AverageGroupSize(),
    Height(),
)

OBJECTIVES: dict[str, Objective] = {metric.name: metric for metric in _ALL}
"""Every objective by the name it has in a plan."""


def objective(name: str) -> Objective:
    """Look an objective up by its name."""
    if name not in OBJECTIVES:
        known = nearest(name, list(OBJECTIVES))
        raise PlanError(
            f"search.objective: must be a known metric, got '{name}'; {known}"
        )
    return OBJECTIVES[name]

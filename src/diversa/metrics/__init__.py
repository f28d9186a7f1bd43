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
from diversa.registry import Registry

_ALL: tuple[Objective, ...] = (
    Loss(),
    Precision(),
    Discernibility(),
    AverageGroupSize(),
    Height(),
)


def accept_objective(name: str, thing: object) -> Objective:
    """Take an objective, or its class; refuse what is none, or has another name."""
    metric = thing
    if isinstance(thing, type) and issubclass(thing, Objective):
        metric = thing()
    if not isinstance(metric, Objective):
        raise PlanError(
            f"search.objective: '{name}' must be an Objective, got {thing!r}; derive it"
            " from diversa.metrics.objective.Objective"
        )
    if metric.name != name:
        raise PlanError(
            f"search.objective: the metric {metric.name} must be registered by its"
            f" name, got '{name}'; rename the entry point or the metric"
        )
    return metric


OBJECTIVES: Registry[Objective] = Registry(
    "diversa.metrics", {metric.name: metric for metric in _ALL}, accept_objective
)
"""Every objective by the name it has in a plan; installed packages may add to it."""


def objective(name: str) -> Objective:
    """Look an objective up by its name."""
    if name not in OBJECTIVES:
        known = nearest(name, list(OBJECTIVES))
        raise PlanError(
            f"search.objective: must be a known metric, got '{name}'; {known}"
        )
    return OBJECTIVES[name]

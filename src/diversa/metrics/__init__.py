# SPDX-License-Identifier: Apache-2.0
"""Utility metrics, one per file, each declared there and registered here.

`METRICS` are measured in every release; `OBJECTIVES` are those a search can minimize.
"""

from __future__ import annotations

from diversa.errors import InputError, PlanError, nearest
from diversa.metrics.ambiguity import AMBIGUITY
from diversa.metrics.average_group_size import (
    AVERAGE_GROUP_SIZE,
    C_AVG,
    AverageGroupSize,
)
from diversa.metrics.classification_accuracy import CLASSIFICATION_ACCURACY
from diversa.metrics.classification_metric import CLASSIFICATION_METRIC
from diversa.metrics.count_queries import COUNT_QUERIES
from diversa.metrics.degree_of_diversity import DEGREE_OF_DIVERSITY
from diversa.metrics.discernibility import DISCERNIBILITY, Discernibility
from diversa.metrics.height import HEIGHT, Height
from diversa.metrics.kl_divergence import KL_DIVERGENCE
from diversa.metrics.loss import LOSS, Loss
from diversa.metrics.metric import Metric
from diversa.metrics.normalized_certainty_penalty import GCP
from diversa.metrics.objective import Objective
from diversa.metrics.precision import PRECISION, Precision
from diversa.metrics.reconstruction_loss import RECONSTRUCTION_LOSS
from diversa.registry import Registry

BUILT_IN: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        LOSS,
        GCP,
        PRECISION,
        HEIGHT,
        DISCERNIBILITY,
        AVERAGE_GROUP_SIZE,
        C_AVG,
        AMBIGUITY,
        KL_DIVERGENCE,
        RECONSTRUCTION_LOSS,
        CLASSIFICATION_METRIC,
        DEGREE_OF_DIVERSITY,
        COUNT_QUERIES,
        CLASSIFICATION_ACCURACY,
    )
}
"""The metrics of utility by name, in the order in which reports show them."""


def accept_metric(name: str, thing: object) -> Metric:
    """Take a metric of utility; refuse what is none, or has another name."""
    if not isinstance(thing, Metric) or thing.name != name:
        raise InputError(
            f"diversa.utility: '{name}' must be a Metric of that name, got {thing!r};"
            " make it with diversa.metrics.metric.Metric"
        )
    return thing


METRICS: Registry[Metric] = Registry("diversa.utility", BUILT_IN, accept_metric)
"""Every metric that is measured in a release; installed packages may add to it."""

OF_METHODS = {
    "loss-of-tight-boxes": "the loss if boxes showed what few rows have, too",
    "spread-within": "share of the squared deviations inside groups (SSE / SST)",
}
"""Meaning of the numbers that some methods measure themselves."""

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


def metric_of(number: str) -> Metric | None:
    """The metric that a number of a report belongs to; None where none is registered.

    >>> metric_of("query-error-mean").name, metric_of("dot:disease").name
    ('query-error', 'dot')
    """
    name = number.partition(":")[0]
    if name in METRICS:
        return METRICS[name]
    return next(
        (metric for metric in METRICS.values() if name in metric.sentences), None
    )


def meaning_of(number: str) -> str:
    """The meaning of a number of a report; empty if no metric is registered for it."""
    name, metric = number.partition(":")[0], metric_of(number)
    sentences = OF_METHODS if metric is None else metric.sentences
    return sentences.get(name, "")


def objective(name: str) -> Objective:
    """Look an objective up by its name."""
    if name not in OBJECTIVES:
        advice = nearest(name, list(OBJECTIVES))
        raise PlanError(
            f"search.objective: must be a known metric, got '{name}'; {advice}"
        )
    return OBJECTIVES[name]

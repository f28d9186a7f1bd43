# SPDX-License-Identifier: Apache-2.0
"""What is left of a table in its release: every metric at once.

`recodings` say what was released (`Recoded`); a report shows what is found here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diversa.metrics.ambiguity import ambiguity
from diversa.metrics.association import Association, associations
from diversa.metrics.average_group_size import (
    average_group_size,
    normalized_average_group_size,
)
from diversa.metrics.classification_accuracy import Accuracy, classification_accuracy
from diversa.metrics.classification_metric import classification_metric
from diversa.metrics.count_queries import QueryError, query_error
from diversa.metrics.degree_of_diversity import DegreeOfDiversity, degree_of_diversity
from diversa.metrics.discernibility import discernibility
from diversa.metrics.distributions import Bucketed, Distribution, distributions
from diversa.metrics.height import height
from diversa.metrics.kl_divergence import kl_divergence
from diversa.metrics.loss import loss_by_attribute
from diversa.metrics.normalized_certainty_penalty import ncp_by_attribute
from diversa.metrics.precision import precision
from diversa.metrics.recoded import Recoded
from diversa.metrics.reconstruction_loss import reconstruction_loss


@dataclass(frozen=True)
class Utility:
    """Every metric of a release. It holds no sensitive value."""

    rows: int
    """Rows of the table."""
    suppressed: int
    """Rows that are suppressed."""
    groups: int
    """Published groups, without suppressed rows."""
    height: int | None
    """Generalization height; None where the release is no node of the lattice."""
    precision: float | None
    """Precision; None where the release is no node of the lattice."""
    average_group_size: float | None
    """Published rows per group; None where nothing is published."""
    c_avg: float | None
    """Average group size by the k that was asked for; None where there is no k."""
    discernibility: int
    """DM."""
    loss_by_attribute: Mapping[str, float]
    """LM of each quasi-identifier."""
    ncp_by_attribute: Mapping[str, float]
    """NCP of each quasi-identifier."""
    ambiguity: float
    """Tuples that the rows may stand for."""
    kl_divergence: float | None
    """In bits; None where it is not known which rows went where."""
    reconstruction_loss: Mapping[str, float]
    """For each sensitive attribute."""
    classification_metric: Mapping[str, float]
    """CM with each sensitive attribute as the class."""
    diversity: Mapping[str, DegreeOfDiversity]
    """DOT of each sensitive attribute that has a taxonomy."""
    query_error: QueryError | None
    """Of random COUNT queries."""
    accuracy: Accuracy | None = None
    """Classification accuracy, where a class was named."""
    distributions: tuple[Distribution, ...] = field(default=(), repr=False)
    """Every attribute before and after."""
    associations: tuple[Association, ...] = field(default=(), repr=False)
    """Every pair of attributes before and after."""

    @property
    def loss(self) -> float:
        """LM: the mean over rows and quasi-identifiers."""
        return mean(self.loss_by_attribute)

    @property
    def gcp(self) -> float:
        """GCP: the mean of NCP over rows and quasi-identifiers."""
        return mean(self.ncp_by_attribute)

    @property
    def numbers(self) -> dict[str, float | None]:
        """The metrics that are one number, by name."""
        found = self.query_error
        return {
            "loss": self.loss,
            "gcp": self.gcp,
            "precision": self.precision,
            "height": self.height,
            "discernibility": self.discernibility,
            "average-group-size": self.average_group_size,
            "c-avg": self.c_avg,
            "ambiguity": self.ambiguity,
            "kl-divergence": self.kl_divergence,
            **named("reconstruction-loss", self.reconstruction_loss),
            **named("classification-metric", self.classification_metric),
            **named("dot", {on: one.dot for on, one in self.diversity.items()}),
            "query-error-median": None if found is None else found.median,
            "query-error-mean": None if found is None else found.mean,
        }

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values; None stands for what does not apply."""
        error, accuracy = self.query_error, self.accuracy
        return {
            "rows": self.rows,
            "suppressed": self.suppressed,
            "groups": self.groups,
            "metrics": self.numbers,
            "loss_by_attribute": dict(self.loss_by_attribute),
            "ncp_by_attribute": dict(self.ncp_by_attribute),
            "diversity": {on: one.to_json() for on, one in self.diversity.items()},
            "query_error": None if error is None else error.to_json(),
            "accuracy": None if accuracy is None else accuracy.to_json(),
            "distributions": [one.to_json() for one in self.distributions],
            "associations": [one.to_json() for one in self.associations],
        }


def utility(
    recoded: Recoded,
    *,
    k: int | None = None,
    queries: int = 1000,
    label: str | None = None,
    seed: int = 0,
) -> Utility:
    """Measure what is left of a table in its release.

    Args:
        recoded: The table and its release; a recoding's `recoded` makes it.
        k: The group size that was asked for, for C_avg.
        queries: How many COUNT queries are asked; 0 for none.
        label: A column whose prediction is tried; it needs scikit-learn.
        seed: What queries and held-out rows are drawn with.
    """
    names = [one.name for one in recoded.sensitive]
    trees = [one.name for one in recoded.sensitive if one.taxonomy is not None]
    bucketed = Bucketed(recoded)
    return Utility(
        rows=recoded.total,
        suppressed=recoded.suppressed,
        groups=len(recoded.groups),
        height=height(recoded),
        precision=precision(recoded),
        average_group_size=average_group_size(recoded),
        c_avg=None if k is None else normalized_average_group_size(recoded, k),
        discernibility=discernibility(recoded),
        loss_by_attribute=loss_by_attribute(recoded),
        ncp_by_attribute=ncp_by_attribute(recoded),
        ambiguity=ambiguity(recoded),
        kl_divergence=kl_divergence(recoded),
        reconstruction_loss={on: reconstruction_loss(recoded, on) for on in names},
        classification_metric={on: classification_metric(recoded, on) for on in names},
        diversity={
            on: degree_of_diversity(recoded.groups.histogram(on)) for on in trees
        },
        query_error=query_error(recoded, queries=queries, seed=seed),
        accuracy=None
        if label is None
        else classification_accuracy(recoded, label, seed=seed),
        distributions=distributions(bucketed),
        associations=associations(bucketed),
    )


def mean(numbers: Mapping[str, float]) -> float:
    """The mean; 0 of nothing."""
    return sum(numbers.values()) / max(1, len(numbers))


def named(metric: str, numbers: Mapping[str, float]) -> dict[str, float]:
    """One entry per sensitive attribute; the bare name where there is one only."""
    if len(numbers) == 1:
        return {metric: next(iter(numbers.values()))}
    return {f"{metric}:{on}": one for on, one in numbers.items()}

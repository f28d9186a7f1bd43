# SPDX-License-Identifier: Apache-2.0
"""The utility of a release: every metric at once.

`recodings` say what was released (`Recoded`); a report shows what is found here.

A row that was suppressed is *withheld*, whether it was left out or published with `*`.
One definition holds for all metrics: the table is the published rows, as they were, and
so many rows of which nothing is known but that each may be any tuple of the domain, the
values that published rows have. A metric that adds up rows, or takes their mean, counts
each withheld row with the most that a row can cost (`Metric.withheld` says how much),
so that a release never looks better for a row that it withholds. Metrics of groups look
at the published ones alone. Rows dropped for a missing sensitive value are no part of
the table; a release says how many they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated, Any, ClassVar

from diversa.codec import ALWAYS, REST, UNWRITTEN, Must, to_json
from diversa.metrics import METRICS
from diversa.metrics.association import Association, associations
from diversa.metrics.classification_accuracy import Accuracy
from diversa.metrics.count_queries import QueryError
from diversa.metrics.distributions import Bucketed, Distribution, distributions
from diversa.metrics.metric import Metric, Request, plain
from diversa.metrics.recoded import Recoded

TYPED = ("loss_by_attribute", "ncp_by_attribute", "query_error", "accuracy")
"""Results of built-in metrics beside their numbers."""


def is_every_pair(pairs: Sequence[Association]) -> bool:
    """True if every two of the attributes are there."""
    there = {frozenset(pair.attributes) for pair in pairs}
    names = sorted({name for pair in there for name in pair})
    return all(frozenset(two) in there for two in combinations(names, 2))


@dataclass(frozen=True, kw_only=True)
class Utility:
    """Every metric of a release. It holds no sensitive value.

    `utility["loss"]` is a number by its name, `utility.measured["loss"]` all that the
    metric measured: the loss of each quasi-identifier.
    """

    rows: Annotated[int, ALWAYS] = 0
    """Rows of the table."""
    suppressed: Annotated[int, ALWAYS] = 0
    """Rows that are suppressed."""
    groups: Annotated[int, ALWAYS] = 0
    """Published groups, without suppressed rows."""
    metrics: Mapping[str, float | None]
    """The metrics that are numbers, by name; None where one does not apply."""
    loss_by_attribute: Mapping[str, float]
    """The loss of each quasi-identifier."""
    ncp_by_attribute: Mapping[str, float]
    """The normalized certainty penalty of each quasi-identifier."""
    details: Annotated[Mapping[str, Any], REST] = field(
        default_factory=dict, repr=False
    )
    """Results of other metrics beside their numbers, as JSON holds them, by key."""
    query_error: QueryError | None
    """The error of random COUNT queries; None where none was asked."""
    accuracy: Accuracy | None
    """Accuracy of a classifier; None if no label was named."""
    distributions: tuple[Distribution, ...] = field(repr=False)
    """Every attribute before and after."""
    associations: tuple[Association, ...] = field(repr=False)
    """Every pair of attributes before and after."""
    measured: Annotated[Mapping[str, Any], UNWRITTEN] = field(
        default_factory=dict, repr=False, compare=False
    )
    """The measurement of each metric, by its name; not in a manifest."""

    RULE: ClassVar = Must(
        "of the same attributes throughout",
        lambda utility: (
            utility.loss_by_attribute.keys() == utility.ncp_by_attribute.keys()
            and is_every_pair(utility.associations)
        ),
    )

    def __getitem__(self, name: str) -> float | None:
        return self.metrics[name]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values; None stands for what does not apply."""
        return to_json(self)


def utility(
    recoded: Recoded,
    *,
    k: int | None = None,
    queries: int = 1000,
    label: str | None = None,
    seed: int = 0,
    more: Sequence[Metric] = (),
) -> Utility:
    """Measure what is left of a table in its release.

    Args:
        recoded: The table and its release; a recoding's `recoded` makes it.
        k: The group size that was asked for, for C_avg.
        queries: How many COUNT queries are asked; 0 for none.
        label: A column whose prediction is tried; it needs scikit-learn.
        seed: What queries and held-out rows are drawn with.
        more: Metrics of one's own, measured besides the registered ones.
    """
    request = Request(k, queries, label, seed)
    metrics = [*METRICS.values(), *more]
    measured = {metric.name: metric.measure(recoded, request) for metric in metrics}
    details = {
        metric.detail: measured[metric.name] for metric in metrics if metric.detail
    }
    typed = {key: details.pop(key) for key in TYPED}
    return Utility(
        rows=recoded.total,
        suppressed=recoded.suppressed,
        groups=len(recoded.groups),
        metrics={
            name: number
            for metric in metrics
            for name, number in metric.numbers(measured[metric.name]).items()
        },
        **typed,
        details={key: plain(part) for key, part in details.items()},
        distributions=distributions(Bucketed(recoded)),
        associations=associations(Bucketed(recoded, raw=True)),
        measured=measured,
    )

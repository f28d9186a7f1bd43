# SPDX-License-Identifier: Apache-2.0
"""What is left of a table in its release: every metric at once.

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
from typing import Any

from diversa.metrics import METRICS
from diversa.metrics.association import Association, associations
from diversa.metrics.distributions import Bucketed, Distribution, distributions
from diversa.metrics.metric import Metric, Request, plain
from diversa.metrics.recoded import Recoded


@dataclass(frozen=True)
class Utility:
    """Every metric of a release. It holds no sensitive value.

    `utility["loss"]` is a number by its name, `utility.measured["loss"]` all that the
    metric measured: the loss of each quasi-identifier.
    """

    rows: int
    """Rows of the table."""
    suppressed: int
    """Rows that are suppressed."""
    groups: int
    """Published groups, without suppressed rows."""
    measured: Mapping[str, Any]
    """What each metric measured, by the name of the metric."""
    numbers: Mapping[str, float | None]
    """The metrics that are numbers, by name; None where one does not apply."""
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What numbers alone do not say, as JSON holds it, by key."""
    distributions: tuple[Distribution, ...] = field(default=(), repr=False)
    """Every attribute before and after."""
    associations: tuple[Association, ...] = field(default=(), repr=False)
    """Every pair of attributes before and after."""

    def __getitem__(self, name: str) -> float | None:
        return self.numbers[name]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values; None stands for what does not apply."""
        return {
            "rows": self.rows,
            "suppressed": self.suppressed,
            "groups": self.groups,
            "metrics": dict(self.numbers),
            **self.details,
            "distributions": [
                distribution.to_json() for distribution in self.distributions
            ],
            "associations": [
                association.to_json() for association in self.associations
            ],
        }


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
    return Utility(
        rows=recoded.total,
        suppressed=recoded.suppressed,
        groups=len(recoded.groups),
        measured=measured,
        numbers={
            name: number
            for metric in metrics
            for name, number in metric.numbers(measured[metric.name]).items()
        },
        details={
            metric.detail: plain(measured[metric.name])
            for metric in metrics
            if metric.detail
        },
        distributions=distributions(Bucketed(recoded)),
        associations=associations(Bucketed(recoded, raw=True)),
    )

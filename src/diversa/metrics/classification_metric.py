# SPDX-License-Identifier: Apache-2.0
"""The classification metric CM."""

from __future__ import annotations

from diversa.metrics.metric import Metric, number_by_attribute
from diversa.metrics.recoded import Recoded


def classification_metric(recoded: Recoded, label: str) -> float:
    """CM: the share of rows that are suppressed or not of their group's majority.

    `(1/n) (s + Σ (N - largest count))`. A group has exactly one majority label, also
    where two are tied: (2, 2) costs 2. Rows with an unknown label are not of it. The
    label is a sensitive attribute.

    Reference:
        V. Iyengar, Transforming data to satisfy privacy constraints, KDD 2002.
    """
    histogram = recoded.groups.histogram(label)
    minority = histogram.sizes - histogram.max(histogram.counts)
    return (recoded.suppressed + int(minority.sum())) / max(1, recoded.total)


CLASSIFICATION_METRIC = Metric(
    "classification-metric",
    "classification metric (CM)",
    "share of rows that are not of their group's majority",
    lambda recoded, _: {
        attribute.name: classification_metric(recoded, attribute.name)
        for attribute in recoded.sensitive
    },
    shape=number_by_attribute,
    withheld="1",
)

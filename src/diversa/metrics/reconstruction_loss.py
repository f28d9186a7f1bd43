# SPDX-License-Identifier: Apache-2.0
"""Information loss by reconstruction: what a reader no longer knows of each row."""

from __future__ import annotations

from diversa.counts.histogram import Histogram
from diversa.metrics.metric import Metric, number_by_attribute
from diversa.metrics.recoded import Recoded


def reconstruction_loss(recoded: Recoded, on: str) -> float:
    """Σ over groups of |E| (1 - Σ p²), and 1 for every suppressed row.

    A row (q, v) is the point mass at v; from its group it is reconstructed as the
    distribution of the group. The loss of a row is the squared distance between both,
    `1 - 2 c(v)/|E| + Σ (c(x)/|E|)²`, added over the rows of the table.

    Rows whose value may be any (missing, policy `worst`) are reconstructed by nothing
    and lose 1 each.

    Reference:
        (l,e)-diversity, formulas 1 to 6, with the sum over all values.
    """
    histogram = recoded.groups.histogram(on)
    unknown = int(histogram.unknown.sum())
    return group_losses(histogram) + unknown + recoded.suppressed


def group_losses(histogram: Histogram) -> float:
    """The loss of all rows whose value is known."""
    squares = histogram.sum(histogram.counts.astype(float) ** 2)
    rows = histogram.rows_with_value
    filled = rows > 0
    return float(rows.sum() - (squares[filled] / rows[filled]).sum())


RECONSTRUCTION_LOSS = Metric(
    "reconstruction-loss",
    "reconstruction loss",
    "squared error of guessing sensitive values in a group",
    lambda recoded, _: {
        attribute.name: reconstruction_loss(recoded, attribute.name)
        for attribute in recoded.sensitive
    },
    shape=number_by_attribute,
    withheld="1",
)

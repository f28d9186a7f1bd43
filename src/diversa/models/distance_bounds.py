# SPDX-License-Identifier: Apache-2.0
"""Bounds on distances from a table of which suppressed rows are not known.

The published rows have the distribution P, r of T rows are suppressed with unknown
values X, and the original is Q = (1 - λ) P + λ X with λ = r / T. A ground distance
never exceeds 1, and the Earth Mover's Distance E is a metric and convex, so

    E(p, P) - λ <= E(p, Q) <= (1 - λ) E(p, P) + λ

as long as X does not change how far the published values are apart. By ranks it may:
every suppressed row may have a value of its own between two others. By numbers it may
stretch the range, so that all published values come near each other.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from diversa.counts.histogram import Histogram
from diversa.models.proof import Floats


class Bounds(Protocol):
    """Bounds the distance of each group from the original table."""

    def __call__(
        self,
        histogram: Histogram,
        near: Floats,
        suppressed: int,
        *,
        order: tuple[str, ...] = (),
    ) -> tuple[Floats, Floats]:
        """The least and the largest distance.

        `near` is the distance of each group from the published rows; `suppressed` rows
        are not published.
        """
        ...


def no_bounds(
    histogram: Histogram,
    near: Floats | None = None,
    suppressed: int = 0,
    *,
    order: tuple[str, ...] = (),
) -> tuple[Floats, Floats]:
    """Nothing is certain."""
    del near, suppressed, order
    return np.zeros(len(histogram)), np.full(len(histogram), np.inf)


def equal_bounds(
    histogram: Histogram,
    near: Floats,
    suppressed: int,
    *,
    order: tuple[str, ...] = (),
) -> tuple[Floats, Floats]:
    """Bounds that can be attained: Σ max(0, p_s - c_s / T), and λ less.

    Farthest are rows with values that the group lacks; every row of a value that it
    has brings it nearer by 1 / T at most.
    """
    del near, order
    counts = histogram.sensitive.dictionary.counts
    total = int(counts.sum()) + suppressed
    shares = histogram.counts / histogram.sizes[histogram.group]
    high = histogram.sum(np.maximum(0, shares - counts[histogram.values] / total))
    return np.maximum(0, high - suppressed / total), high


def tree_bounds(
    histogram: Histogram,
    near: Floats,
    suppressed: int,
    *,
    order: tuple[str, ...] = (),
) -> tuple[Floats, Floats]:
    """Bounds in a tree whose heights no further value can change."""
    del order
    if not histogram.sensitive.tree.uniform:
        return no_bounds(histogram)
    part = share_suppressed(histogram, suppressed)
    return near - part, (1 - part) * near + part


def bounds_by_order(
    histogram: Histogram,
    near: Floats,
    suppressed: int,
    *,
    order: tuple[str, ...] = (),
) -> tuple[Floats, Floats]:
    """Bounds by ranks, among which suppressed rows may stand.

    With M published values E is the mean of M - 1 differences of cumulative shares. An
    original with u <= r more values has at least one difference in the place of each
    of these, no more than λ away from it, and u others that are 1 at most.
    """
    part = share_suppressed(histogram, suppressed)
    if order:
        return near - part, (1 - part) * near + part
    steps = int((histogram.sensitive.dictionary.counts > 0).sum()) - 1
    all_steps = max(1, steps + suppressed)
    low = np.maximum(0, near - part) * steps / all_steps
    return low, (near * steps + suppressed) / all_steps + part


def numeric_bounds(
    histogram: Histogram,
    near: Floats,
    suppressed: int,
    *,
    order: tuple[str, ...] = (),
) -> tuple[Floats, Floats]:
    """Bounds by gaps, which a larger range makes smaller."""
    del order
    part = share_suppressed(histogram, suppressed)
    return np.zeros_like(near), (1 - part) * near + part


def share_suppressed(histogram: Histogram, suppressed: int) -> float:
    """λ: the share of the original table that is not published."""
    published = int(histogram.sensitive.dictionary.counts.sum())
    return suppressed / max(1, published + suppressed)

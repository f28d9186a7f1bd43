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

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diversa.counts.histogram import Histogram
from diversa.models.proof import Floats

Range = tuple[Floats, Floats]
"""The least and the largest distance of each group from the original table."""


@dataclass(frozen=True, eq=False)
class PublishedPart:
    """The groups of a table of which some rows are not known."""

    histogram: Histogram
    """The groups; their reference is the published rows."""
    near: Floats
    """E(p, P): the distance of each group from the published rows."""
    suppressed: int
    """r: the rows that are not published."""
    order: tuple[str, ...] = ()
    """The declared order of the values, if there is one."""

    @property
    def part(self) -> float:
        """λ: the share of the original table that is not published."""
        published = int(self.histogram.sensitive.dictionary.counts.sum())
        return self.suppressed / max(1, published + self.suppressed)

    @property
    def range(self) -> Range:
        """The bounds of a metric in which unknown values change no other distance."""
        return self.near - self.part, (1 - self.part) * self.near + self.part


Bounds = Callable[[PublishedPart], Range]
"""Bounds the distance of each group from the original table."""


def no_bounds(published: PublishedPart) -> Range:
    """Nothing is certain."""
    return np.zeros_like(published.near), np.full_like(published.near, np.inf)


def equal_bounds(published: PublishedPart) -> Range:
    """Bounds that can be attained: Σ max(0, p_s - c_s / T), and λ less.

    Farthest are rows with values that the group lacks; every row of a value that it
    has brings it nearer by 1 / T at most.
    """
    histogram, suppressed = published.histogram, published.suppressed
    counts = histogram.sensitive.dictionary.counts
    total = int(counts.sum()) + suppressed
    shares = histogram.counts / histogram.sizes[histogram.group]
    high = histogram.sum(np.maximum(0, shares - counts[histogram.values] / total))
    return np.maximum(0, high - suppressed / total), high


def tree_bounds(published: PublishedPart) -> Range:
    """Bounds in a tree whose heights no further value can change."""
    uniform = published.histogram.sensitive.tree.uniform
    return published.range if uniform else no_bounds(published)


def bounds_by_order(published: PublishedPart) -> Range:
    """Bounds by ranks, among which suppressed rows may stand.

    With M published values E is the mean of M - 1 differences of cumulative shares. An
    original with u <= r more values has at least one difference in the place of each
    of these, no more than λ away from it, and u others that are 1 at most.
    """
    if published.order:
        return published.range
    near, suppressed = published.near, published.suppressed
    counts = published.histogram.sensitive.dictionary.counts
    steps = int((counts > 0).sum()) - 1
    all_steps = max(1, steps + suppressed)
    low = np.maximum(0, near - published.part) * steps / all_steps
    return low, (near * steps + suppressed) / all_steps + published.part


def numeric_bounds(published: PublishedPart) -> Range:
    """Bounds by gaps, which a larger range makes smaller."""
    return np.zeros_like(published.near), published.range[1]

# SPDX-License-Identifier: Apache-2.0
"""The tail of a group: what is left of it after the most frequent values are gone.

The recursive models compare the count of one value with its tail; nothing is sorted
but the counts inside each group, all groups at once.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers


def ratio_to_tail(histogram: Histogram, l: int, frequent: NDArray[np.int64]) -> Numbers:
    """Divide r_y by the rows left without s_y and the l - 2 largest other counts.

    With T_j the sum of the j largest counts, both branches of Definition 4.3 are
    N - T_(l-2) - min(r_y, r_(l-1)): when s_y is one of the l - 1 largest, r_(l-1) goes
    in its place. Missing values that may be any value are rows of s_y.

    `frequent` is r_y of every group, 0 where no value counts.
    """
    if l == 1:  # 1-diversity always holds; the formula does not say so
        return Numbers(np.zeros(len(histogram), dtype=np.int64))
    removed, following = largest(histogram, l - 2)
    tail = histogram.rows_with_value - removed - np.minimum(frequent, following)
    # People with several values are counted more than once: less than nobody is nobody.
    return Numbers(frequent + histogram.unknown, np.maximum(tail, 0))


def largest(
    histogram: Histogram, number: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Add up the largest counts of every group; also give the one that follows."""
    counts = histogram.counts
    if number == 0:  # the common case needs no order
        return np.zeros(len(histogram), dtype=np.int64), histogram.max(counts)
    descending, rank = in_descending_order(histogram)
    return (
        histogram.sum(np.where(rank < number, descending, 0)),
        histogram.sum(np.where(rank == number, descending, 0)),
    )


def largest_l(histogram: Histogram, c: Fraction) -> NDArray[np.int64]:
    """The largest l for which a group is recursively (c,l)-diverse; at least 1.

    The tail shrinks as l grows, so the l that hold are counted.
    """
    rank = in_descending_order(histogram)[1]
    frequent = histogram.max(histogram.counts) + histogram.unknown
    tails = histogram.rows_with_value[histogram.group] - counts_before(histogram)
    holds = Numbers(frequent[histogram.group], tails).satisfy("<", c) & (rank > 0)
    return 1 + histogram.sum(holds.astype(np.int64))


def counts_before(histogram: Histogram) -> NDArray[np.int64]:
    """T_j for j = 0, 1, ... in each group: the sum of its j largest counts."""
    descending = histogram.descending
    before = np.cumsum(descending) - descending
    return before - before[histogram.starts[histogram.group]]


def in_descending_order(
    histogram: Histogram,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The counts sorted inside each group, largest first, and their ranks from 0."""
    rank = np.arange(len(histogram.counts)) - histogram.starts[histogram.group]
    return histogram.descending, rank

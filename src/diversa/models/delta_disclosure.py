# SPDX-License-Identifier: Apache-2.0
"""Delta-disclosure privacy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram, reduce_groups
from diversa.models.comparison import (
    DistributionModel,
    TableComparison,
    holds_within,
    table_shares,
)
from diversa.models.group_numbers import INTEGER, NEAR, Numbers, as_float
from diversa.models.keeping import most_under_caps
from diversa.models.logarithms import are_above_logarithms
from diversa.models.needs import Unknown
from diversa.models.parameters import Param
from diversa.models.proof import Proof

MOST = 500
"""The exponential of more would outgrow floats; no table has so many rows."""


@dataclass(frozen=True)
class DeltaDisclosure(DistributionModel):
    """Every value of the table has nearly its share in every group, up to exp(delta).

    A group makes no value much more frequent and none much rarer, in relation; that is
    strict: every group must have every value of the table.
    `|ln(p_s / q_s)| < delta` for every s of the table, p the shares in the group, q
    those in the original table, with the natural logarithm (a delta for base 2 is ours
    divided by ln 2). The measure is the largest |ln(p_s / q_s)|, and delta must be
    larger than it.

    Edge cases: a value that a group lacks gives infinity (programs that skip it have a
    number that merging groups can make worse); a group distributed as the table gives
    0; rows that were suppressed stay in the reference; a missing value is one more
    value.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"flu": 3, "HIV": 1}, {"flu": 4}], on="ill")
        >>> DeltaDisclosure(1).measure(groups).floats.round(3).tolist()
        [0.693, inf]
        >>> DeltaDisclosure("0.7").holds(groups).tolist()
        [True, False]

    Reference:
        J. Brickell, V. Shmatikov, The cost of privacy: destruction of data-mining
        utility in anonymized data publishing, KDD 2008.
    """

    delta: Annotated[
        Fraction, Param("bound on the logarithm of the change of a share", above=0)
    ]

    sense = "<"
    union_closed = True  # exp(-delta) q_s < p_s < exp(delta) q_s is linear
    absorbing = False  # a group that may gain no more of a value gains more of it
    in_people = "having"
    bounded = "delta"
    stops = "skewness: values that become more frequent, rarer or ruled out in a group"
    misses = "values of similar meaning; who has a row"

    def level(self, histogram: Histogram) -> Numbers:
        changes, lacking = self._changes(histogram)
        largest = reduce_groups(np.maximum, np.log(changes.floats), histogram.starts)
        return Numbers(np.where(lacking, np.inf, largest))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        shares, change = table_shares(histogram.sensitive), self._change
        complete = histogram.distinct >= np.count_nonzero(shares)
        caps = np.minimum(shares * change, 2.0)  # no share is larger than 1
        fits = holds_within(histogram, shares / change, caps, self._judge_exactly)
        return fits & complete

    def _judge_exactly(self, histogram: Histogram) -> NDArray[np.bool_]:
        changes, lacking = self._changes(histogram)
        bounds = np.full(len(changes), float(self.delta))
        fits = are_above_logarithms(bounds, lambda _: self.delta, changes)
        return reduce_groups(np.logical_and, fits, histogram.starts) & ~lacking

    def proof_of(self, histogram: Histogram, unknown: Unknown) -> Proof:
        """A suppressed row may have a value that no group has: nothing surely holds.

        A group fails whatever suppressed rows are where it lacks a value, where a share
        is beyond its bound even with all of them or without any, or where its values
        together need more of them than there are.
        """
        counts = histogram.sensitive.dictionary.counts
        total = int(counts.sum()) + unknown.suppressed
        shares = histogram.counts / histogram.sizes[histogram.group]
        there = counts[histogram.values]
        needed = shares * total / self._change - there
        fails = shares * self._change < there / total * (1 - NEAR)
        fails |= needed > unknown.suppressed + total * NEAR
        return Proof(
            np.zeros(len(histogram), dtype=bool),
            (histogram.distinct < np.count_nonzero(counts))
            | reduce_groups(np.logical_or, fails, histogram.starts)
            | (
                histogram.sum(np.maximum(0, needed)) > unknown.suppressed + total * NEAR
            ),
        )

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_s, exp(delta) q_s M) >= M and all values in it.

        No n_s is less than exp(-delta) q_s M either, so M is at most
        exp(delta) n_s / q_s; a group that lacks a value keeps nothing.
        """
        shares, change = table_shares(histogram.sensitive), self._change
        most = most_under_caps(histogram, change * shares)
        fits = histogram.counts / shares[histogram.values] * change * (1 + NEAR)
        fits = np.minimum(fits, float(INTEGER)).astype(np.int64)
        lacking = histogram.distinct < np.count_nonzero(shares)
        least = reduce_groups(np.minimum, fits, histogram.starts)
        return np.where(lacking, 0, np.minimum(most, least))

    @property
    def _change(self) -> float:
        """exp(delta), by which a share may change, rounded."""
        return math.exp(min(as_float(self.delta), MOST))

    def _changes(self, histogram: Histogram) -> tuple[Numbers, NDArray[np.bool_]]:
        """max(p/q, q/p) of every entry, and the groups that lack a value."""
        comparison = TableComparison.with_table(histogram).safe()
        here = histogram.counts * comparison.spread(comparison.totals)
        there = comparison.reference_rows * comparison.spread(comparison.sizes)
        values = int((comparison.reference.counts > 0).sum())
        return (
            Numbers(np.maximum(here, there), np.minimum(here, there)),
            histogram.distinct < values,
        )

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), on="*"),)

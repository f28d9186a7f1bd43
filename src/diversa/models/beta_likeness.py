# SPDX-License-Identifier: Apache-2.0
"""Beta-likeness, basic and enhanced."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram, reduce_groups
from diversa.counts.sensitive import Sensitive
from diversa.models.comparison import (
    DistributionModel,
    TableComparison,
    holds_within,
    table_shares,
)
from diversa.models.group_numbers import NEAR, Numbers, as_float
from diversa.models.keeping import most_under_caps
from diversa.models.logarithms import are_above_logarithms
from diversa.models.needs import Unknown
from diversa.models.parameters import Param
from diversa.models.proof import Proof
from diversa.models.share_limits import ShareLimits


@dataclass(frozen=True)
class BetaLikeness(DistributionModel):
    """No value is more frequent in a group than in the table by more than beta times.

    Gains are relative, so a rare value is protected as well as a frequent one. Losses
    are not bounded: a group may rule values out. Enhanced likeness also forbids that a
    frequent value becomes nearly certain.
    `(p_s - q_s) / q_s <= beta` for every s, p the shares in the group, q those in the
    original table; enhanced: `<= min(beta, -ln q_s)`. The measure is the largest gain,
    infinite under enhanced where one exceeds -ln q_s: no beta is large enough there.

    Edge cases: a group distributed as the table gives 0; a table of one value gives 0;
    a group of one value never has enhanced likeness where the table has more; rows that
    were suppressed stay in the reference; a missing value is one more value.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"flu": 3, "HIV": 1}, {"flu": 4}], on="ill")
        >>> BetaLikeness(1).measure(groups).floats.round(3).tolist()
        [1.0, 0.143]
        >>> BetaLikeness(1).holds(groups).tolist()
        [True, True]
        >>> BetaLikeness(1, enhanced=True).holds(groups).tolist()
        [True, False]

    Reference:
        J. Cao, P. Karras, Publishing microdata with a robust privacy guarantee, VLDB
        2012.
    """

    beta: Annotated[Fraction, Param("relative gain of a value in a group", low=0)]
    enhanced: Annotated[
        bool, Param("choice to bound the gain of a value by -ln of its share, too")
    ] = field(default=False, kw_only=True)
    """Bound the gain of each value s by -ln q_s, too."""

    sense = "<="
    union_closed = True  # p_s <= (1 + beta_s) q_s is linear in the counts
    absorbing = False  # a group that gains as much as it may gains more
    in_people = "having"
    bounded = "beta"
    stops = "skewness: a value, also a rare one, that becomes more frequent in a group"
    misses = "values that a group rules out; values of similar meaning"

    @property
    def subject(self) -> str:
        return f"enhanced {self.bounded}" if self.enhanced else self.bounded

    def level(self, histogram: Histogram) -> Numbers:
        gains, broken = self._gains(histogram)
        largest = gains.worst_in(histogram.starts, self.sense)
        return largest.out_of_reach(broken, self.sense)

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        caps = self._caps(histogram.sensitive)
        return holds_within(histogram, np.zeros_like(caps), caps, self._judge_exactly)

    def _judge_exactly(self, histogram: Histogram) -> NDArray[np.bool_]:
        gains, broken = self._gains(histogram)
        fits = gains.satisfy(self.sense, self.bound)
        return reduce_groups(np.logical_and, fits, histogram.starts) & ~broken

    def proof_of(self, histogram: Histogram, unknown: Unknown) -> Proof:
        """Suppressed rows raise the share that every value may have.

        (1 + beta_s) q_s grows with q_s. A group fails whatever they are where one value
        has too much although all of them have it, or where its values together need
        more of them than there are.
        """
        counts = histogram.sensitive.dictionary.counts[histogram.values]
        total = int(histogram.sensitive.dictionary.counts.sum()) + unknown.suppressed
        shares = histogram.counts / histogram.sizes[histogram.group]
        least, most = (
            self._largest(rows / total)
            for rows in (counts, counts + unknown.suppressed)
        )
        needed = shares * total / (1 + as_float(self.beta)) - counts
        starts = histogram.starts
        return Proof(
            reduce_groups(np.logical_and, shares <= least * (1 - NEAR), starts),
            reduce_groups(np.logical_or, shares > most * (1 + NEAR), starts)
            | (
                histogram.sum(np.maximum(0, needed)) > unknown.suppressed + total * NEAR
            ),
        )

    def _largest(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """(1 + beta_s) q_s of shares q_s above 0, rounded."""
        gains = np.full(len(shares), as_float(self.beta))
        if self.enhanced:
            gains = np.minimum(gains, -np.log(shares))
        return (1 + gains) * shares

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_s, (1 + beta_s) q_s M) >= M."""
        return most_under_caps(histogram, self._caps(histogram.sensitive))

    def share_limits_of(self, attribute: Sensitive) -> ShareLimits:
        """No value has more than (1 + beta_s) q_s of a group: the definition."""
        return ShareLimits.under(self._caps(attribute))

    def _caps(self, attribute: Sensitive) -> NDArray[np.float64]:
        """(1 + beta_s) q_s, the largest share of every value s, rounded."""
        beta = self.beta.numerator, self.beta.denominator
        key = "beta-likeness", *beta, self.enhanced
        return attribute.memo.once(key, lambda: self._make_caps(attribute))

    def _make_caps(self, attribute: Sensitive) -> NDArray[np.float64]:
        shares = table_shares(attribute)
        gains = np.full(len(shares), as_float(self.beta))
        if self.enhanced:
            rarity = -np.log(np.where(shares > 0, shares, 1))
            gains = np.minimum(gains, np.maximum(rarity, 0))
        return np.minimum((1 + gains) * shares, 2.0)  # none is above 1

    def _gains(self, histogram: Histogram) -> tuple[Numbers, NDArray[np.bool_]]:
        """The gain of every entry, and the groups in which one exceeds -ln q_s."""
        comparison = TableComparison.with_table(histogram).safe()
        totals = comparison.spread(comparison.totals)
        expected = comparison.reference_rows * comparison.spread(comparison.sizes)
        surplus = np.maximum(histogram.counts * totals - expected, 0)
        gains = Numbers(surplus, expected)
        if not self.enhanced:
            return gains, np.zeros(len(histogram), dtype=bool)
        rarity = Numbers(totals, comparison.reference_rows)
        exceeds = are_above_logarithms(gains.floats, gains.exact, rarity)
        return gains, reduce_groups(np.logical_or, exceeds, histogram.starts)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), on="*"), cls(Fraction(1), on="*", enhanced=True))

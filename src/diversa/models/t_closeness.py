# SPDX-License-Identifier: Apache-2.0
"""t-closeness."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.closeness import ClosenessModel
from diversa.models.group_numbers import Numbers
from diversa.models.needs import Unknown
from diversa.models.parameters import Param
from diversa.models.proof import Proof
from diversa.models.share_limits import ShareLimits


@dataclass(frozen=True)
class TCloseness(ClosenessModel):
    """The values of every group are distributed as in the whole table, up to t.

    Whoever finds a person's group learns little more about the person's value than the
    whole table says. How little depends on the distance: the Earth Mover's Distance
    with the ground distance `distance`, or smoothed-js. A small change of a rare value
    counts no more than one of a frequent value (beta-likeness tells them apart).
    `D(p, q) <= t`, p the shares in the group, q those in the original table; the
    measure is D. equal: `½ Σ |p_s - q_s|`. ordered: values at their ranks 1..M,
    `Σ_i |Σ_(j<=i) (p_j - q_j)| / (M - 1)`. numeric: the true gaps in place of ranks.
    hierarchical: the height of the common ancestor over that of the tree. smoothed-js:
    Jensen-Shannon of both after a kernel of the `bandwidth` spread every value.

    Edge cases: one value in the table gives 0; values that the table does not have
    count only where `order` names them; a value of the table that a group lacks counts;
    rows that were suppressed stay in the reference; exact, but for smoothed-js, which
    is measured to 12 decimals; a missing value is one more value, and has no place in
    an order.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> salaries = dict.fromkeys(range(3, 12), 1)
        >>> some = [{3: 1, 4: 1, 5: 1}, {6: 1, 8: 1, 11: 1}]
        >>> groups = Groups.from_counts(some, on="salary", table=salaries)
        >>> TCloseness(0.2, distance="ordered").holds(groups).tolist()
        [False, True]
        >>> model = TCloseness(0.2, distance="ordered")
        >>> model.describe(model.attained(groups))
        'ordered t = 0.375'

    Reference:
        N. Li, T. Li, S. Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and
        l-Diversity, ICDE 2007.
    """

    t: Annotated[Fraction, Param("distance from the whole table", low=0, high=1)]

    sense = "<="
    union_closed = True  # D is convex in p for a fixed q
    absorbing = False  # a group at the distance t moves away with what it absorbs
    in_people = "shares"
    bounded = "t"
    stops = "skewness: a group that says more than the whole table does"
    misses = "a rare value that becomes several times as frequent; who has a row"

    def level(self, histogram: Histogram) -> Numbers:
        return self.from_table(histogram)

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        distance = self.between(histogram.sensitive)
        within = getattr(distance, "within", None)
        if within is None:
            return super().judge(histogram)
        holds: NDArray[np.bool_] = within(histogram, self.t, super().judge)
        return holds

    def proof_of(self, histogram: Histogram, unknown: Unknown) -> Proof:
        low, high = self.range_from_table(histogram, unknown.suppressed)
        return Proof.of_range(low, high, float(self.t))

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The limits that the distance can prove, if any."""
        distance = self.between(histogram.sensitive)
        bound = getattr(distance, "most_within", None)
        return None if bound is None else bound(histogram, self.t)

    def share_limits_of(self, attribute: Sensitive) -> ShareLimits | None:
        """The bound of the distance on groups near the table, if there is one."""
        distance = self.between(attribute)
        limits = getattr(distance, "share_limits", None)
        return None if limits is None else limits(attribute, self.t)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        t = Fraction(1)
        return (
            cls(t, on="*"),
            cls(t, on="*", distance="ordered"),
            cls(t, on="*", distance="hierarchical"),
        )

# SPDX-License-Identifier: Apache-2.0
"""(n,t)-closeness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.supersets import LargeSupersets
from diversa.models.closeness import SMOOTHED, ClosenessModel
from diversa.models.comparison import TableComparison, whole_table
from diversa.models.differences import Differences
from diversa.models.group_numbers import NEAR, Numbers
from diversa.models.named_distances import DISTANCES
from diversa.models.needs import Unknown
from diversa.models.parameters import Param
from diversa.models.proof import Floats, Proof

BATCH = 2**17
"""Pairs of groups that are compared at once, at most, but all those of one group."""

FEW_VALUES = 1000
"""Values of which every two are compared to find the nearest."""


@dataclass(frozen=True)
class NtCloseness(ClosenessModel):
    """Every group is distributed as some large group around it is, up to t.

    What can be learned about n people or more is no secret; a smaller group must not
    say more than the large one around it. A group of n rows holds whatever its values
    are, even if they are all the same: combine it with an l-diversity.
    A group holds if it has a natural superset, that is all rows of the original table
    in a region around it, of at least n rows and at most t away. The measure is the
    distance of the nearest such superset, by any `distance` of t-closeness.

    The supersets that are looked at: the group itself, the groups of all nodes above in
    the lattice of a search, the ancestors of a partition, and the whole table. A table
    without hierarchies has the first and the last only: what holds then holds, and
    what fails might hold with a superset that nobody named.

    Edge cases: n = 1 always holds; n = rows of the table is t-closeness; a table of
    fewer than n rows fails; a missing value is one more value.

    Example:
        >>> from dataclasses import replace
        >>> import numpy as np
        >>> from diversa.counts.groups import Groups
        >>> some = [{"flu": 2, "HIV": 2}, {"flu": 1, "HIV": 1}, {"flu": 14}]
        >>> groups = Groups.from_counts(some, on="ill")
        >>> NtCloseness(n=4, t=0.1).holds(groups).tolist()
        [True, False, True]
        >>> from dataclasses import replace
        >>> import numpy as np
        >>> near = Groups.from_counts([{"flu": 3, "HIV": 3}, {"flu": 14}], on="ill")
        >>> parents = np.array([0, 0, 1])
        >>> groups = replace(groups, supersets=lambda: iter([(parents, near)]))
        >>> NtCloseness(n=4, t=0.1).holds(groups).tolist()
        [True, True, True]

    Reference:
        N. Li, T. Li, S. Venkatasubramanian, Closeness: a new privacy measure for data
        publishing, TKDE 2010.
    """

    n: Annotated[int, Param("number of rows of a large group", low=1)]
    t: Annotated[Fraction, Param("distance from a large group", low=0, high=1)]

    sense = "<="
    union_closed = False  # two groups may be near to different large groups
    absorbing = False  # a group at the distance t moves away with what it absorbs
    looks_around = True
    bounded = "t"
    stops = "a small group that says more than the large groups around it"
    misses = "groups of n rows that have one value"

    def level(self, histogram: Histogram) -> Numbers:
        open_ = histogram.sizes < self.n
        nearest = Numbers(open_.astype(np.int64), 1 - open_)  # infinite, or 0
        for chosen, numbers in self._distances(histogram, open_):
            nearest = nearest.least(numbers.spread(chosen))
        return nearest

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        above = getattr(histogram.supersets, "large", lambda _: None)(self.n)
        if above is not None:
            return self._judge_at_once(histogram, above)
        open_ = histogram.sizes < self.n
        for chosen, numbers in self._distances(histogram, open_):
            open_[chosen] = ~numbers.satisfy(self.sense, self.bound)
            if not open_.any():
                break
        return ~open_

    def proof_of(self, histogram: Histogram, unknown: Unknown) -> Proof:
        """Supersets that are known prove that a group holds; few things that it fails.

        With suppressed rows the whole table is the only superset of which something is
        known. No superset has n rows where the table has fewer; and where it has more,
        none holds more rows of a value than the table does.
        """
        large = histogram.sizes >= self.n
        rows = int(histogram.sensitive.dictionary.counts.sum()) + unknown.suppressed
        if unknown.suppressed:
            high = self.range_from_table(histogram, unknown.suppressed)[1]
            holds = large | ((rows >= self.n) & (high <= float(self.t) - NEAR))
        else:
            holds = self.judge(histogram)
        far = self._least_distance(histogram, unknown.suppressed) > float(self.t) + NEAR
        return Proof(holds, ~large & ((rows < self.n) | far))

    def _least_distance(self, histogram: Histogram, suppressed: int) -> Floats:
        """A bound on the distance from any n rows of the original or more.

        They have a share of s of (c_s + x_s) / n at most, x_s suppressed rows of it,
        and whatever a group has above that must go somewhere else.
        """
        nearest = self._nearest_values(histogram, suppressed)
        counts = histogram.sensitive.dictionary.counts[histogram.values]
        shares = histogram.counts / histogram.sizes[histogram.group]
        surplus = histogram.sum(np.maximum(0, shares - counts / self.n))
        return nearest * np.maximum(0, surplus - suppressed / self.n)

    def _nearest_values(self, histogram: Histogram, suppressed: int) -> float:
        """Least distance of two different values; 0 if that is not known.

        Suppressed rows may bring values together, but by the distance `equal`.
        """
        size = histogram.sensitive.dictionary.size
        if self.distance == "equal":
            return 1.0
        if suppressed or self.distance == SMOOTHED or size > FEW_VALUES:
            return 0.0
        ground = DISTANCES[self.distance].make(histogram.sensitive, self.order)
        apart = ground.apart(np.arange(size))
        return float(apart[~np.eye(size, dtype=bool)].min(initial=1.0))

    def _judge_at_once(
        self, histogram: Histogram, above: LargeSupersets
    ) -> NDArray[np.bool_]:
        """Compare every group with all its large supersets; the table is one, too."""
        holds = histogram.sizes >= self.n
        distance = self.between(histogram.sensitive)
        if whole_table(histogram.sensitive).sizes[0] >= self.n:
            numbers = distance.work(TableComparison.with_table(histogram))
            holds |= numbers.satisfy(self.sense, self.bound)
        may_be = np.flatnonzero(~holds & self._may_be_near(histogram, above.shares))
        holds[may_be[self._near_some(histogram, above, may_be)]] = True
        return holds

    def _near_some(
        self, histogram: Histogram, above: LargeSupersets, groups: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Mark the groups near one of their large supersets."""
        distance = self.between(histogram.sensitive)
        differences: Differences | None = getattr(distance, "differences", None)
        if differences is not None:
            near = differences.near_some(histogram, above, groups, self.t)
            if near is not None:
                return near
        return self._near_in_batches(histogram, above, groups)

    def _near_in_batches(
        self, histogram: Histogram, above: LargeSupersets, groups: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Mark the groups near one of their large supersets, by all distances."""
        distance, near = self.between(histogram.sensitive), np.zeros(len(groups), bool)
        domain = histogram.sensitive.dictionary.size
        for some in batches(len(groups), max(1, BATCH // len(above.partitions))):
            group, parents = above.pairs(groups[some])
            ours = histogram.take(group)
            pairs = TableComparison(ours, above.histogram, parents, domain)
            is_near = distance.work(pairs).satisfy(self.sense, self.bound)
            near[some] = np.isin(groups[some], group[is_near])
        return near

    def _may_be_near(
        self, histogram: Histogram, shares: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Groups that are not too far from every large superset.

        A group is 1 - Σ min(p_s, q_s) away from a superset by the distance `equal`, and
        no q_s is larger than the largest share of s in any of them.
        """
        if self.distance != "equal":
            return np.ones(len(histogram), dtype=bool)
        at_most = shares[histogram.values] * histogram.sizes[histogram.group]
        alike = histogram.sum(np.minimum(histogram.counts, at_most))
        return alike >= float(1 - self.t) * histogram.sizes * (1 - NEAR)

    def _distances(
        self, histogram: Histogram, open_: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.bool_], Numbers]]:
        """Distances of the open groups from each large superset.

        Gives the groups that were compared and their distances. The caller closes
        groups on the way.
        """
        domain = histogram.sensitive.dictionary.size
        distance = self.between(histogram.sensitive)
        for parents, coarser in candidates(histogram):
            large = np.append(coarser.sizes >= self.n, False)  # the last one is none
            chosen = open_ & large[parents]
            if chosen.any():
                ours = histogram.select(chosen)
                yield (
                    chosen,
                    distance.work(
                        TableComparison(ours, coarser, parents[chosen], domain)
                    ),
                )


def batches(number: int, size: int) -> Iterator[slice]:
    """Cut so many groups into batches."""
    return (slice(start, start + size) for start in range(0, number, size))


def candidates(
    histogram: Histogram,
) -> Iterator[tuple[NDArray[np.int64], Histogram]]:
    """The whole table, and every natural superset that is known."""
    yield np.zeros(len(histogram), dtype=np.int64), whole_table(histogram.sensitive)
    yield from histogram.supersets()

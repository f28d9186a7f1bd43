# SPDX-License-Identifier: Apache-2.0
"""Ground distances: how far apart two sensitive values are, from 0 to 1.

The Earth Mover's Distance between two distributions is the least work that turns one
into the other, when moving a share costs its ground distance. For the distances here
it has a closed form, and it is a ratio of integers:

- equal: all values are 1 apart;
- line: values stand on a line, at their ranks (ordered) or where they are (numeric);
- tree: values are as far apart as their lowest common ancestor is high.

Reference:
    N. Li, T. Li, S. Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and
    l-Diversity, ICDE 2007.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.comparison import (
    TableComparison,
    over_products,
)
from diversa.models.differences import Differences
from diversa.models.group_numbers import Numbers

Judge = Callable[[Histogram], NDArray[np.bool_]]
"""Says of every group whether a model holds in it."""

WIDEST = 2**16
"""On lines of more places sums of floats are not trusted: every row may be kept."""


class GroundDistance(Protocol):
    """The distance of values, and the work to turn one group into another.

    It may have `most_within(histogram, t)` too: how many rows of each group can be kept
    in parts that are at most t away from the whole table, by a proof. A search with
    suppression is faster for it. And `within(histogram, t, exactly)`: which groups are
    at most t away from the whole table, faster than by their work and as exactly. And
    `share_limits(attribute, t)`: what no group exceeds that is (`Model.share_limits`).
    And `differences`: the work as a sum of differences, so that groups can be compared
    with many others (`Differences`); None where it is not known or takes too much.
    """

    def work(self, comparison: TableComparison) -> Numbers:
        """The Earth Mover's Distance of every group from its reference."""
        ...

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """The distance of some values (lines) from every value (columns)."""
        ...


@dataclass(frozen=True, eq=False)
class LineDistance:
    """Values stand on a line: the work is the area between two cumulative shares."""

    positions: NDArray[Any] = field(repr=False)
    """The position of each value code, as an integer."""
    declared_length: int | None = None
    """Distance of the ends; from the first value to the last by default."""

    @cached_property
    def length(self) -> int:
        """The length that is a distance of 1."""
        if self.declared_length is not None:
            return self.declared_length
        ends = self.positions.tolist() or [0]
        return max(ends) - min(ends)

    @cached_property
    def _ranks(self) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """The distinct positions in order, and the rank of each value code."""
        places, rank = np.unique(self.positions, return_inverse=True)
        return places, rank.ravel().astype(np.int32)

    def work(self, comparison: TableComparison) -> Numbers:
        places, rank = self._ranks
        if not is_in_order(rank):
            comparison = comparison.recode(rank, len(places))
        return over_products(comparison, self.length, self._area)

    @cached_property
    def differences(self) -> Differences | None:
        """Differences of cumulative shares, each as wide as the next gap."""
        places, rank = self._ranks
        gaps = np.diff(places).tolist()
        return Differences.of_lines(
            len(rank), lambda: rank[:, None] <= np.arange(len(gaps)), gaps, self.length
        )

    def most_within(self, histogram: Histogram, t: Fraction) -> NDArray[np.int64]:
        """The largest M that no bound on its cumulative counts rules out.

        Of M rows at least M - (N - C_i) and at most C_i stand up to the i-th place,
        where C_i of all N do. The area between their cumulative shares and those of the
        table is at least what these bounds leave of it.
        """
        from diversa.counts.kernels.keeping import most_in_line

        attribute = histogram.sensitive
        if self.length == 0 or len(self._ranks[0]) > WIDEST:
            return histogram.sizes
        key = "cumulative shares", self
        cumulative = attribute.memo.once(key, lambda: self._cumulative(attribute))
        places, rank = self._ranks
        if not is_in_order(rank):
            histogram = histogram.recode(rank, len(places))
        return most_in_line(
            histogram.starts,
            histogram.values,
            histogram.counts,
            *cumulative,
            float(t),
        )

    def _cumulative(self, attribute: Sensitive) -> tuple[NDArray[np.float64], ...]:
        """Shares up to each place, widths and areas left of it, rounded once each."""
        places, rank = self._ranks
        rows = np.zeros(len(places), dtype=np.int64)
        np.add.at(rows, rank, attribute.reference_counts)
        upto = list(accumulate(rows.tolist()))
        gaps = [*np.diff(places).tolist(), 0]
        total = max(1, upto[-1])
        width = accumulate(gaps, initial=0)
        area = accumulate((g * u for g, u in zip(gaps, upto, strict=True)), initial=0)
        return (
            np.array([rows_up_to / total for rows_up_to in upto]),
            np.array([left / self.length for left in width]),
            np.array([left / (self.length * total) for left in area]),
        )

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        gaps = np.abs(self.positions[codes][:, None] - self.positions)
        return (gaps / max(1, self.length)).astype(np.float64)

    def _area(self, comparison: TableComparison) -> NDArray[Any]:
        """N T times the area between the cumulative shares of group and reference.

        The cumulative count A of a group stays the same between two of its values and
        that of the reference, C, only grows: A T - C N changes its sign once there, at
        `turn`. With the width W and the area S below C, both summed up from the left,
        all the values between are done at once. Sums of neighbours are telescoped.
        """
        ours, theirs = comparison.histogram, comparison.reference
        if comparison.is_compiled:
            from diversa.counts.kernels.distances import CumulativeCounts, areas

            upto = running(theirs)
            return areas(
                ours.starts,
                ours.counts,
                comparison.places.astype(np.int64),
                comparison.parents,
                CumulativeCounts(
                    theirs.starts, upto, *self._from_left(comparison, upto)
                ),
            )
        sizes, totals, begin = comparison.sizes, comparison.totals, comparison.places
        upto, ahead = running(theirs), running(ours)
        width, area = self._from_left(comparison, upto)
        first, last = (one[comparison.parents] for one in ends(theirs))
        turn = crossings(comparison, upto, ahead)
        np.clip(turn, begin, following(begin, ours, last), out=turn)
        moved = ours.sum(2 * ahead * (width[turn] - width[begin]))
        moved = moved + ours.sum(ours.counts * width[begin]) - sizes * width[last]
        under = 2 * ours.sum(area[begin] - area[turn]) + area[last] - area[first]
        return totals * moved + sizes * under

    def _from_left(
        self, comparison: TableComparison, upto: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Width and area left of each entry of the references, and of their end."""
        theirs = comparison.reference
        places = self._ranks[0][theirs.values]
        gaps: NDArray[Any] = np.diff(places, append=places[-1:])
        gaps[ends(theirs)[1] - 1] = 0
        gaps = gaps.astype(comparison.integers)
        return from_zero(gaps), from_zero(gaps * upto)


def is_in_order(rank: NDArray[np.int32]) -> bool:
    """True if value codes are the places of the values."""
    return np.array_equal(rank, np.arange(len(rank)))


def from_zero(numbers: NDArray[Any]) -> NDArray[Any]:
    """The sums of all numbers before each one, and of all."""
    return np.concatenate([np.zeros_like(numbers[:1]), np.cumsum(numbers)])


def running(histogram: Histogram) -> NDArray[np.int64]:
    """Rows of a group up to and with each entry."""
    upto = np.cumsum(histogram.counts)
    before = np.append(0, upto)[histogram.starts[:-1]]
    return upto - np.repeat(before, histogram.distinct)


def ends(histogram: Histogram) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Begin and end of the entries of each group."""
    return histogram.starts[:-1], histogram.starts[1:]


def following(
    begin: NDArray[Any], ours: Histogram, last: NDArray[np.int64]
) -> NDArray[Any]:
    """For each entry the place of the next one of its group, or the last place."""
    after = np.empty_like(begin)
    after[:-1] = begin[1:]
    after[ends(ours)[1] - 1] = last
    return after


def crossings(
    comparison: TableComparison, upto: NDArray[np.int64], ahead: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each entry, the first place of its reference with C N > A T."""
    reached = ahead * comparison.spread(comparison.totals)
    share = (reached // comparison.spread(comparison.sizes)).astype(np.int64)
    if len(comparison.reference) == 1:
        return np.searchsorted(upto, share, side="right")
    apart = int(comparison.reference.sizes.max()) + 1
    keys = comparison.reference.group * apart + upto
    wanted = comparison.spread(comparison.parents) * apart + share
    return np.searchsorted(keys, wanted, side="right")

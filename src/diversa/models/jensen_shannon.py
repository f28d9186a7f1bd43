# SPDX-License-Identifier: Apache-2.0
"""The Jensen-Shannon distance of two distributions after smoothing by a kernel.

A plain divergence is blind to the meaning of values. Before it is taken, the share of
every value is spread over the values near it: K has one column per value, the weights
`k(d)` of all values at ground distance d, divided by their sum, so that no mass is lost
(dividing the lines instead, as Nadaraya and Watson do, would lose some).

Reference:
    N. Li, T. Li, S. Venkatasubramanian, Closeness: a new privacy measure for data
    publishing, TKDE 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.comparison import TableComparison, table_shares
from diversa.models.ground_distance import GroundDistance
from diversa.models.group_numbers import NEAR, Numbers

Floats = NDArray[np.float64]

BLOCK = 2**20
"""Numbers of a block of a matrix that is held at once."""

SELDOM = 8
"""So often groups of an attribute are judged before something is compiled for it."""

HELD = 2**22
"""A matrix of weights of so many numbers is held for all groups that are to come."""

DECIMALS = 12
"""Digits after the point: what lies behind them depends on the order of a sum."""


@dataclass(frozen=True, eq=False)
class SmoothedJS:
    """Smooths by Epanechnikov's kernel; the distance is in nats, from 0 to log 2."""

    ground: GroundDistance
    """The ground distance of values."""
    bandwidth: float
    """Values at this distance or farther get nothing."""
    used: NDArray[np.bool_] = field(repr=False)
    """The values of the table: nothing is spread to others."""

    def work(self, comparison: TableComparison) -> Numbers:
        """The smoothed Jensen-Shannon distance of every group from its reference."""
        domain = comparison.domain
        distances = np.zeros(len(comparison.sizes))
        for chosen in blocks(len(distances), domain):
            ours, theirs, lines = both_shares(comparison, chosen)
            for some in blocks(domain, domain):
                spread = self._spread(some)
                distances[chosen] += jensen_shannon(
                    ours @ spread, (theirs @ spread)[lines]
                )
        return Numbers(np.maximum(distances.round(DECIMALS), 0))

    def within(
        self,
        histogram: Histogram,
        t: Fraction,
        exactly: Callable[[Histogram], NDArray[np.bool_]],
    ) -> NDArray[np.bool_]:
        """Mark the groups at most t away from the whole table.

        `exactly` decides groups that are nearly on the bound.
        """
        memo = histogram.sensitive.memo
        memo["times smoothed"] = memo.get("times smoothed", 0) + 1
        seldom = memo["times smoothed"] <= SELDOM  # as in an audit
        weights = self._weights
        if seldom or not histogram.is_large or weights is None:
            return exactly(histogram)
        from diversa.counts.kernels.distances import UNDECIDED
        from diversa.counts.kernels.jensen_shannon import spread_within

        shares = memo.once(
            ("spread shares", self),
            lambda: table_shares(histogram.sensitive) @ weights,
        )
        alone = memo.once(  # of groups with one value nothing is known yet
            ("one value", self, t), lambda: np.full(len(shares), -1, dtype=np.int8)
        )
        inside = spread_within(histogram.lists, weights, shares, alone, float(t), NEAR)
        near = inside == UNDECIDED
        if near.any():
            inside[near] = exactly(histogram.select(near))
        return inside.astype(bool)

    @cached_property
    def _mass(self) -> Floats:
        """The sum of the weights of each value; 1 for one that is not used."""
        size = len(self.used)
        mass = sum(self._kernel(some).sum(axis=0) for some in blocks(size, size))
        return np.where(self.used, mass, 1)

    @cached_property
    def _weights(self) -> Floats | None:
        """Weights that spread the share of each value (lines); None if too many."""
        if len(self.used) ** 2 > HELD:
            return None
        return np.ascontiguousarray((self._kernel(slice(None)) / self._mass).T)

    def _spread(self, some: slice) -> Floats:
        """The part of the share of each value (lines) for some values (columns)."""
        if self._weights is not None:
            return self._weights[:, some]
        return (self._kernel(some) / self._mass).T

    def _kernel(self, some: slice) -> Floats:
        """The weights of some values (lines) for every value (columns)."""
        apart = self.ground.apart(np.arange(len(self.used))[some])
        weights = epanechnikov(apart, self.bandwidth)
        return np.where(self.used[some][:, None], weights, 0)


def epanechnikov(apart: Floats, bandwidth: float) -> Floats:
    """Weigh distances: 3/4 / B (1 - (d / B)^2) below the bandwidth B, else 0.

    >>> epanechnikov(np.array([0, 0.25, 0.5]), 0.5).tolist()
    [1.5, 1.125, 0.0]
    """
    return 0.75 / bandwidth * np.maximum(1 - (apart / bandwidth) ** 2, 0)


def jensen_shannon(ours: Floats, theirs: Floats) -> Floats:
    """Half the divergence of each from the mean of both, line by line, in nats.

    >>> jensen_shannon(np.array([[0.4, 0.6]]), np.array([[0.5, 0.5]])).round(6).tolist()
    [0.005059]
    """
    return (xlogx(ours) + xlogx(theirs)).sum(axis=1) / 2 - xlogx(
        (ours + theirs) / 2
    ).sum(axis=1)


def xlogx(shares: Floats) -> Floats:
    """X log x, with 0 log 0 = 0."""
    return shares * np.log(np.where(shares > 0, shares, 1))


def both_shares(
    comparison: TableComparison, chosen: slice
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """The shares of all values in some groups and in their references.

    The last array is the line of the references that belongs to each group.
    """
    domain, groups = comparison.domain, np.arange(len(comparison.sizes))[chosen]
    parents, lines = np.unique(comparison.parents[chosen], return_inverse=True)
    theirs = shares(comparison.reference, parents, domain)
    return shares(comparison.histogram, groups, domain), theirs, lines


def shares(histogram: Histogram, groups: NDArray[np.int64], domain: int) -> Floats:
    """The shares of all values in some groups, which stand in ascending order."""
    chosen = np.zeros(len(histogram), dtype=bool)
    chosen[groups] = True
    some = histogram.select(chosen)
    dense = np.zeros((len(groups), domain))
    dense[some.group, some.values] = some.counts / some.sizes[some.group]
    return dense


def blocks(length: int, width: int) -> Iterator[slice]:
    """Cut a matrix of that many lines, each so wide, into blocks of lines."""
    step = max(1, BLOCK // max(1, width))
    return (slice(start, start + step) for start in range(0, length, step))

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

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Histogram
from diversa.models.comparison import Comparison
from diversa.models.ground_distance import GroundDistance
from diversa.models.group_numbers import Numbers

Floats = NDArray[np.float64]

BLOCK = 2**20
"""Numbers of a block of a matrix that is held at once."""

DECIMALS = 12
"""Digits after the point: what lies behind them depends on the order of a sum."""


@dataclass(frozen=True, eq=False)
class SmoothedJS:
    """Smooths by Epanechnikov's kernel; the distance is in nats, from 0 to log 2."""

    ground: GroundDistance
    """How far apart values are."""
    bandwidth: float
    """Values at this distance or farther get nothing."""
    used: NDArray[np.bool_] = field(repr=False)
    """The values of the table: nothing is spread to others."""

    def work(self, comparison: Comparison) -> Numbers:
        """The smoothed Jensen-Shannon distance of every group from its reference."""
        domain = comparison.domain
        mass = sum(self._kernel(some).sum(axis=0) for some in blocks(domain, domain))
        found = np.zeros(len(comparison.sizes))
        for chosen in blocks(len(found), domain):
            ours, theirs = both_shares(comparison, chosen)
            for some in blocks(domain, domain):
                kernel = (self._kernel(some) / np.where(self.used, mass, 1)).T
                found[chosen] += jensen_shannon(ours @ kernel, theirs @ kernel)
        return Numbers(np.maximum(found.round(DECIMALS), 0))

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


def both_shares(comparison: Comparison, chosen: slice) -> tuple[Floats, Floats]:
    """The shares of all values in some groups, and in their references."""
    domain, groups = comparison.domain, np.arange(len(comparison.sizes))[chosen]
    parents, lines = np.unique(comparison.parents[chosen], return_inverse=True)
    theirs = shares(comparison.reference, parents, domain)
    return shares(comparison.histogram, groups, domain), theirs[lines]


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

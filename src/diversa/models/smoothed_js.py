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
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diversa.models.comparison import Comparison
from diversa.models.ground_distance import GroundDistance
from diversa.models.group_numbers import Numbers

Floats = NDArray[np.float64]

BLOCK = 2**20
"""Numbers of a block of a matrix that is held at once."""


@dataclass(frozen=True, eq=False)
class SmoothedJS:
    """Smooths by Epanechnikov's kernel; the distance is in nats, from 0 to log 2."""

    ground: GroundDistance
    """How far apart values are."""
    bandwidth: float
    """Values at this distance or farther get nothing."""

    def work(self, comparison: Comparison) -> Numbers:
        """The smoothed Jensen-Shannon distance of every group from its reference."""
        domain = comparison.domain
        mass = sum(self._kernel(some, domain).sum(axis=0) for some in blocks(domain))
        found = np.zeros(len(comparison.sizes))
        for chosen in blocks(len(found), domain):
            ours, theirs = both_shares(comparison, chosen)
            for some in blocks(domain):
                kernel = (self._kernel(some, domain) / mass).T
                found[chosen] += jensen_shannon(ours @ kernel, theirs @ kernel)
        return Numbers(np.maximum(found, 0))

    def _kernel(self, some: slice, domain: int) -> Floats:
        """The weights of some values (lines) for every value (columns)."""
        apart = self.ground.apart(np.arange(domain)[some])
        return epanechnikov(apart, self.bandwidth)


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
    parents, lines = np.unique(comparison.parents[chosen], return_inverse=True)
    ours = shares(comparison.histogram, np.arange(len(comparison.sizes))[chosen])
    return ours, shares(comparison.reference, parents)[lines]

# SPDX-License-Identifier: Apache-2.0
"""The Jensen-Shannon distance of groups whose shares are spread over near values."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.distances import UNDECIDED
from diversa.counts.kernels.kernel import kernel

STRETCH = 64
"""Number of values after which a distance may already be too large."""


TINY = 1e-300
"""Less than any sum of two shares but 0."""


@kernel
def spread_within(
    histograms: Histograms,
    spread: Floats,
    reference: Floats,
    alone: NDArray[np.int8],
    distance: float,
    near: float,
) -> NDArray[np.int8]:
    """Test that the Jensen-Shannon distance of spread shares is at most `distance`.

    1 for a group that passes, 0 for one that fails, and UNDECIDED if it is so near
    that it must be looked at exactly. With Δ = Σ (p - q)² / (p + q) the distance lies
    between Δ / 4 and Δ ln 2 / 2 (Topsøe 2000), and most groups need no logarithm.

    `spread` has a line for each value that spreads its share; `reference` is spread.
    `alone` has the answers for groups of one value, below 0 if unknown; it is filled
    in. Rounded numbers decide where they are farther than `near` from the distance.
    """
    starts, values, counts = histograms
    inside = np.empty(len(starts) - 1, dtype=np.int8)
    shares = np.empty(len(reference))
    for group in range(len(inside)):
        first, last = starts[group], starts[group + 1]
        if last - first == 1 and alone[values[first]] >= 0:
            inside[group] = alone[values[first]]
            continue
        some = slice(first, last)
        most = 4 * (distance + near)
        apart = _apart(values[some], counts[some], spread, reference, most, shares)
        if apart > most:
            inside[group] = 0
        elif apart * math.log(2.0) / 2 < distance - near:
            inside[group] = 1
        else:
            beyond = _jensen_shannon(shares, reference) - distance
            inside[group] = UNDECIDED if abs(beyond) <= near else beyond < 0
        if last - first == 1:
            alone[values[first]] = inside[group]
    return inside


@kernel
def _apart(
    values: Codes,
    counts: Ints,
    spread: Floats,
    reference: Floats,
    most: float,
    shares: Floats,
) -> float:
    """Spread the shares of a group and add up (p - q)² / (p + q), up to some number."""
    size, apart, begin = counts.sum(), 0.0, 0
    while begin < len(shares) and apart <= most:
        end = min(begin + STRETCH, len(shares))
        shares[begin:end] = 0.0
        for entry in range(len(values)):
            share, line = counts[entry] / size, spread[np.uint32(values[entry])]
            for place in range(begin, end):
                shares[place] += share * line[place]
        for place in range(begin, end):
            both = shares[place] + reference[place]
            apart += (shares[place] - reference[place]) ** 2 / max(both, TINY)
        begin = end
    return apart


@kernel
def _jensen_shannon(ours: Floats, theirs: Floats) -> float:
    """Half the divergence of each of two distributions from their mean, in nats."""
    total = 0.0
    for place in range(len(ours)):
        mean = (ours[place] + theirs[place]) / 2
        for share in (ours[place], theirs[place]):
            if share > 0.0:
                total += share * math.log(share / mean) / 2
    return total

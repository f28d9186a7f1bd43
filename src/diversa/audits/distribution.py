# SPDX-License-Identifier: Apache-2.0
"""Distributions: the groups of a table by a number, in a few bins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.light_numpy import distinct
from diversa.record.audit_record import Bin

EXACT = 20
"""Most different numbers that get a bin each."""

BINS = 10
"""Number of bins for more numbers; empty bins are left out."""

FEW = 256
"""Most different numbers that are searched instead of sorted."""

EQUAL = 1e-9
"""Numbers that differ by less are one number with rounding errors."""

WIDE = 20
"""Numbers that span more than this factor are binned by factors, not by steps."""


def distribution(
    numbers: NDArray[np.float64 | np.int64], sizes: NDArray[np.int64]
) -> tuple[Bin, ...]:
    """Count groups and their rows by the number of each group, in ascending bins.

    >>> sizes = np.array([2, 2, 5])
    >>> distribution(sizes, sizes)[0]
    Bin(low=2.0, high=2.0, groups=2, rows=4)
    """
    if len(numbers) == 0:
        return ()
    values, place = rank(numbers.astype(np.float64))
    starts = exact_bins(values)
    if len(starts) > EXACT:
        starts = wide_bins(values)
    groups = np.add.reduceat(np.bincount(place), starts)
    rows = np.add.reduceat(np.bincount(place, weights=sizes), starts)
    ends = np.append(starts[1:], len(values)) - 1
    return tuple(
        Bin(low, high, count, int(size))
        for low, high, count, size in zip(
            values[starts].tolist(),
            values[ends].tolist(),
            groups.tolist(),
            rows.tolist(),
            strict=True,
        )
    )


def rank(
    numbers: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The distinct numbers in order, and the place of each number among them.

    >>> [array.tolist() for array in rank(np.array([3.0, 1.0, 3.0]))]
    [[1.0, 3.0], [1, 0, 1]]
    """
    values = distinct(numbers)
    if len(values) > FEW or np.isnan(values[-1:]).any():
        return np.unique(numbers, return_inverse=True)
    return values, np.searchsorted(values, numbers)  # nothing but numbers is sorted


def exact_bins(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The first place of each number in an ascending array, up to rounding."""
    return np.flatnonzero(np.diff(values, prepend=-np.inf) > EQUAL)


def wide_bins(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """The first place of each bin in an ascending array: equal steps or factors."""
    finite = values[np.isfinite(values)]
    low, high = finite[0], finite[-1]
    space = np.geomspace if low > 0 and high > WIDE * low else np.linspace
    edges = np.append(space(low, high, BINS + 1)[1:-1], np.inf)
    bins = np.searchsorted(edges, values, side="right")
    return np.flatnonzero(np.diff(bins, prepend=-1))

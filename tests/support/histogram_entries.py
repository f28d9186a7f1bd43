# SPDX-License-Identifier: Apache-2.0
"""Counts of values as the arrays that kernels take; the largest number that holds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from diversa.counts.kernels.arrays import Histograms

NEARLY = Fraction(1, 10**7)
"""What lacks no more than this of what is wanted may be taken for enough."""


def as_entries(lines):
    """Groups with a count for every value as starts, values and counts."""
    present = [[(value, n) for value, n in enumerate(line) if n] for line in lines]
    flat = [entry for line in present for entry in line]
    return Histograms(
        np.cumsum([0, *map(len, present)], dtype=np.int64),
        np.array([value for value, _ in flat], dtype=np.int32),
        np.array([n for _, n in flat], dtype=np.int64),
    )


def assert_largest(most, rows, lacks):
    """No larger number lacks nothing, and this one lacks next to nothing.

    `lacks` says how much of a number of rows is too much, as a share of it.
    """
    assert 0 <= most <= rows
    assert all(lacks(size) > 0 for size in range(most + 1, rows + 1))
    assert most == 0 or lacks(most) <= NEARLY

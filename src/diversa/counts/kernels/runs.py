# SPDX-License-Identifier: Apache-2.0
"""Runs of tuples, one per part, and their division.

Dividing a part moves its lines in place; its lower side keeps its number and the upper
side becomes the next new part.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.kernels.kernel import kernel


class Runs(NamedTuple):
    """The tuples in runs, one per part; a named tuple, for compiled functions."""

    points: Codes
    """The position of each tuple on each axis, one line per tuple."""
    lines: Ints
    """The number of each tuple."""
    rows: Ints
    """The rows of each tuple."""
    begins: Ints
    """Begin of each part."""
    ends: Ints
    """End of each part."""
    lows: Codes
    """The first position of its region on each axis."""
    highs: Codes
    """The last one."""

    @classmethod
    def room(cls, points: Codes, lines: Ints, rows: Ints, parts: int) -> Runs:
        """The tuples, with room for parts."""
        begins, ends = np.zeros(parts, np.int64), np.zeros(parts, np.int64)
        lows = np.zeros((parts, points.shape[1]), dtype=np.int32)
        return cls(points, lines, rows, begins, ends, lows, lows.copy())


@kernel
def divide(runs: Runs, part: int, upper: int, axis: int, cut: int) -> None:
    """Divide a part: ranks up to the cut stay in it, the others go to `upper`."""
    points, lines, rows = runs.points, runs.lines, runs.rows
    begins, ends, lows, highs = runs.begins, runs.ends, runs.lows, runs.highs
    low, high = begins[part], ends[part] - 1
    while low <= high:
        if points[low, axis] <= cut:
            low += 1
            continue
        for dimension in range(points.shape[1]):
            points[low, dimension], points[high, dimension] = (
                points[high, dimension],
                points[low, dimension],
            )
        lines[low], lines[high] = lines[high], lines[low]
        rows[low], rows[high] = rows[high], rows[low]
        high -= 1
    begins[upper], ends[upper] = low, ends[part]
    ends[part] = low
    for dimension in range(points.shape[1]):  # copying slices would compile for seconds
        lows[upper, dimension] = lows[part, dimension]
        highs[upper, dimension] = highs[part, dimension]
    highs[part, axis], lows[upper, axis] = cut, cut + 1


@kernel
def divide_parts(runs: Runs, parts: Ints, axes: Ints, cuts: Codes, count: int) -> None:
    """Divide some parts; the upper sides get the numbers from `count` on."""
    for place in range(len(parts)):
        divide(runs, parts[place], count + place, axes[place], cuts[place])


@kernel
def halves(runs: Runs, parts: Ints, axes: Ints, cuts: Codes) -> tuple[Ints, Codes]:
    """The tuples of parts, and which side of a cut each is on: 2 × place + upper."""
    points, lines = runs.points, runs.lines
    begins, ends = runs.begins, runs.ends
    size = 0
    for part in parts:
        size += ends[part] - begins[part]
    chosen = np.empty(size, dtype=np.int64)
    half = np.empty(size, dtype=np.int32)
    at = 0
    for place in range(len(parts)):
        part, axis, cut = parts[place], axes[place], cuts[place]
        for line in range(begins[part], ends[part]):
            chosen[at] = lines[line]
            half[at] = 2 * place + (points[line, axis] > cut)
            at += 1
    return chosen, half

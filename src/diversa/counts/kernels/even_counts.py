# SPDX-License-Identifier: Apache-2.0
"""Upper bounds on the rows of a group that can be kept so that its counts are even.

Every function works as those of `keeping`.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.counts.kernels.keeping import SLACK, most_entries
from diversa.counts.kernels.kernel import kernel


@kernel
def most_beside_tail(
    starts: Ints, counts: Ints, bounded: Bools, above: int, below: int, passed: int
) -> Ints:
    """The rows left where every bounded count is cut down to the same largest x.

    x is the largest with below x < above tail(x): the rows that are left after the cut
    without one count x and without the `passed` largest other ones. The tail is concave
    in x, as it is the least of sums of concave functions; with `held` counts equal to x
    in it and `fixed` other rows, (below - above held) x < above fixed. All of it is
    done in integers.
    """
    most = np.empty(len(starts) - 1, dtype=np.int64)
    longest = most_entries(starts)
    rows, marks = np.empty(longest, dtype=np.int64), np.empty(longest, dtype=np.bool_)
    for group in range(len(most)):
        first, last = starts[group], starts[group + 1]
        _sort_descending(counts, bounded, first, last, rows, marks)
        most[group] = _size_beside_tail(rows, marks, last - first, above, below, passed)
    return most


@kernel
def _size_beside_tail(
    rows: Ints, bounded: Bools, number: int, above: int, below: int, passed: int
) -> int:
    """Go down from the largest bounded count to one that fits its tail."""
    largest, size = 0, 0
    for place in range(number):
        if bounded[place]:
            largest = max(largest, rows[place])
    while largest > 0:
        held, fixed = _tail_at(rows, bounded, number, largest, passed)
        slope = below - above * held
        if slope * largest < above * fixed:
            break
        largest = min(largest - 1, (above * fixed - 1) // slope if fixed else 0)
    for place in range(number):
        size += min(rows[place], largest) if bounded[place] else rows[place]
    return size


@kernel
def _sort_descending(
    counts: Ints,
    marks: Bools,
    first: int,
    last: int,
    sorted_counts: Ints,
    sorted_marks: Bools,
) -> None:
    """Write the counts of a group in descending order, and their marks with them.

    Shell's method: most groups have few values, and it compiles in no time.
    """
    number = last - first
    for place in range(number):
        sorted_counts[place] = counts[first + place]
        sorted_marks[place] = marks[first + place]
    gap = 1
    while 3 * gap < number:
        gap = 3 * gap + 1
    while gap > 0:
        for begin in range(gap, number):
            count, mark, place = sorted_counts[begin], sorted_marks[begin], begin
            while place >= gap and sorted_counts[place - gap] < count:
                sorted_counts[place] = sorted_counts[place - gap]
                sorted_marks[place] = sorted_marks[place - gap]
                place -= gap
            sorted_counts[place], sorted_marks[place] = count, mark
        gap //= 3


@kernel
def _tail_at(
    rows: Ints, bounded: Bools, number: int, largest: int, passed: int
) -> tuple[int, int]:
    """The counts equal to x in the tail after the cut to x, and its other rows.

    In three turns come the counts that stay above x, those that are cut to x, and those
    that stay below; one of the second is the one that the tail is compared with.
    """
    held, fixed, left = 0, 0, passed
    for turn in range(3):
        left += turn == 1
        for place in range(number):
            is_cut = bounded[place] and rows[place] >= largest
            if turn != (1 if is_cut else 0 if rows[place] > largest else 2):
                continue
            if left > 0:
                left -= 1
            elif is_cut:
                held += 1
            else:
                fixed += rows[place]
    return held, fixed


@kernel
def most_diverse(starts: Ints, counts: Ints, logarithm: float) -> Ints:
    """The most rows of a group that can be kept with at least this entropy.

    The most even way to keep M rows is to cut every count to the same x. All other ways
    majorize it, so none has a larger entropy.
    """
    most = np.zeros(len(starts) - 1, dtype=np.int64)
    longest = most_entries(starts)
    rows, marks = np.empty(longest, dtype=np.int64), np.empty(longest, dtype=np.bool_)
    unmarked = np.empty(len(counts), dtype=np.bool_)
    logs = np.empty(longest + 1)
    for group in range(len(most)):
        first, last = starts[group], starts[group + 1]
        values = last - first
        if values == 0 or math.log(values) < logarithm * (1 - SLACK):
            continue  # even as many rows of each value have too little entropy
        _sort_descending(counts, unmarked, first, last, rows, marks)
        logs[values] = 0.0  # the sum of n ln n of the counts behind each
        for place in range(values - 1, -1, -1):
            logs[place] = logs[place + 1] + rows[place] * math.log(rows[place])
        most[group] = _diverse_size(rows, logs, values, logarithm)
    return most


@kernel
def _diverse_size(rows: Ints, logs: Floats, number: int, logarithm: float) -> int:
    """Go down from all rows of a group to as many as can have the entropy.

    f(M) = M ln M - Σ v ln v - M logarithm, v the counts after the cut to x, has the
    derivative ln(M / x) - logarithm, and M / x falls as M grows: f is concave.
    """
    size = 0
    for place in range(number):
        size += rows[place]
    while size > 0:
        cut, left = number, size  # how many counts are cut, and what is left of them
        while cut > 1 and rows[cut - 1] * cut <= left:
            cut -= 1
            left -= rows[cut]
        level = left / cut
        gap = size * (math.log(size) - logarithm) - logs[cut] - left * math.log(level)
        gap += SLACK * size * (1 + math.log(size) + logarithm)
        slope = math.log(size / level) - logarithm - SLACK
        if gap >= 0 or slope >= 0:
            break
        size = min(size - 1, math.floor(size - gap / slope))
    return size

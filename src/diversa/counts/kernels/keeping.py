# SPDX-License-Identifier: Apache-2.0
"""Upper bounds on the rows of a group that can be kept under a condition.

Every function looks for the largest M up to the size N of a group for which a concave
function f with f(0) = 0 is not negative. It begins with M = N and goes on to where the
tangent of f at M crosses zero. A concave function lies below its tangents, so whatever
the function is beyond that point, it is negative: every step, the last one too, is an
upper bound of the M that is looked for. Nothing rests on how M was reached but the one
inequality that the tangent stands for; where it is worked out in floats, SLACK makes
up for all rounding.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.distances import first_above
from diversa.counts.kernels.kernel import kernel

SLACK = 2.0**-32
"""A sum of two million rounded numbers is wrong by less than this, relative to it."""


@kernel
def most_entries(starts: Ints) -> int:
    """The number of values of the group that has most."""
    longest = 0
    for group in range(len(starts) - 1):
        longest = max(longest, starts[group + 1] - starts[group])
    return longest


@kernel
def most_capped(
    starts: Ints, values: Codes, counts: Ints, blocks: Codes, caps: Floats, share: float
) -> Ints:
    """The largest M with sum over blocks of min(rows, cap M) >= share M.

    Every line of `blocks` gives each value its block; no block is in two lines. Without
    a line every value is a block.
    """
    if len(blocks) == 0:
        return _most_capped_values(starts, values, counts, caps, share)
    most = np.empty(len(starts) - 1, dtype=np.int64)
    place = np.full(len(caps), -1, dtype=np.int64)
    rows = np.empty(len(caps), dtype=np.int64)
    cap = np.empty(len(caps), dtype=np.float64)
    filled = np.empty(len(caps), dtype=np.int64)
    for group in range(len(most)):
        number, size = 0, 0
        for entry in range(starts[group], starts[group + 1]):
            size += counts[entry]
            for line in range(len(blocks)):
                block = blocks[line, np.uint32(values[entry])]
                if place[block] < 0:
                    place[block] = number
                    filled[number] = block
                    cap[number] = caps[block]
                    rows[number] = 0
                    number += 1
                rows[place[block]] += counts[entry]
        for block in range(number):
            place[filled[block]] = -1
        most[group] = _size_under_caps(rows, cap, number, share, size)
    return most


@kernel
def _most_capped_values(
    starts: Ints, values: Codes, counts: Ints, caps: Floats, share: float
) -> Ints:
    """The same where every value is a block: the rows of a block are an entry."""
    most = np.empty(len(starts) - 1, dtype=np.int64)
    cap = np.empty(most_entries(starts), dtype=np.float64)
    for group in range(len(most)):
        first, last = starts[group], starts[group + 1]
        size = 0
        for entry in range(first, last):
            size += counts[entry]
            cap[entry - first] = caps[np.uint32(values[entry])]
        most[group] = _size_under_caps(
            counts[first:last], cap, last - first, share, size
        )
    return most


@kernel
def _size_under_caps(
    rows: Ints, caps: Floats, number: int, share: float, size: int
) -> int:
    """Go down from all rows of a group to as many as fit under the caps.

    With A any set of blocks, share M <= rows in A + M (caps outside A), so that
    M <= rows in A / (share - caps outside A) where that is positive; A are the blocks
    with rows <= cap M.
    """
    while size > 0:
        inside, outside = 0.0, 0.0
        for block in range(number):
            if rows[block] <= caps[block] * size:
                inside += rows[block]
            else:
                outside += caps[block]
        rest = share * (1 - SLACK) - outside * (1 + SLACK)
        if rest <= 0 or inside >= rest * size:
            break
        size = min(size - 1, math.floor(inside / rest))
    return size


@kernel
def most_in_line(
    starts: Ints,
    ranks: Codes,
    counts: Ints,
    upto: Floats,
    width: Floats,
    area: Floats,
    distance: float,
) -> Ints:
    """The largest M that keeps the cumulative shares of a group near those of a table.

    Values stand on a line from 0 to 1. C_i of the N rows of a group stand up to its
    i-th place, Q_i of the rows of the table, as shares; the next place is g_i further.
    Of M rows that are kept, A_i stand up to there, and M - (N - C_i) <= A_i <= C_i. So
    Σ g_i |A_i - Q_i M| <= distance M needs, for all disjoint sets of places L and U,
    Σ_L g_i (Q_i M - C_i) + Σ_U g_i ((1 - Q_i) M - (N - C_i)) <= distance M. L are the
    places with Q_i M > C_i and U those with (1 - Q_i) M > N - C_i.

    `ranks` are the places of entries, ascending inside a group; `upto` is Q_i, `width`
    the sum of g_j over the places j < i, and `area` that of g_j Q_j.
    """
    places = len(upto)
    slack = SLACK * (1 + distance)
    most = np.empty(len(starts) - 1, dtype=np.int64)
    for group in range(len(most)):
        first, last = starts[group], starts[group + 1]
        whole = 0
        for entry in range(first, last):
            whole += counts[entry]
        size = whole
        while size > 0:
            # Before the first entry C_i is 0 and all places are in L.
            begin = ranks[first]
            rows, share = 0.0, area[begin]
            reached = 0
            for entry in range(first, last):
                reached += counts[entry]
                begin = ranks[entry]
                end = ranks[entry + 1] if entry + 1 < last else places
                low = first_above(upto, (size - whole + reached) / size, begin, end)
                high = first_above(upto, reached / size, low, end)
                rows += (width[end] - width[high]) * reached
                rows += (width[low] - width[begin]) * (whole - reached)
                share += area[end] - area[high] - area[low] + area[begin]
                share += width[low] - width[begin]
            rest = share - distance - slack
            rows += SLACK * (rows + whole)
            if rest <= 0 or rows >= rest * size:
                break
            size = min(size - 1, math.floor(rows / rest))
        most[group] = size
    return most


@kernel
def most_balanced(starts: Ints, counts: Ints, numbers: Floats, mean: float) -> Ints:
    """The most rows of a group whose numbers have at least this mean.

    All rows of an entry have its number; numbers are not negative and descend inside a
    group. Rows are taken, largest numbers first, as long as their mean is not below
    the bound.
    """
    most = np.zeros(len(starts) - 1, dtype=np.int64)
    for group in range(len(most)):
        first, last = starts[group], starts[group + 1]
        paid = 0.0
        for entry in range(first, last):
            above = numbers[entry] * (1 + SLACK) - mean * (1 - SLACK)
            if paid * (1 + SLACK) < -above * counts[entry]:
                most[group] += math.floor(paid * (1 + SLACK) / -above)
                break
            paid += counts[entry] * above
            most[group] += counts[entry]
    return most

# SPDX-License-Identifier: Apache-2.0
"""The cut of a region into two, and the loss of its rows.

Both sides keep what no row has, so that labels show the regions, not the values in
them.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Floats
from diversa.counts.kernels.kernel import kernel, lean_kernel
from diversa.counts.kernels.regions import (
    VALUES,
    Bench,
    CutList,
    copy_region,
    rows_in,
    swap,
)


@lean_kernel
def loss_of(bench: Bench, region: int) -> float:
    """The loss of all rows of a region, summed over the axes."""
    space, regions = bench.space, bench.regions
    loss = 0.0
    for axis in range(len(space.sets)):
        low, high = regions.lows[region, axis], regions.highs[region, axis]
        if space.sets[axis]:
            loss += high * space.steps[axis]
        else:
            begin = space.offsets[axis]
            loss += space.places[begin + high] - space.places[begin + low]
    return loss * rows_in(bench.tuples, regions.begins[region], regions.ends[region])


@lean_kernel
def count_values(bench: Bench, region: int, axis: int) -> int:
    """Count the rows of each value of a set and sort those that occur.

    The most frequent value comes first, of equal ones the lowest rank. Returns their
    number.
    """
    tuples, counts, order = bench.tuples, bench.desk.counts, bench.desk.order
    domain = bench.space.begins[axis + 1] - bench.space.begins[axis]
    for rank in range(domain):
        counts[rank] = 0
    for line in range(bench.regions.begins[region], bench.regions.ends[region]):
        counts[tuples.points[line, axis]] += tuples.rows[line]
    found = np.int64(0)
    for rank in range(domain):
        if counts[rank] == 0:
            continue
        place = found
        while place > 0 and counts[order[place - 1]] < counts[rank]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = rank
        found += 1
    return int(found)


@lean_kernel
def mark_lower(bench: Bench, region: int, cuts: CutList, cut: int) -> None:
    """Mark the ranks of a set that are on the lower side of a cut."""
    axis, inside = cuts.axes[cut], bench.desk.inside
    by_values = cuts.kinds[cut] == VALUES
    first, last = cuts.firsts[cut], cuts.lasts[cut]
    for rank in range(bench.space.begins[axis + 1] - bench.space.begins[axis]):
        inside[rank] = by_values and first <= rank <= last
    if by_values:
        return
    count_values(bench, region, axis)
    for place in range(last):
        inside[bench.desk.order[place]] = True


@lean_kernel
def cut_set(bench: Bench, region: int, upper: int, axis: int) -> int:
    """Give both sides of a cut their values; returns the begin of the upper tuples."""
    tuples, regions, inside = bench.tuples, bench.regions, bench.desk.inside
    low, high = regions.begins[region], regions.ends[region] - 1
    while low <= high:
        if inside[tuples.points[low, axis]]:
            low += 1
        else:
            swap(tuples, low, high)
            high -= 1
    begin = bench.space.begins[axis]
    for rank in range(bench.space.begins[axis + 1] - begin):
        if not regions.members[region, begin + rank]:
            continue
        if inside[rank]:
            regions.members[upper, begin + rank] = False
            regions.highs[upper, axis] -= 1
        else:
            regions.members[region, begin + rank] = False
            regions.highs[region, axis] -= 1
    return low


@lean_kernel
def cut_line(bench: Bench, region: int, upper: int, axis: int, last: int) -> int:
    """Give both sides of a cut their spans; returns the begin of the upper tuples."""
    tuples, regions = bench.tuples, bench.regions
    low, high = regions.begins[region], regions.ends[region] - 1
    while low <= high:
        if tuples.points[low, axis] <= last:
            low += 1
        else:
            swap(tuples, low, high)
            high -= 1
    regions.highs[region, axis], regions.lows[upper, axis] = last, last + 1
    return low


@lean_kernel
def cut_region(bench: Bench, region: int, upper: int, cuts: CutList, cut: int) -> None:
    """Cut a region: its lower side stays, its upper side becomes the region `upper`."""
    regions, axis = bench.regions, cuts.axes[cut]
    copy_region(regions, region, regions, upper)
    if bench.space.sets[axis]:
        mark_lower(bench, region, cuts, cut)
        middle = cut_set(bench, region, upper, axis)
    else:
        middle = cut_line(bench, region, upper, axis, cuts.lasts[cut])
    regions.ends[region] = regions.begins[upper] = middle


@kernel
def losses_of(bench: Bench, count: int) -> Floats:
    """The loss of all rows of each of the first regions."""
    losses = np.empty(count)
    for region in range(count):
        losses[region] = loss_of(bench, region)
    return losses

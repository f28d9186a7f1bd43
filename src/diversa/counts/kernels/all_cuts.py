# SPDX-License-Identifier: Apache-2.0
"""All cuts of a region, and the best of them.

Of a line every threshold beside a value of the rows is a cut; of a set every value,
every node of its hierarchy, and every number of the most frequent values, against the
rest. A cut is good if the loss that it saves is large for how much it says: the square
of the gain over the entropy of the sides.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.counts.kernels.cuts import Room, rows_by_rank
from diversa.counts.kernels.kernel import kernel, lean_kernel
from diversa.counts.kernels.region_cuts import count_values
from diversa.counts.kernels.regions import (
    PREFIX,
    THRESHOLD,
    VALUES,
    Bench,
    CutList,
    Desk,
    RegionList,
    Space,
    rows_in,
)

PRODUCTS = 4096
"""Numbers of which the product with their logarithm is in a table."""


@kernel
def desk_for(space: Space, tuples: int) -> Desk:
    """A desk for regions of at most as many tuples."""
    domain = 2
    for axis in range(len(space.sets)):
        domain = max(domain, space.offsets[axis + 1] - space.offsets[axis] + 2)
    products = np.zeros(PRODUCTS)
    for number in range(1, PRODUCTS):
        products[number] = number * math.log(number)
    room = Room(
        np.empty(tuples, dtype=np.int64),
        np.empty(domain, dtype=np.int64),
        np.empty(tuples, dtype=np.int64),
        np.empty(tuples, dtype=np.int64),
        np.empty((0, 0), dtype=np.int32),
        np.empty(0),
        np.empty(0),
    )
    return Desk(
        room,
        np.empty(domain, dtype=np.int64),
        np.empty(domain, dtype=np.int64),
        np.empty(domain, dtype=np.bool_),
        products,
    )


@kernel
def region_list(space: Space, size: int) -> RegionList:
    """Room for regions."""
    return RegionList(
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros((size, len(space.sets)), dtype=np.int32),
        np.zeros((size, len(space.sets)), dtype=np.int32),
        np.zeros((size, space.begins[-1]), dtype=np.bool_),
    )


@kernel
def cut_list(size: int) -> CutList:
    """Room for cuts."""
    return CutList(
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size),
    )


@lean_kernel
def product(desk: Desk, number: int) -> float:
    """A number times its logarithm."""
    if number < PRODUCTS:
        return desk.products[number]
    return number * math.log(number)


@lean_kernel
def score(desk: Desk, gain: float, lower: int, total: int) -> float:
    """The square of a gain, over the entropy of the shares of two sides."""
    sides = product(desk, lower) + product(desk, total - lower)
    return gain * gain / (product(desk, total) - sides)


@lean_kernel
def put(
    cuts: CutList, found: int, axis: int, kind: int, span: tuple[int, int], good: float
) -> int:
    """Put a cut at its place among the best; returns their number."""
    most = len(cuts.scores)
    if found == most:
        if good <= cuts.scores[most - 1]:
            return found
        found -= 1
    place = found
    while place > 0 and cuts.scores[place - 1] < good:
        cuts.axes[place] = cuts.axes[place - 1]
        cuts.kinds[place] = cuts.kinds[place - 1]
        cuts.firsts[place] = cuts.firsts[place - 1]
        cuts.lasts[place] = cuts.lasts[place - 1]
        cuts.scores[place] = cuts.scores[place - 1]
        place -= 1
    cuts.axes[place], cuts.kinds[place] = axis, kind
    cuts.firsts[place], cuts.lasts[place] = span
    cuts.scores[place] = good
    return found + 1


@lean_kernel
def cuts_of_line(
    bench: Bench,
    region: int,
    axis: int,
    least: int,
    total: int,
    cuts: CutList,
    found: int,
) -> int:
    """Put the thresholds of a line among the best cuts; returns their number."""
    space, tuples, regions, desk = bench
    low, high = regions.lows[region, axis], regions.highs[region, axis]
    if low == high:
        return found
    begin, end = regions.begins[region], regions.ends[region]
    column, rows = tuples.points[begin:end, axis], tuples.rows[begin:end]
    runs = rows_by_rank(column, rows, desk.room)
    ranks, counts = desk.room.ranks, desk.room.counts
    origin, lower, kind = space.offsets[axis], np.int64(0), np.int64(THRESHOLD)
    first, last = space.places[origin + low], space.places[origin + high]
    factor = space.factors[axis]
    for place in range(runs - 1):
        lower += counts[place]
        if lower < least or total - lower < least:
            continue
        cut = ranks[place]
        while True:
            upper = last - space.places[origin + cut + 1]
            after = lower * (space.places[origin + cut] - first)
            gain = total * (last - first) - after - (total - lower) * upper
            good = score(desk, gain * factor, lower, total)
            found = put(cuts, found, axis, kind, (np.int64(0), cut), good)
            if cut == ranks[place + 1] - 1:
                break
            cut = ranks[place + 1] - 1
    return found


@lean_kernel
def cuts_of_set(
    bench: Bench,
    region: int,
    axis: int,
    least: int,
    total: int,
    cuts: CutList,
    found: int,
) -> int:
    """Put the subsets of a set among the best cuts; returns their number."""
    space, _, regions, desk = bench
    more = regions.highs[region, axis]
    if more == 0 or count_values(bench, region, axis) < 2:
        return found
    counts, order, zero = desk.counts, desk.order, np.int64(0)
    step, lower, place = space.steps[axis] * space.factors[axis], zero, zero
    values, prefix = np.int64(VALUES), np.int64(PREFIX)
    while total - lower >= least:
        rank = order[place]
        if counts[rank] >= least and total - counts[rank] >= least:
            gain = (counts[rank] * more + total - counts[rank]) * step
            good = score(desk, gain, counts[rank], total)
            found = put(cuts, found, axis, values, (rank, rank), good)
        lower += counts[rank]
        place += 1
        if place > 1 and lower >= least and total - lower >= least:
            rest = more + 1 - place
            gain = (lower * rest + (total - lower) * place) * step
            good = score(desk, gain, lower, total)
            found = put(cuts, found, axis, prefix, (zero, place), good)
    for node in range(space.nodes[axis], space.nodes[axis + 1]):
        first, last = space.firsts[node], space.lasts[node]
        lower, size = zero, zero
        for rank in range(first, last + 1):
            lower += counts[rank]
            size += regions.members[region, space.begins[axis] + rank]
        if size < 2 or lower < least or total - lower < least:
            continue
        gain = (lower * (more + 1 - size) + (total - lower) * size) * step
        good = score(desk, gain, lower, total)
        found = put(cuts, found, axis, values, (first, last), good)
    return found


@lean_kernel
def best_cuts(bench: Bench, region: int, least: int, cuts: CutList) -> int:
    """Find the best cuts after which both sides have enough rows; their number."""
    regions, found = bench.regions, int(np.int64(0))
    total = rows_in(bench.tuples, regions.begins[region], regions.ends[region])
    if total < 2 * least:
        return found
    for axis in range(len(bench.space.sets)):
        if bench.space.sets[axis]:
            found = cuts_of_set(bench, region, axis, least, total, cuts, found)
        else:
            found = cuts_of_line(bench, region, axis, least, total, cuts, found)
    return found

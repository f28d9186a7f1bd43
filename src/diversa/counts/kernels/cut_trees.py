# SPDX-License-Identifier: Apache-2.0
"""The best tree of cuts of a small region: all trees are tried, but hopeless ones.

A region is left as it is, or cut in one of all ways, and both sides likewise. A cut is
hopeless if even the bounds of its sides are no less than the best loss so far: a tuple
that has too few rows for a region of its own loses as much as it and the farthest of
the nearest ones that it needs.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.kernels.all_cuts import best_cuts
from diversa.counts.kernels.kernel import kernel, lean_kernel
from diversa.counts.kernels.region_cuts import cut_region, loss_of
from diversa.counts.kernels.regions import (
    Bench,
    CutList,
    Space,
    Tuples,
    copy_region,
)

SMALL = 64
"""Most tuples of a region whose trees are all tried."""

LEAVES = 6
"""The rows of such a region are fewer than this many times the least of one."""

DEPTH = LEAVES + 1
"""Regions from the root of a tree to its leaves, and one more."""

MOST_CUTS = 256
"""Most cuts of a region that are tried."""

WORTH = 1e-9
"""Least gain that is more than rounding, as a loss of one row."""


class Trees(NamedTuple):
    """Arrays for the way from the root of a tree to a leaf, one row per level.

    The regions of a level stand at three times its number: itself and its two sides.
    """

    axes: Ints
    """Axes of the cuts, as of `CutList`."""
    kinds: Ints
    """Their kinds."""
    firsts: Ints
    """Their first ranks."""
    lasts: Ints
    """Their last ranks."""
    scores: Floats
    """Their scores."""
    found: Ints
    """The number of cuts of each level."""
    tried: Ints
    """The number of those that were tried."""
    chosen: Ints
    """The cut with the least loss so far; -1 for none."""
    best: Floats
    """The least loss so far."""
    lower: Floats
    """The least loss of the lower side of the cut that is being tried; -1 before."""
    bounds: Floats
    """The least loss of each tuple, by its number."""
    near: Floats
    """Distances of a tuple from the others."""


@kernel
def trees_for(size: int) -> Trees:
    """Arrays for the trees of regions of at most as many tuples."""
    return Trees(
        np.zeros((DEPTH, MOST_CUTS), dtype=np.int64),
        np.zeros((DEPTH, MOST_CUTS), dtype=np.int64),
        np.zeros((DEPTH, MOST_CUTS), dtype=np.int64),
        np.zeros((DEPTH, MOST_CUTS), dtype=np.int64),
        np.zeros((DEPTH, MOST_CUTS)),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH),
        np.zeros(DEPTH),
        np.zeros(size),
        np.zeros(size),
    )


@lean_kernel
def distance(space: Space, tuples: Tuples, one: int, other: int) -> float:
    """The least loss of a row in a region that has two tuples."""
    loss = 0.0
    for axis in range(len(space.sets)):
        low, high = tuples.points[one, axis], tuples.points[other, axis]
        if low == high:
            continue
        if space.sets[axis]:
            loss += space.steps[axis]
        else:
            begin = space.offsets[axis]
            loss += abs(space.places[begin + high] - space.places[begin + low])
    return loss


@lean_kernel
def bound_tuples(bench: Bench, least: int, trees: Trees) -> None:
    """Write the least loss of each tuple of the first region."""
    tuples, near = bench.tuples, trees.near
    size = bench.regions.ends[0]
    for one in range(size):
        for other in range(size):
            near[other] = distance(bench.space, tuples, one, other)
        rows, bound, last = np.int64(0), 0.0, -1.0
        while rows < least:
            bound = np.inf
            for other in range(size):
                if last < near[other] < bound:
                    bound = near[other]
            for other in range(size):
                if near[other] == bound:
                    rows += tuples.rows[other]
            last = bound
        trees.bounds[tuples.lines[one]] = bound * tuples.rows[one]


@lean_kernel
def bound_of(bench: Bench, trees: Trees, region: int) -> float:
    """A proven bound on the loss of a region, however it is cut."""
    bound = 0.0
    for place in range(bench.regions.begins[region], bench.regions.ends[region]):
        bound += trees.bounds[bench.tuples.lines[place]]
    return bound


@lean_kernel
def cuts_at(trees: Trees, level: int) -> CutList:
    """The cuts of a level."""
    return CutList(
        trees.axes[level],
        trees.kinds[level],
        trees.firsts[level],
        trees.lasts[level],
        trees.scores[level],
    )


@lean_kernel
def enter(bench: Bench, least: int, trees: Trees, level: int) -> None:
    """Begin with the region of a level: find its cuts."""
    trees.best[level] = loss_of(bench, 3 * level)
    trees.found[level] = best_cuts(bench, 3 * level, least, cuts_at(trees, level))
    trees.tried[level], trees.chosen[level] = 0, -1
    trees.lower[level] = -1.0


@lean_kernel
def descend(bench: Bench, least: int, trees: Trees, level: int, side: int) -> None:
    """Begin with a side of the cut of a level."""
    copy_region(bench.regions, 3 * level + side, bench.regions, 3 * level + 3)
    enter(bench, least, trees, level + 1)


@lean_kernel
def try_next(bench: Bench, least: int, trees: Trees, level: int) -> int:
    """Make the next cut of a level and begin with its lower side, unless hopeless.

    Returns the level to go on with.
    """
    region = 3 * level
    copy_region(bench.regions, region, bench.regions, region + 1)
    cuts, cut = cuts_at(trees, level), trees.tried[level]
    cut_region(bench, region + 1, region + 2, cuts, cut)
    bound = bound_of(bench, trees, region + 1) + bound_of(bench, trees, region + 2)
    if bound >= trees.best[level] - WORTH:
        trees.tried[level] += 1
        return level
    trees.lower[level] = -1.0
    descend(bench, least, trees, level, np.int64(1))
    return level + 1


@lean_kernel
def end_side(bench: Bench, least: int, trees: Trees, level: int, loss: float) -> int:
    """Note the loss of a side of the cut of a level, and begin with the other side.

    Returns the level to go on with.
    """
    worth = trees.best[level] - WORTH
    if trees.lower[level] < 0:
        if loss + bound_of(bench, trees, 3 * level + 2) < worth:
            trees.lower[level] = loss
            descend(bench, least, trees, level, np.int64(2))
            return level + 1
    elif trees.lower[level] + loss < worth:
        trees.best[level] = trees.lower[level] + loss
        trees.chosen[level] = trees.tried[level]
    trees.tried[level] += 1
    trees.lower[level] = -1.0
    return level


@lean_kernel
def best_tree(bench: Bench, least: int, trees: Trees, known: float, tries: int) -> int:
    """The first cut of a tree of the first region that loses least.

    It is a place among the cuts of the first level; -1 if no tree is better than the
    loss that is known. Trees are tried in a fixed order, at most as many cuts as
    `tries`.
    """
    level = np.int64(0)
    bound_tuples(bench, least, trees)
    enter(bench, least, trees, level)
    trees.best[0] = known
    while True:
        if trees.tried[level] < trees.found[level] and tries > 0:
            tries -= 1
            level = try_next(bench, least, trees, level)
        elif level == 0:
            return trees.chosen[0]
        else:
            level = end_side(bench, least, trees, level - 1, trees.best[level])


@lean_kernel
def cut_as_tree(bench: Bench, region: int, upper: int, trees: Trees, cut: int) -> None:
    """Cut a region as the best tree does."""
    cut_region(bench, region, upper, cuts_at(trees, np.int64(0)), cut)

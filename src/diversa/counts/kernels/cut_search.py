# SPDX-License-Identifier: Apache-2.0
"""The choice of cuts that lead to little loss in the end.

The first cuts by score are tried: each is followed by the best cuts, one after the
other, down to regions that cannot be cut (a roll-out), and the one that loses least in
the end is made. The trees of small regions are all tried (`cut_trees`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools
from diversa.counts.kernels.all_cuts import best_cuts, cut_list, desk_for, region_list
from diversa.counts.kernels.cut_trees import (
    LEAVES,
    SMALL,
    Trees,
    best_tree,
    cut_as_tree,
    trees_for,
)
from diversa.counts.kernels.kernel import costly_kernel, kernel, lean_kernel
from diversa.counts.kernels.region_cuts import cut_region, loss_of
from diversa.counts.kernels.regions import (
    Bench,
    CutList,
    RegionList,
    Space,
    Tuples,
    copy_region,
    copy_tuples,
    rows_in,
)

DEEP = 80
"""Regions of a stack. The larger side of a cut waits, so each is half as large as the
one below it."""


class SearchRules(NamedTuple):
    """Rules for the cuts of all regions."""

    least: int
    """Rows that both sides must have."""
    width: int
    """Cuts of a region that are tried by roll-outs."""
    few: int
    """Most tuples of a region whose cuts are tried; of others the best one is made."""
    tries: int
    """Most cuts that are tried in all trees of a small region."""


class Trial(NamedTuple):
    """Copies of a region, to try its cuts on."""

    bench: Bench
    """The copies."""
    one: CutList
    """The best cut of a region in a roll-out."""
    trees: Trees
    """The trees of a small region."""


@kernel
def trial_for(space: Space, size: int) -> Trial:
    """Room to try the cuts of regions of at most as many tuples."""
    copy = Tuples(
        np.empty((size, len(space.sets)), dtype=np.int32),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
    )
    bench = Bench(space, copy, region_list(space, DEEP), desk_for(space, size))
    return Trial(bench, cut_list(1), trees_for(SMALL))


@lean_kernel
def roll_out(
    bench: Bench, region: int, least: int, one: CutList, limit: float
) -> float:
    """The loss of a region after the best cuts, one after the other.

    Regions behind it are overwritten. Infinite if the loss reaches the limit.
    """
    regions, loss, top, first = bench.regions, 0.0, region, np.int64(0)
    while top >= region:
        if best_cuts(bench, top, least, one) == 0:
            loss += loss_of(bench, top)
            top -= 1
            if loss >= limit:
                return np.inf
            continue
        cut_region(bench, top, top + 1, one, first)
        lower = regions.ends[top] - regions.begins[top]
        if lower < regions.ends[top + 1] - regions.begins[top + 1]:
            copy_region(regions, top, regions, top + 2)
            copy_region(regions, top + 1, regions, top)
            copy_region(regions, top + 2, regions, top + 1)
        top += 1
    return loss


@lean_kernel
def begin_trial(bench: Bench, region: int, trial: Trial) -> None:
    """Copy a region with its tuples."""
    begin, end = bench.regions.begins[region], bench.regions.ends[region]
    copy_tuples(bench.tuples, begin, end, trial.bench.tuples)
    regions, first = trial.bench.regions, np.int64(0)
    copy_region(bench.regions, region, regions, first)
    regions.begins[first], regions.ends[first] = first, end - begin


@lean_kernel
def loss_after(
    trial: Trial, cuts: CutList, cut: int, least: int, limit: float
) -> float:
    """The loss of the copied region after a cut and a roll-out of both sides."""
    lower, upper = np.int64(0), np.int64(1)
    cut_region(trial.bench, lower, upper, cuts, cut)
    loss = roll_out(trial.bench, upper, least, trial.one, limit)
    if loss < limit:
        loss += roll_out(trial.bench, lower, least, trial.one, limit - loss)
    return loss


@lean_kernel
def best_by_roll_outs(
    bench: Bench, region: int, cuts: CutList, open_: Bools, trial: Trial, least: int
) -> tuple[float, int]:
    """The loss after the best of the open cuts and a roll-out, and the cut.

    The cut is -1 if none is open.
    """
    best, chosen = np.inf, np.int64(-1)
    for cut in range(len(open_)):
        if not open_[cut]:
            continue
        begin_trial(bench, region, trial)
        loss = loss_after(trial, cuts, cut, least, best)
        if loss < best or chosen < 0:
            best, chosen = loss, np.int64(cut)
    return best, int(chosen)


@lean_kernel
def cut_well(
    bench: Bench,
    region: int,
    upper: int,
    rules: SearchRules,
    trial: Trial,
    cuts: CutList,
    open_: Bools,
) -> bool:
    """Cut a region as leads to little loss; False if it cannot be cut."""
    found = best_cuts(bench, region, rules.least, cuts)
    if found == 0:
        return False
    begin, end = bench.regions.begins[region], bench.regions.ends[region]
    best, chosen = np.inf, np.int64(0)
    if rules.width > 1 and end - begin <= rules.few:
        for cut in range(len(open_)):
            open_[cut] = cut < found
        best, chosen = best_by_roll_outs(bench, region, cuts, open_, trial, rules.least)
    rows = rows_in(bench.tuples, begin, end)
    if rules.tries and end - begin <= SMALL and rows < LEAVES * rules.least:
        begin_trial(bench, region, trial)
        better = best_tree(trial.bench, rules.least, trial.trees, best, rules.tries)
        if better >= 0:
            cut_as_tree(bench, region, upper, trial.trees, better)
            return True
    cut_region(bench, region, upper, cuts, chosen)
    return True


@costly_kernel
def search_cuts(
    bench: Bench, inner: RegionList, count: int, rules: SearchRules
) -> tuple[int, int]:
    """Cut the first `count` regions while both sides have enough rows.

    Regions that were cut are written to `inner`, if there is room for them. Returns the
    numbers of both.
    """
    regions, size = bench.regions, SMALL
    for number in range(count):
        tuples = int(regions.ends[number] - regions.begins[number])
        size = max(size, min(rules.few, tuples))
    trial = trial_for(bench.space, size)
    cuts, open_ = cut_list(rules.width), np.zeros(rules.width, dtype=np.bool_)
    region, cut = np.int64(0), np.int64(0)
    while region < count:
        if cut < len(inner.begins):
            copy_region(regions, region, inner, cut)
        if cut_well(bench, region, np.int64(count), rules, trial, cuts, open_):
            count += 1
            cut += 1
        else:
            region += 1
    return count, min(int(cut), len(inner.begins))

# SPDX-License-Identifier: Apache-2.0
"""All cuts: regions with little loss, whose labels are the regions themselves.

A region is cut at any threshold of a number, or between any value, any node of the
hierarchy or any number of the most frequent values of a category and the rest. The cuts
with the best scores are tried by roll-outs, and all trees of small regions are. Where
only the sizes of groups count, the whole table is cut in compiled code. Otherwise all
regions are cut at once, round by round; the models judge both sides of each cut that is
tried, and roll-outs go by the sizes that groups have in the end.

Nothing is proved of what such labels tell: a cut stands where it loses least, so that a
reader who knows the program can conclude from it which values occur.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.kernels.cut_rounds import (
    choose_cuts,
    rank_cuts,
    sides_of_cuts,
)
from diversa.counts.kernels.cut_search import SearchRules
from diversa.counts.kernels.cut_trees import SMALL
from diversa.counts.kernels.regions import CutList, room_for_cuts
from diversa.recodings.partition import Partition, merge_lines
from diversa.search.partitions.region_parts import RegionParts
from diversa.search.partitions.trail import TrailMaker
from diversa.search.task import Task, holding

WIDTH = 6
"""Cuts of a region that are tried by roll-outs."""

TRIES = 200
"""Most cuts that are tried in the trees of a small region."""

RANKED = 32
"""Most cuts of a region of which models judge the sides."""

WORK = 1_200_000
"""Tuples times axes times levels of the tree in which cuts are tried: about a second's
work."""

SPARE = 1.5
"""Rows of a group for each that it needs, on average, where only sizes count."""


def all_cuts(
    task: Task, begin: Partition, rules: SearchRules | None = None
) -> Partition:
    """Cut regions while every model holds on both sides."""
    rules = rules or rules_for(task.least_rows, len(begin.order), len(begin.axes.kinds))
    return cut_parts(task, begin, rules, keeps_ancestors=False)[1]


def cut_parts(
    task: Task, begin: Partition, rules: SearchRules, *, keeps_ancestors: bool
) -> tuple[RegionParts, Partition]:
    """Cut regions; returns them with the regions that they were cut from."""
    parts = RegionParts.of(begin, task.least_rows, keeps_ancestors=keeps_ancestors)
    if task.only_size:
        parts.search(rules)
        return parts, parts.partition(begin)
    trail = TrailMaker.of(task, begin)
    cut_in_rounds(task, parts, rules._replace(width=1), trail)
    greedy = parts.partition(begin, trail.rounds)
    if rules.few == 0:
        return parts, greedy
    tried = RegionParts.of(begin, task.least_rows, keeps_ancestors=keeps_ancestors)
    trail = TrailMaker.of(task, begin)
    cut_in_rounds(task, tried, rules_by_size(rules, parts), trail)
    if parts.losses().sum() <= tried.losses().sum():
        return parts, greedy
    return tried, tried.partition(begin, trail.rounds)


def rules_by_size(rules: SearchRules, parts: RegionParts) -> SearchRules:
    """The rules for roll-outs that end with regions as large as those of others."""
    mean = int(parts.bench.tuples.rows.sum()) / max(1, parts.count)
    return rules._replace(least=max(rules.least, int(mean / SPARE)))


def rules_for(least: int, tuples: int, axes: int) -> SearchRules:
    """Rules with which a table of so many tuples takes about a second.

    The fewer tuples, the larger the regions whose cuts are tried.
    """
    levels = WORK // max(1, tuples * axes)
    few = 0 if levels == 0 else SMALL << min(levels, 40)
    return SearchRules(least, WIDTH if few else 1, few, TRIES if few else 0)


def cut_in_rounds(
    task: Task, parts: RegionParts, rules: SearchRules, trail: TrailMaker
) -> None:
    """Cut all parts at once, as long as the models hold on both sides of some cut."""
    active = np.arange(parts.count)
    while len(active := active[parts.sizes(active) > 1]):
        trail.step(parts, active)
        cuts, numbers = rank(parts, active, task.least_rows)
        open_ = open_cuts(task, parts, active, cuts, numbers, rules.width, trail)
        chosen = choose_cuts(parts.bench, active, cuts, open_, rules)
        active = parts.cut(active, cuts, chosen)
        left = int(parts.sizes(active).sum())
        task.progress(len(task.finest) - left, len(task.finest))


def rank(parts: RegionParts, active: Ints, least: int) -> tuple[CutList, Ints]:
    """The best cuts of parts, one line each, and their numbers."""
    cuts = room_for_cuts(len(active), RANKED)
    return cuts, rank_cuts(parts.bench, active, least, cuts)


def open_cuts(
    task: Task,
    parts: RegionParts,
    active: Ints,
    cuts: CutList,
    numbers: Ints,
    width: int,
    trail: TrailMaker,
) -> Bools:
    """The first cuts of each part after which the models hold, at most `width`."""
    open_ = np.zeros(cuts.axes.shape, dtype=np.bool_)
    for turn in range(RANKED):
        waiting = np.flatnonzero((turn < numbers) & (open_.sum(axis=1) < width))
        if len(waiting) == 0:
            break
        cutting = active[waiting]
        lines, half = sides_of_cuts(parts.bench, cutting, cuts, waiting, turn)
        sides = merge_lines(task.finest.groups, lines, half, 2 * len(cutting))
        around = trail.with_ancestors(sides, np.repeat(cutting, 2))
        holds = holding(task.models, around)
        open_[waiting, turn] = holds[0::2] & holds[1::2]
    return open_

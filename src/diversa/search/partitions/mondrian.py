# SPDX-License-Identifier: Apache-2.0
"""Strict Mondrian: cut the space of quasi-identifiers while both sides hold.

Two ways to cut: at the median of the widest axis (as published), or where the two sides
lose least. Where only the sizes of groups count, the whole table is cut in one compiled
pass. Otherwise all parts are cut at once, round by round, and the models judge all
halves together, so any local model is a condition of a cut; one that looks around sees
the ancestors of a half.

Reference:
    K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE
    2006.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kernels.runs import halves
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.partition import Partition, merge_lines, whole_table
from diversa.search.partitions.parts import Parts, cut_to_size
from diversa.search.partitions.trail import TrailMaker
from diversa.search.task import Task, holding

Cut = Literal["cheapest", "median"]

LARGE = 100_000
"""Tuples of a table whose first cuts are at medians, which are quick to find."""

FEW = 48
"""Tuples of a part of a large table that is cut at the least loss."""


def mondrian(
    task: Task,
    *,
    cut: Cut = "cheapest",
    style: BoxStyle = TIGHT,
    begin: Partition | None = None,
    most: int = 0,
) -> Partition:
    """Cut until no part can be cut so that every model holds on both sides.

    Begins with the whole table, or with the partition `begin`; parts of at most `most`
    tuples stay as they are.
    """
    begin = begin or whole_table(task.finest, style)
    parts = Parts.of(begin, task.least_rows, few=few_tuples(cut, len(task.finest)))
    if task.only_size:
        cut_to_size(parts, most, task.progress)
        return parts.partition(begin)
    return cut_in_rounds(task, parts, begin, most)


def few_tuples(cut: Cut, tuples: int) -> int:
    """Most tuples of a part that is cut at the least loss instead of the median."""
    if cut == "median":
        return 0
    return tuples if tuples <= LARGE else FEW


def cut_in_rounds(task: Task, parts: Parts, begin: Partition, most: int) -> Partition:
    """Cut all parts at once, as long as the models hold in both halves of some."""
    trail = TrailMaker.of(task, begin)
    active = np.arange(parts.count)
    while len(active := active[parts.tuples(active) > max(1, most)]):
        trail.step(parts, active)
        axis, cut = settle(task, parts, active, trail)
        chosen = axis >= 0
        active = parts.divide(active[chosen], axis[chosen], cut[chosen])
        left = int(parts.tuples(active).sum())
        task.progress(len(task.finest) - left, len(task.finest))
    return parts.partition(begin, trail.rounds)


def settle(
    task: Task, parts: Parts, active: Ints, trail: TrailMaker
) -> tuple[Ints, Codes]:
    """Choose for every part the best cut after which both sides hold.

    Returns the axis of each part, -1 where it is not cut, and the cut.
    """
    scores, cuts = parts.scores(active)
    values = np.broadcast_to(np.diff(parts.axes.offsets), scores.shape)
    ranked = np.lexsort((values, scores), axis=1)  # of equal ones the fewest values
    chosen = np.full(len(active), -1)
    cut = np.zeros(len(active), dtype=np.int32)
    every = np.arange(len(active))
    for turn in range(scores.shape[1]):
        axis = ranked[:, turn]
        waiting = np.flatnonzero((chosen < 0) & np.isfinite(scores[every, axis]))
        if len(waiting) == 0:
            break
        tried = axis[waiting], cuts[waiting, axis[waiting]]
        holds = waiting[both_hold(task, parts, active[waiting], *tried, trail)]
        chosen[holds] = axis[holds]
        cut[holds] = cuts[holds, axis[holds]]
    return chosen, cut


def both_hold(
    task: Task, parts: Parts, cutting: Ints, axis: Ints, cut: Codes, trail: TrailMaker
) -> Bools:
    """Mask of the parts whose sides both satisfy every model."""
    lines, half = halves(parts.runs, cutting, axis, cut)
    sides = merge_lines(task.finest.groups, lines, half, 2 * len(cutting))
    if trail.begin is not None:
        sides = trail.begin.with_backing(sides, lines, half)
    holds = holding(task.models, trail.with_ancestors(sides, np.repeat(cutting, 2)))
    return holds[0::2] & holds[1::2]

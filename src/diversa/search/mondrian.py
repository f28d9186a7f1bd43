# SPDX-License-Identifier: Apache-2.0
"""Strict Mondrian: cut the space of quasi-identifiers while both sides hold.

All parts are cut at once: one compiled pass proposes a cut per part and axis, and the
models judge all halves together, so any local model is a condition of a cut. Two ways
to propose: at the median of the widest axis (as published), or where the two sides
lose least.

Reference:
    K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE
    2006.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels import cuts as cut_kernels
from diversa.models.k_anonymity import KAnonymity
from diversa.search.axes import Axes
from diversa.search.partition import Partition, merge_lines, whole_table
from diversa.search.task import Task, holding

Cut = Literal["cheapest", "median"]

CUTS: dict[Cut, Callable[..., tuple[NDArray[np.float64], NDArray[np.int32]]]] = {
    "cheapest": cut_kernels.cheapest_cuts,
    "median": cut_kernels.median_cuts,
}
"""The ways to propose a cut for every part and axis."""


def mondrian(
    task: Task,
    *,
    cut: Cut = "cheapest",
    begin: Partition | None = None,
    most: int = 0,
) -> Partition:
    """Cut until no part can be cut so that every model holds on both sides.

    Args:
        task: The models and the tuples.
        cut: How cuts are proposed.
        begin: A partition to go on from; the whole table by default.
        most: Leave parts of at most so many tuples alone.
    """
    begin = begin or whole_table(task.finest)
    axes, sizes = begin.axes, task.finest.groups.sizes
    part, parts = begin.part.copy(), begin.parts
    active = np.arange(len(sizes))
    while len(active := active[np.bincount(part)[part[active]] > most]):
        order = active[np.argsort(part[active], kind="stable")]
        numbers, firsts = np.unique(part[order], return_index=True)
        starts = np.append(firsts, len(order)).astype(np.int64)
        scores, cuts = CUTS[cut](axes, order, starts, sizes, least_rows(task))
        upper, split = settle(task, axes, order, starts, scores, cuts)
        fresh = np.cumsum(split) - 1 + parts
        local = np.repeat(np.arange(len(numbers)), np.diff(starts))
        moved = upper & split[local]
        part[order[moved]] = fresh[local[moved]]
        parts += int(split.sum())
        active = order[split[local]]
        task.progress(len(sizes) - len(active), len(sizes))
    return Partition(task.finest, axes, part, parts)


def least_rows(task: Task) -> int:
    """The rows that every group must have, as far as the models say it."""
    implied = [one for model in task.models for one in model.implied()]
    return max([1, *(one.k for one in implied if isinstance(one, KAnonymity))])


def settle(
    task: Task,
    axes: Axes,
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    scores: NDArray[np.float64],
    cuts: NDArray[np.int32],
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Choose for every part the best cut after which both sides hold.

    Returns the lines of the upper sides and the parts that were cut.
    """
    parts = len(starts) - 1
    local = np.repeat(np.arange(parts, dtype=np.int32), np.diff(starts))
    upper, split = np.zeros(len(order), dtype=bool), np.zeros(parts, dtype=bool)
    ranked = np.argsort(scores, axis=1, kind="stable")
    for turn in range(scores.shape[1]):
        axis = ranked[:, turn]
        waiting = ~split & np.isfinite(scores[np.arange(parts), axis])
        lines = np.flatnonzero(waiting[local])
        if len(lines) == 0:
            break
        here = local[lines]
        high = axes.ranks[axis[here], order[lines]] > cuts[here, axis[here]]
        holds = both_hold(task, order[lines], here, high, waiting)
        upper[lines] = np.where(holds[here], high, upper[lines])
        split |= holds
    return upper, split


def both_hold(
    task: Task,
    lines: NDArray[np.int64],
    local: NDArray[np.int32],
    high: NDArray[np.bool_],
    waiting: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """The parts of which both sides of the proposed cut satisfy every model."""
    number = np.cumsum(waiting) - 1
    half = (2 * number[local] + high).astype(np.int32)
    sides = holding(
        task.models,
        merge_lines(task.finest.groups, lines, half, 2 * int(waiting.sum())),
    )
    holds = np.zeros(len(waiting), dtype=bool)
    holds[waiting] = sides[0::2] & sides[1::2]
    return holds

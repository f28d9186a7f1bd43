# SPDX-License-Identifier: Apache-2.0
"""Local recoding with little loss: cheapest cuts, then local moves.

Mondrian with cuts that lose least gives a good partition; moving tuples between its
groups removes much of what axis-parallel cuts cannot. Where common ancestors are
published, groups of nodes of the hierarchies (`layers`) are a better one as a rule.

A tuple moves when the loss of its new group grows by less than the loss of its old one
shrinks, and every model still holds in both. Where rows may be suppressed, a tuple is
suppressed when its group gains more than its rows cost then. Many moves are judged
together; no two of them touch the same group. Every move is checked, so the models hold
in the result whatever they are.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts.kernels import moves as kernels
from diversa.counts.light_numpy import runs
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.partition import Partition, merge_lines
from diversa.search.partitions.layers import layers
from diversa.search.partitions.mondrian import Cut, mondrian
from diversa.search.task import Task, holding

BLOCK = 3000
"""Most tuples of a block inside which groups are compared with each other."""

PASSES = 2
"""Number of times that every tuple is tried."""

WORTH = 1e-9
"""Least gain of a move; smaller ones are rounding."""


def local_recoding(
    task: Task,
    *,
    cut: Cut = "cheapest",
    style: BoxStyle = TIGHT,
    begin: Partition | None = None,
) -> Partition:
    """Partition the tuples with little loss; every model holds in every part.

    Begins with the whole table, or with the partition `begin`.
    """
    blocks = mondrian(task, cut=cut, style=style, begin=begin, most=BLOCK)
    parts = mondrian(task, cut=cut, style=style, begin=blocks)
    if style.sets == "ancestor" and cut == "cheapest" and not task.looks_around:
        parts = better_layers(task, parts)
    return improve(task, parts, blocks.part)


def better_layers(task: Task, parts: Partition) -> Partition:
    """Groups of nodes of the hierarchies, cut further, if they lose less than these."""
    made = layers(task, parts)
    if made is None:
        return parts
    made = mondrian(task, begin=made)
    return made if made.loss < parts.loss else parts


def improve(
    task: Task, partition: Partition, block: Codes, *, passes: int = PASSES
) -> Partition:
    """Move tuples inside their blocks while that lowers the loss."""
    moved = replace(partition, part=partition.part.copy(), regions=None)
    for _ in range(passes):
        pending = np.flatnonzero(moved.part >= 0)
        while len(pending):
            task.progress(len(block) - len(pending), len(block))
            moved, pending = one_round(task, moved, block, pending)
    return moved


def one_round(
    task: Task, partition: Partition, block: Codes, pending: Ints
) -> tuple[Partition, Ints]:
    """Make the moves that touch different groups; returns the tuples still waiting."""
    part, order, starts = partition.part, partition.order, partition.starts
    homes = block[order[starts[:-1]]].astype(np.int64)
    block_parts, block_starts = lines_by(homes, int(homes.max(initial=0)) + 1)
    sizes = task.finest.groups.sizes
    rows = np.add.reduceat(sizes[order], starts[:-1])
    # Block after block: what is known of the parts of a block stays in the cache.
    visits = np.argsort(homes[part[pending]], kind="stable")
    proposed = kernels.propose_moves(
        partition.axes,
        pending[visits],
        sizes,
        kernels.Assignment(part, order, starts, rows),
        kernels.BlocksOfParts(homes, block_parts, block_starts),
        kernels.sum_up(partition.axes, order, starts),
        task.least_rows,
    )
    place = np.argsort(visits)
    targets, nets, gains = (line[place] for line in proposed)
    if may_remove(task, partition):
        alone = gains - sizes[pending] * len(partition.axes.kinds)
        leaving = alone > np.maximum(nets, WORTH)
        targets, nets = np.where(leaving, -1, targets), np.maximum(nets, alone)
    best_first = np.argsort(-nets, kind="stable")
    best_first = best_first[nets[best_first] > WORTH]
    moving, to = pending[best_first], targets[best_first]
    own = part[moving].astype(np.int64)
    taken = kernels.independent_moves(own, np.where(to < 0, own, to), partition.parts)
    changed, staying = part.copy(), taken & (to >= 0)
    leaving = moving[taken & (to < 0)]
    make_moves(task, changed, order, starts, moving[staying], to[staying])
    remove(task, changed, order, starts, leaving)
    return replace(partition, part=changed), moving[~taken]


def may_remove(task: Task, partition: Partition) -> bool:
    """True if single tuples may be suppressed; as a group of `*` they would fail."""
    return partition.suppressed < task.limit and not task.star


def remove(task: Task, part: Codes, order: Ints, starts: Ints, leaving: Ints) -> None:
    """Suppress tuples, best first, while the limit allows it and their groups hold."""
    sizes = task.finest.groups.sizes
    room = task.limit - int(sizes[part < 0].sum())
    leaving = leaving[np.cumsum(sizes[leaving]) <= room]
    touched = part[leaving].astype(np.int64)
    lines = lines_of(order, starts, touched)
    number = numbers_of(touched, len(starts) - 1)
    staying = lines[~np.isin(lines, leaving)]
    groups = merge_lines(
        task.finest.groups, staying, number[part[staying]], len(touched)
    )
    part[leaving[holding(task.models, groups)]] = -1


def make_moves(
    task: Task, part: Codes, order: Ints, starts: Ints, moving: Ints, to: Ints
) -> None:
    """Make the moves after which every model holds in both groups."""
    touched = np.concatenate([part[moving], to])
    lines = lines_of(order, starts, touched)
    number = numbers_of(touched, len(starts) - 1)
    after = part.copy()
    after[moving] = to
    groups = merge_lines(task.finest.groups, lines, number[after[lines]], len(touched))
    holds = holding(task.models, groups)
    both = holds[: len(moving)] & holds[len(moving) :]
    part[moving[both]] = to[both]


def lines_of(order: Ints, starts: Ints, parts: Ints) -> Ints:
    """The tuples of some parts."""
    return order[runs(starts[parts], np.diff(starts)[parts])]


def numbers_of(parts: Ints, count: int) -> Codes:
    """The place of each part among some of them; -1 for the others."""
    number = np.full(count, -1, dtype=np.int32)
    number[parts] = np.arange(len(parts), dtype=np.int32)
    return number


def lines_by(number: NDArray[np.integer], numbers: int) -> tuple[Ints, Ints]:
    """The lines of each number in runs, and the start of each run."""
    order = np.argsort(number, kind="stable")
    counts = np.bincount(number, minlength=numbers)
    return order, np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

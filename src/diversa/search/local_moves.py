# SPDX-License-Identifier: Apache-2.0
"""Local moves: improve a partition by moving tuples to groups where they cost less.

A tuple moves when the loss of its new group grows by less than the loss of its old one
shrinks, and every model still holds in both. Many moves that touch no group twice are
judged together. The result holds whatever the models are: nothing is moved unchecked.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels import moves as kernels
from diversa.search.mondrian import least_rows
from diversa.search.partition import Partition, merge_lines
from diversa.search.task import Task, holding

PASSES = 2
"""How often every tuple is looked at."""

WORTH = 1e-9
"""Gains below this are rounding."""


def improve(
    task: Task, partition: Partition, block: NDArray[np.int32], *, passes: int = PASSES
) -> Partition:
    """Move tuples inside their blocks while that lowers the loss."""
    part = partition.part.copy()
    for _ in range(passes):
        pending = np.arange(len(part))
        while len(pending):
            task.progress(len(part) - len(pending), len(part))
            pending = one_round(task, partition, part, block, pending)
    return replace(partition, part=part, regions=None)


def one_round(
    task: Task,
    partition: Partition,
    part: NDArray[np.int32],
    block: NDArray[np.int32],
    pending: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Make the moves that do not meet; give the tuples that are still waiting."""
    order, starts = lines_by(part, partition.parts)
    homes = block[order[starts[:-1]]].astype(np.int64)
    block_parts, block_starts = lines_by(homes, int(homes.max(initial=0)) + 1)
    sizes = task.finest.groups.sizes
    rows = np.bincount(part, weights=sizes, minlength=partition.parts).astype(np.int64)
    targets, nets = kernels.propose_moves(
        partition.axes, pending, part, order, starts, homes, block_parts, block_starts,
        sizes, rows, least_rows(task), kernels.sum_up(partition.axes, order, starts),
    )  # fmt: skip
    best_first = np.argsort(-nets, kind="stable")
    best_first = best_first[nets[best_first] > WORTH]
    moving, to = pending[best_first], targets[best_first]
    taken = kernels.independent_moves(
        part[moving].astype(np.int64), to, partition.parts
    )
    make_moves(task, part, order, starts, moving[taken], to[taken])
    return moving[~taken]


def make_moves(
    task: Task,
    part: NDArray[np.int32],
    order: NDArray[np.int64],
    starts: NDArray[np.int64],
    moving: NDArray[np.int64],
    to: NDArray[np.int64],
) -> None:
    """Make those moves after which every model holds in both groups."""
    touched = np.concatenate([part[moving], to])
    lengths = np.diff(starts)[touched]
    lines = order[np.repeat(starts[touched], lengths) + within(lengths)]
    number = np.full(len(starts) - 1, -1, dtype=np.int32)
    number[touched] = np.arange(len(touched), dtype=np.int32)
    after = part.copy()
    after[moving] = to
    groups = merge_lines(task.finest.groups, lines, number[after[lines]], len(touched))
    holds = holding(task.models, groups)
    both = holds[: len(moving)] & holds[len(moving) :]
    part[moving[both]] = to[both]


def within(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, ... inside each run of the given lengths."""
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) - np.repeat(ends - lengths, lengths)


def lines_by(
    number: NDArray[np.integer], numbers: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The lines of each number, one run after the other, and where each run begins."""
    order = np.argsort(number, kind="stable")
    counts = np.bincount(number, minlength=numbers)
    return order, np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

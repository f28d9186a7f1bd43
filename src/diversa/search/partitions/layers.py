# SPDX-License-Identifier: Apache-2.0
"""Layers: groups in the words of the hierarchies, from fine nodes to coarse ones.

The nodes of the lattice are walked through, the one that loses least first. At each
node the tuples that are left and look alike there become a group if every model holds
in it. So each tuple is published at the first node at which enough others like it are
left, as by full-domain searches that are repeated on what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import islice

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.kernels.spans import span_losses
from diversa.counts.wide_keys import keys_at
from diversa.recodings.axes import ladder, leaf_order, spans_of_ancestors
from diversa.recodings.partition import Partition, merge_lines
from diversa.search.task import Task, holding

MOST_NODES = 1000
"""Nodes that are walked through; what is left then is cut better than it is layered."""

WORK = 20_000_000
"""Most tuples that are looked at, node after node: about a second's work."""

Node = tuple[int, ...]
"""The level of each attribute."""


def layers(
    task: Task,
    begin: Partition,
    *,
    block: Codes | None = None,
    factors: Floats | None = None,
) -> Partition | None:
    """Group the tuples of a partition anew, each at the first node that has a group.

    Tuples of different blocks are never grouped together, if there are blocks.
    `factors` say how much the loss on each axis counts in the order of the nodes. None
    if the tuples that are left in the end cannot be published.
    """
    left, part = begin.order, np.full(len(begin.part), -1, dtype=np.int64)
    count, work = 0, WORK
    nodes = cheapest_nodes(level_losses(begin, factors))
    for node in islice(nodes, MOST_NODES):
        if len(left) == 0 or work < 0:
            break
        work -= len(left)
        group, sizes = groups_at(task, left, node, block)
        grouped = new_groups(task, left, group, sizes)
        if grouped.any():
            number = np.cumsum(grouped) - 1 + count
            taken = grouped[group]
            part[left[taken]] = number[group[taken]]
            count += int(grouped.sum())
            left = left[~taken]
    return with_the_rest(task, begin, part, count, left)


def level_losses(begin: Partition, factors: Floats | None) -> list[Floats]:
    """Mean loss of the rows on every level of each attribute."""
    finest, axes = begin.finest, begin.axes
    rows, losses = finest.groups.sizes, []
    for axis, hierarchy in enumerate(finest.hierarchies):
        order = leaf_order(hierarchy)
        firsts, lasts = spans_of_ancestors(ladder(hierarchy, order))
        ranks = axes.ranks[axis]
        mean = [
            float(np.average(span_losses(axes, axis, first, last)[ranks], weights=rows))
            for first, last in zip(firsts, lasts, strict=True)
        ]
        factor = 1.0 if factors is None else float(factors[axis])
        losses.append(factor * np.array(mean[: hierarchy.height + 1]))
    return losses


def cheapest_nodes(losses: list[Floats]) -> Iterator[Node]:
    """The nodes of the lattice in the order of their loss.

    >>> list(cheapest_nodes([np.array([0, 3]), np.array([0, 1, 4])]))[:4]
    [(0, 0), (0, 1), (1, 0), (0, 2)]
    """
    bottom = (0,) * len(losses)
    waiting, seen = [(0.0, bottom)], {bottom}
    while waiting:
        loss, node = heappop(waiting)
        yield node
        for axis, line in enumerate(losses):
            level = node[axis] + 1
            above = (*node[:axis], level, *node[axis + 1 :])
            if level < len(line) and above not in seen:
                seen.add(above)
                more = max(0.0, float(line[level] - line[level - 1]))
                heappush(waiting, (loss + more, above))


def groups_at(
    task: Task, left: Ints, node: Node, block: Codes | None
) -> tuple[Codes, Ints]:
    """The group of each tuple at a node, and the rows of each group."""
    finest = task.finest
    codes = np.stack(
        [
            hierarchy.step(0, level)[line[left]]
            for hierarchy, level, line in zip(
                finest.hierarchies, node, finest.codes, strict=True
            )
        ]
    ).astype(np.int32)
    group, first = kernels.group_keys(*keys_at(finest.maps, node, codes))
    if block is not None:
        blocks = int(block.max(initial=0)) + 1
        keys = group.astype(np.int64) * blocks + block[left]
        group, first = kernels.group_keys(keys, len(first) * blocks)
    sizes = np.bincount(group, finest.groups.sizes[left], len(first))
    return group, sizes.astype(np.int64)


def new_groups(task: Task, left: Ints, group: Codes, sizes: Ints) -> Bools:
    """Mask of the groups in which every model holds."""
    enough = sizes >= task.least_rows
    if task.only_size or not enough.any():
        return enough
    taken = enough[group]
    number = (np.cumsum(enough) - 1).astype(np.int32)
    groups = merge_lines(
        task.finest.groups, left[taken], number[group[taken]], int(enough.sum())
    )
    enough[enough] = holding(task.models, groups)
    return enough


def with_the_rest(
    task: Task, begin: Partition, part: Ints, count: int, left: Ints
) -> Partition | None:
    """The groups, and those that are left with as many of the last as they need."""
    dissolved = 0
    while len(left):
        rest = np.append(left, np.flatnonzero(part >= count - dissolved))
        groups = merge_lines(
            task.finest.groups, rest, np.zeros(len(rest), dtype=np.int32), 1
        )
        if holding(task.models, groups).all():
            count -= dissolved
            part[rest] = count
            count += 1
            break
        if dissolved >= count:
            return None
        dissolved = min(count, max(1, 2 * dissolved))
    numbered = part.astype(np.int32)
    return replace(begin, part=numbered, parts=count, regions=None, trail=())

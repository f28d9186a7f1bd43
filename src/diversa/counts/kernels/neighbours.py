# SPDX-License-Identifier: Apache-2.0
"""Distances between a tuple and its neighbours, some of which its group must have."""

from __future__ import annotations

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.kernels.clusters import insert
from diversa.counts.kernels.kernel import kernel, quadratic_kernel
from diversa.counts.kernels.spans import SET, Axes, span_loss


@kernel
def pair_loss(axes: Axes, line: int, other: int) -> float:
    """The loss of a group of two tuples, over all axes; none with both loses less."""
    loss = 0.0
    for axis in range(len(axes.ranks)):
        rank, beside = axes.ranks[axis, line], axes.ranks[axis, other]
        if rank == beside:
            continue
        if axes.kinds[axis] == SET:
            loss += axes.steps[axis]
        else:
            loss += span_loss(axes, axis, min(rank, beside), max(rank, beside))
    return loss


@kernel
def nearest_tuples(
    axes: Axes, sizes: Ints, line: int, losses: Floats, rows: Ints
) -> int:
    """Fill in the nearest tuples, nearest first, and their rows; say how many."""
    count, most = 0, len(losses)
    for other in range(axes.ranks.shape[1]):
        if other == line:
            continue
        loss = pair_loss(axes, line, other)
        if count < most or loss < losses[count - 1]:
            count = insert(losses, rows, count, loss, sizes[other])
    return count


@quadratic_kernel
def least_losses(axes: Axes, sizes: Ints, lines: Ints, least: int) -> Floats:
    """The least that a group of so many rows hides, if it has a certain tuple.

    A group that has the tuple has a member as far from it as the nearest tuples with
    enough rows reach, and hides what those two alone would.
    """
    found = np.zeros(len(lines))
    losses, rows = np.zeros(least), np.zeros(least, dtype=np.int64)
    for place in range(len(lines)):
        have = sizes[lines[place]]
        if have >= least:
            continue
        for slot in range(nearest_tuples(axes, sizes, lines[place], losses, rows)):
            have += rows[slot]
            found[place] = losses[slot]
            if have >= least:
                break
    return found

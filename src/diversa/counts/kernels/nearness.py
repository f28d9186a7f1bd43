# SPDX-License-Identifier: Apache-2.0
"""Groups that are distributed nearly as one of many larger groups around them.

There are too many pairs of groups to be stored: each group is compared with one large
group after the other, until one is near.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.kernel import kernel


class LargeGroups(NamedTuple):
    """The large groups of several partitions, and those that hold each group."""

    inside: NDArray[np.int64]
    """For every group one of the finest groups that it holds."""
    place: NDArray[np.int16] | NDArray[np.int32]
    """A line per finest group: the large group of each partition with it, or -1."""
    first: NDArray[np.int64]
    """The number of the first large group of each partition."""
    partitions: NDArray[np.int64]
    """The partitions that are coarser than that of the groups."""
    rows_in_sets: NDArray[np.int64]
    """y, the rows of each large group in every set of values."""
    sizes: NDArray[np.int64]
    """T, the rows of each large group."""


class ValueSets(NamedTuple):
    """Sets of values with their weights."""

    members: NDArray[np.int64]
    """A line per value, a column per set: 1 if the set has the value."""
    weights: NDArray[np.int64]
    """w, for each set."""


@kernel
def near_some(
    groups: NDArray[np.int64],
    histograms: Histograms,
    sizes: NDArray[np.int64],
    large: LargeGroups,
    sets: ValueSets,
    above: int,
    below: int,
) -> NDArray[np.bool_]:
    """Mark the groups for which Σ w |x T - y N| <= N T `above` / `below`.

    The sum is over the sets: x of the N rows of a group have a value of the set, y of
    the T rows of a large group with it. All products fit 64 bits.
    """
    near = np.zeros(len(groups), dtype=np.bool_)
    ours = np.empty(len(sets.weights), dtype=np.int64)
    for number in range(len(groups)):
        group = groups[number]
        size, line = sizes[group], large.place[large.inside[group]]
        ours[:] = 0
        for entry in range(histograms.starts[group], histograms.starts[group + 1]):
            member = sets.members[histograms.values[entry]]
            for column in range(len(member)):
                ours[column] += histograms.counts[entry] * member[column]
        for partition in large.partitions:
            if line[partition] < 0:
                continue
            other = large.first[partition] + line[partition]
            total, theirs, apart = large.sizes[other], large.rows_in_sets[other], 0
            for column in range(len(theirs)):
                more = ours[column] * total - theirs[column] * size
                apart += sets.weights[column] * abs(more)
            if apart * below <= size * total * above:
                near[number] = True
                break
    return near

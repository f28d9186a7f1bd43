# SPDX-License-Identifier: Apache-2.0
"""Groups that are distributed nearly as one of many larger groups around them.

There are too many pairs of groups to be stored: each group is compared with one large
group after the other, until one is near.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.kernels.arrays import Histograms
from diversa.counts.kernels.kernel import kernel


class LargeGroups(NamedTuple):
    """The large groups of several partitions, and those that hold each group."""

    inside: Ints
    """For every group one of the finest groups that it holds."""
    place: NDArray[np.int16] | Codes
    """A line per finest group: the large group of each partition with it, or -1."""
    first: Ints
    """The number of the first large group of each partition."""
    partitions: Ints
    """The partitions that are coarser than that of the groups."""
    rows_in_sets: Ints
    """y, the rows of each large group in every set of values."""
    sizes: Ints
    """T, the rows of each large group."""


class ValueSets(NamedTuple):
    """Sets of values with their weights."""

    members: Ints
    """A line per value, a column per set: 1 if the set has the value."""
    weights: Ints
    """w, for each set."""


@kernel
def near_some(
    groups: Ints,
    histograms: Histograms,
    sizes: Ints,
    large: LargeGroups,
    sets: ValueSets,
    above: int,
    below: int,
) -> Bools:
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

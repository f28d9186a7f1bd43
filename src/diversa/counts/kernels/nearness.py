# SPDX-License-Identifier: Apache-2.0
"""Whether a group is distributed nearly as one of many larger groups around it.

All pairs of groups are far too many to be written down; here each group is compared
with one after the other, until one is near.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.kernels.compiled import compiled


@compiled
def near_some(
    groups: NDArray[np.int64],
    starts: NDArray[np.int64],
    values: NDArray[np.int32],
    counts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    inside: NDArray[np.int64],
    place: NDArray[np.int16] | NDArray[np.int32],
    first: NDArray[np.int64],
    partitions: NDArray[np.int64],
    members: NDArray[np.int64],
    weights: NDArray[np.int64],
    references: NDArray[np.int64],
    totals: NDArray[np.int64],
    above: int,
    below: int,
) -> NDArray[np.bool_]:
    """Whether Σ w |x T - y N| over some sets is N T times `above` / `below` or less.

    Args:
        groups: The groups that are asked about.
        starts: The entries of group g are starts[g]:starts[g + 1].
        values: The value of each entry.
        counts: Its rows.
        sizes: N, the rows of each group.
        inside: For every group one of the finest groups that it holds.
        place: A line per finest group: which of the large groups of each partition
            holds it, or -1.
        first: The number of the first large group of each partition.
        partitions: The partitions that are coarser than that of the groups.
        members: A line per value, a column per set: whether the set has the value, as a
            number. x are the rows of a group with such a value.
        weights: w, for each set.
        references: y, the rows of each large group in every set.
        totals: T, the rows of each large group.
        above: The bound is a fraction; all products fit 64 bits.
        below: The same.
    """
    near = np.zeros(len(groups), dtype=np.bool_)
    ours = np.empty(len(weights), dtype=np.int64)
    for number in range(len(groups)):
        group = groups[number]
        size, line = sizes[group], place[inside[group]]
        ours[:] = 0
        for entry in range(starts[group], starts[group + 1]):
            sets = members[values[entry]]
            for column in range(len(sets)):
                ours[column] += counts[entry] * sets[column]
        for partition in partitions:
            if line[partition] < 0:
                continue
            other = first[partition] + line[partition]
            total, theirs, apart = totals[other], references[other], 0
            for column in range(len(theirs)):
                more = ours[column] * total - theirs[column] * size
                apart += weights[column] * abs(more)
            if apart * below <= size * total * above:
                near[number] = True
                break
    return near

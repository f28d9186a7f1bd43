# SPDX-License-Identifier: Apache-2.0
"""What the published boxes of a partition may stand for, as `boxes` publishes them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.sides import Sides
from diversa.recodings.axes import ladder, leaf_order
from diversa.recodings.partition import Partition

Span = tuple[NDArray[np.integer], NDArray[np.integer]]
"""The first and the last position of each part on an axis."""


def sides_of(partition: Partition) -> tuple[Sides, ...]:
    """The values that the label of each part stands for, attribute after attribute.

    A mean or a median stands for the range of the numbers that it was made of.
    """
    hierarchies = partition.finest.hierarchies
    return tuple(
        side_of(partition, axis, one).uncoded for axis, one in enumerate(hierarchies)
    )


def side_of(partition: Partition, axis: int, hierarchy: Hierarchy) -> Sides:
    """The side of the boxes on one axis."""
    style, order = partition.style, leaf_order(hierarchy)
    what = style.numbers if hierarchy.is_number_line else style.sets
    if what == "values" and not style.region:
        chosen = partition.order
        codes = partition.finest.codes[axis][chosen]
        part = partition.part[chosen]
        return Sides.of_parts(hierarchy, codes, part, partition.parts)
    lows, highs = span_of(partition, axis)
    if what == "star":
        several = lows < highs
        lows = np.where(several, 0, lows)
        highs = np.where(several, len(order) - 1, highs)
    if what == "ancestor":
        lows, highs = below_ancestor(hierarchy, order, lows, highs)
    return Sides.of_spans(hierarchy, order, lows, highs)


def span_of(partition: Partition, axis: int) -> Span:
    """Where each part begins and ends: its region, or its values."""
    if partition.style.region and partition.regions is not None:
        return partition.regions.lows[:, axis], partition.regions.highs[:, axis]
    ranks = partition.axes.ranks[axis][partition.order]
    begins = partition.starts[:-1]
    return np.minimum.reduceat(ranks, begins), np.maximum.reduceat(ranks, begins)


def below_ancestor(
    hierarchy: Hierarchy,
    order: NDArray[np.int64],
    lows: NDArray[np.integer],
    highs: NDArray[np.integer],
) -> Span:
    """All that lies below the lowest common ancestor of two positions."""
    levels = ladder(hierarchy, order)
    level = np.argmax(levels[:, lows] == levels[:, highs], axis=0)
    firsts, lasts = np.empty_like(levels), np.empty_like(levels)
    for number, line in enumerate(levels):
        _, first, which = np.unique(line, return_index=True, return_inverse=True)
        firsts[number] = first[which]
        lasts[number] = (len(line) - 1 - np.unique(line[::-1], return_index=True)[1])[
            which
        ]
    return firsts[level, lows], lasts[level, lows]

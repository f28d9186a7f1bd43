# SPDX-License-Identifier: Apache-2.0
"""Sides of boxes: the values of one attribute that a label stands for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.sides import Sides
from diversa.metrics.value_spans import positions
from diversa.recodings.averages import AVERAGES
from diversa.recodings.axes import ladder, leaf_order, spans_of_ancestors
from diversa.recodings.partition import Partition, distinct_sets

Span = tuple[NDArray[np.integer], NDArray[np.integer]]
"""The first and the last position of each part on an axis."""


def sides_of(partition: Partition) -> tuple[Sides, ...]:
    """The values that the label of each part stands for, attribute after attribute.

    A mean or a median stands for the range of its numbers.
    """
    hierarchies = partition.finest.hierarchies
    return tuple(
        side_of(partition, axis, hierarchy).without_coding
        for axis, hierarchy in enumerate(hierarchies)
    )


def side_of(partition: Partition, axis: int, hierarchy: Hierarchy) -> Sides:
    """The side of the boxes on one axis."""
    if partition.tree_regions is not None:
        return partition.tree_regions.side(axis)
    style, order = partition.style, leaf_order(hierarchy)
    what = style.numbers if hierarchy.is_number_line else style.sets
    if style.has_coded_ends:
        return side_with_coded_ends(partition, axis, hierarchy, what)
    if what == "values" and not style.region:
        chosen = partition.order
        codes = partition.finest.codes[axis][chosen]
        return Sides.of_parts(hierarchy, codes, partition.along, partition.parts)
    if style.region and partition.regions is not None:
        members = partition.regions.set_on(axis)
        if members is not None:
            sets, which = distinct_sets(members)
            owner, place = np.nonzero(sets)
            return Sides.of_values(hierarchy, which, owner, order[place], len(sets))
    lows, highs = span_of(partition, axis)
    if what == "star":
        several = lows < highs
        lows = np.where(several, 0, lows)
        highs = np.where(several, len(order) - 1, highs)
    if what == "ancestor":
        lows, highs = below_ancestor(hierarchy, order, lows, highs)
    return Sides.of_spans(hierarchy, order, lows, highs)


def side_with_coded_ends(
    partition: Partition, axis: int, hierarchy: Hierarchy, what: str
) -> Sides:
    """The side on one axis of boxes with coded ends."""
    order, common = leaf_order(hierarchy), partition.common[axis]
    lows, highs = span_of(partition, axis)
    first, last = common.spans(lows, highs)
    if what in AVERAGES:
        ends = np.where(partition.hides_own_values(axis), (first, last), (lows, highs))
        return Sides.of_spans(hierarchy, order, *ends)
    if what == "star":
        several = (lows < highs) | (first < last)
        first = np.where(several, 0, first)
        last = np.where(several, len(order) - 1, last)
    if what != "values":
        return Sides.of_spans(hierarchy, order, first, last)
    rare, chosen, part = (
        partition.hides_own_values(axis),
        partition.order,
        partition.along,
    )
    hidden, shown = np.flatnonzero(rare), ~rare[part]
    place = positions(order)[partition.finest.codes[axis][chosen[shown]]]
    low = np.concatenate([place, first[hidden]])
    high = np.concatenate([place, last[hidden]])
    part = np.concatenate([part[shown], hidden])
    return Sides.of_pieces(hierarchy, order, part, (low, high), partition.parts)


def span_of(partition: Partition, axis: int) -> Span:
    """First and last position of each part: of its region, or of its values."""
    if partition.style.region and partition.regions is not None:
        return partition.regions.lows[:, axis], partition.regions.highs[:, axis]
    lows, highs, _ = partition.extents
    return lows[:, axis], highs[:, axis]


def below_ancestor(
    hierarchy: Hierarchy,
    order: Ints,
    lows: NDArray[np.integer],
    highs: NDArray[np.integer],
) -> Span:
    """The span below the lowest common ancestor of two positions."""
    levels = ladder(hierarchy, order)
    level = np.argmax(levels[:, lows] == levels[:, highs], axis=0)
    firsts, lasts = spans_of_ancestors(levels)
    return firsts[level, lows], lasts[level, lows]

# SPDX-License-Identifier: Apache-2.0
"""Boxes: labels of groups that are no product of levels.

A single value is published as it is. Several numbers become a range such as `[17-25]`,
their mean or median, or `*`; several categories become a set such as `{Cuba, Peru}`,
their lowest common ancestor in the hierarchy, or `*`. Boxes are as tight as the data,
which shows the extremes of the group; or as tight as common values allow
(`common_values`); or they cover the region that was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Ints
from diversa.counts import kernels
from diversa.data.dictionary import as_text
from diversa.data.missing import MISSING
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.averages import AVERAGES, average_labels, or_missing
from diversa.recodings.axes import ladder, leaf_order
from diversa.recodings.box_labels import BoxLabels
from diversa.recodings.box_sides import span_of
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.recodings.common_values import (
    CommonNumbers,
    CommonValues,
    open_range,
    range_label,
)
from diversa.recodings.partition import Partition, Regions, distinct_sets
from diversa.recodings.set_labels import SetLabels

BITS = 63
"""Most values of an attribute whose sets fit into integers."""

SpanLabel = Callable[[int, int], object]
"""A function from the first and last position on an axis to a label."""


def boxes_of(partition: Partition) -> tuple[BoxLabels, ...]:
    """Labels of every part, attribute after attribute; made once."""
    return partition.memo.once("boxes", lambda: labels_of(partition))


def labels_of(partition: Partition) -> tuple[BoxLabels, ...]:
    """Make the labels of every part."""
    finest, order = partition.finest, partition.order
    if partition.tree_regions is not None:
        return tuple(map(partition.tree_regions.labels, range(len(finest.hierarchies))))
    if partition.style.region and partition.regions is not None:
        return tuple(
            region_labels(hierarchy, partition.regions, axis)
            for axis, hierarchy in enumerate(finest.hierarchies)
        )
    if partition.style.has_coded_ends:
        return tuple(
            labels_with_coded_ends(partition, axis)
            for axis in range(len(finest.hierarchies))
        )
    part, rows = partition.along, finest.groups.sizes[order]
    return tuple(
        box_labels(
            hierarchy, codes[order], part, partition.parts, rows, partition.style
        )
        for hierarchy, codes in zip(finest.hierarchies, finest.codes, strict=True)
    )


def join_alike(partition: Partition) -> Partition:
    """Join the parts with the same labels: readers see one group."""
    if partition.tree_regions is not None:
        return partition  # no two regions of a tree have the same label
    style = partition.style
    apart = (
        style.sets == "values" and style.numbers == "range" and not style.has_coded_ends
    )
    if apart and partition.regions is not None and all_plain(partition):
        return partition  # cuts keep such boxes apart
    number = np.zeros(partition.parts, dtype=np.int64)
    for labels in boxes_of(partition):
        codes, texts = labels.texts()
        number = np.unique(number * len(texts) + codes, return_inverse=True)[1]
    parts = int(number.max(initial=-1)) + 1
    if parts == partition.parts:
        return partition
    part = np.append(number, -1)[partition.part].astype(np.int32)
    regions = partition.regions
    if regions is not None:
        regions = regions.join(number, parts)
    return replace(partition, part=part, parts=parts, regions=regions)


def all_plain(partition: Partition) -> bool:
    """True if different sets of categories have different labels.

    The set of `x` and `y, z` looks like the set of `x, y` and `z`.
    """
    return not any(
        ", " in text or text.startswith(("{", "not {")) or text in (TOP, MISSING)
        for hierarchy in partition.finest.hierarchies
        if not hierarchy.is_number_line
        for text in (as_text(name) for name in hierarchy.labels[0] if name is not None)
    )


def box_labels(
    hierarchy: Hierarchy,
    codes: Codes,
    part: Codes,
    parts: int,
    rows: Ints | None = None,
    style: BoxStyle = TIGHT,
) -> BoxLabels:
    """Labels of one attribute in each part, as tight as the data.

    Means and medians weigh each tuple by its `rows`.
    """
    counted = np.ones(len(codes), dtype=np.int64) if rows is None else rows
    starts, values, counts = kernels.histograms(
        part, parts, codes, hierarchy.sizes[0], counted
    )
    if hierarchy.is_number_line:
        if style.numbers in AVERAGES:
            average = AVERAGES[style.numbers]
            return BoxLabels.of(
                average_labels(hierarchy, starts, values, counts, average)
            )
    elif style.sets == "values":
        return set_labels(hierarchy, values, starts)
    order = leaf_order(hierarchy)
    along = np.argsort(order)[values]
    lows = np.minimum.reduceat(along, starts[:-1])
    highs = np.maximum.reduceat(along, starts[:-1])
    return span_labels(lows, highs, span_label(hierarchy, order, style))


def labels_with_coded_ends(partition: Partition, axis: int) -> BoxLabels:
    """Labels of one attribute in each part that show common values only.

    An average of enough rows of a group is no end.
    """
    finest, style, common = partition.finest, partition.style, partition.common[axis]
    order, numbers = partition.order, isinstance(common, CommonNumbers)
    what = style.numbers if numbers else style.sets
    label = label_with_coded_ends(common, what)
    if what not in ("values", *AVERAGES):
        return span_labels(*span_of(partition, axis), label)
    tight = box_labels(
        finest.hierarchies[axis],
        finest.codes[axis][order],
        partition.along,
        partition.parts,
        finest.groups.sizes[order] if numbers else None,
        style,
    )
    hidden = np.flatnonzero(partition.hides_own_values(axis))
    lows, highs = span_of(partition, axis)
    return tight.with_others(span_labels(lows[hidden], highs[hidden], label), hidden)


def label_with_coded_ends(common: CommonValues, what: str) -> SpanLabel:
    """The function that labels the span between two positions by common values."""
    if what != "star":
        return common.label

    def alone(low: int, high: int) -> object:
        first, last = common.spans(np.array([low]), np.array([high]))
        return common.label(low, high) if first[0] == last[0] else TOP

    return alone


def region_labels(hierarchy: Hierarchy, regions: Regions, axis: int) -> BoxLabels:
    """Labels of one attribute in each part, for the region of the part."""
    order, members = leaf_order(hierarchy), regions.set_on(axis)
    lows, highs = regions.lows[:, axis], regions.highs[:, axis]
    if hierarchy.is_number_line:
        names = [hierarchy.labels[0][code] for code in order.tolist()]
        return span_labels(
            lows, highs, lambda low, high: range_of_region(names, low, high)
        )
    label = SetLabels(hierarchy)
    if members is None:
        return span_labels(
            lows,
            highs,
            lambda low, high: label.of_region(order[low : high + 1].tolist()),
        )
    sets, which = distinct_sets(members)
    return BoxLabels([label.of_region(order[one].tolist()) for one in sets], which)


def span_labels(
    lows: NDArray[np.integer], highs: NDArray[np.integer], label: SpanLabel
) -> BoxLabels:
    """One label for each span; equal spans share theirs."""
    pairs = lows.astype(np.int64) << 32 | highs.astype(np.int64)
    spans, which = np.unique(pairs, return_inverse=True)
    ends = zip((spans >> 32).tolist(), (spans & 0xFFFFFFFF).tolist(), strict=True)
    return BoxLabels([label(low, high) for low, high in ends], which)


def span_label(hierarchy: Hierarchy, order: Ints, style: BoxStyle) -> SpanLabel:
    """The function that labels the span between two positions."""
    numbers = hierarchy.is_number_line
    names = [hierarchy.labels[0][code] for code in order.tolist()]
    if (style.numbers if numbers else style.sets) == "star":
        return lambda low, high: names[low] if low == high else TOP
    if numbers:
        return lambda low, high: range_of(names, low, high)
    levels = ladder(hierarchy, order)

    def ancestor(low: int, high: int) -> object:
        level = int(np.argmax(levels[:, low] == levels[:, high]))
        if level > hierarchy.height:
            return TOP
        return hierarchy.labels[level][levels[level, low]]

    return ancestor


def range_of_region(names: Sequence[object], low: int, high: int) -> object:
    """The range between two positions, open at the ends of the table.

    Somebody with the least or the greatest number of all would be recognized by it.

    >>> ages = [17, 20, 61, 90, None]
    >>> range_of_region(ages, 2, 3), range_of_region(ages, 0, 1)
    ('>=61', '<=20')
    >>> range_of_region(ages, 1, 2), range_of_region(ages, 1, 4)
    ('[20-61]', '{>=20, missing}')
    """
    last = len(names) - 1 - (names[-1] is None)
    if high > last > low > 0:
        return or_missing(range_of_region(names, low, last))
    if low == high or high > last or (low == 0) == (high == last):
        return range_of(names, low, high)
    return open_range(None, names[high]) if low == 0 else open_range(names[low], None)


def range_of(names: Sequence[object], low: int, high: int) -> object:
    """The range between two positions; a missing value comes after the numbers.

    >>> range_of([1, 5, 9, None], 1, 3), range_of([1, 5, 9, None], 2, 3)
    ('{[5-9], missing}', '{9, missing}')
    >>> range_of([1, 5, 9, None], 0, 3), range_of([1, 5, 9, None], 0, 2)
    ('*', '[1-9]')
    """
    if low == high:
        return names[low]
    if names[high] is not None:
        return range_label(names[low], names[high])
    return TOP if low == 0 else or_missing(range_of(names, low, high - 1))


def set_labels(
    hierarchy: Hierarchy, values: NDArray[np.integer], starts: Ints
) -> BoxLabels:
    """The set of the values of each part; equal sets share their label."""
    label = SetLabels(hierarchy)
    if hierarchy.sizes[0] > BITS or not np.diff(starts).all():
        return BoxLabels.of(label.of_runs(values, starts))
    sets = np.bitwise_or.reduceat(np.int64(1) << values.astype(np.int64), starts[:-1])
    every, which = np.unique(sets, return_inverse=True)
    members = ([p for p in range(BITS) if bits >> p & 1] for bits in every.tolist())
    return BoxLabels([label.of(places) for places in members], which)

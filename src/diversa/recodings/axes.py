# SPDX-License-Identifier: Apache-2.0
"""Axes: the quasi-identifiers as ordered domains that a partition is cut along.

Numbers stand in their order. Categories stand in the order of the leaves of their
hierarchy, so that neighbours are similar. The loss of a group on an axis is that of its
label: the width of a range, (values - 1) / (domain - 1) for a set or for the leaves of
a common ancestor, and 1 if several values become `*`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.spans import RANGE, SET, STAR, TREE, Axes
from diversa.counts.light_numpy import distinct
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.box_style import TIGHT, BoxStyle

MOST_CATEGORIES = 64
"""Most categories of an axis that a search keeps apart; more count as a span."""


def axes_of(finest: FrequencySet, style: BoxStyle = TIGHT) -> Axes:
    """The axes of a frequency set at the bottom node."""
    hierarchies = finest.hierarchies
    orders = [leaf_order(hierarchy) for hierarchy in hierarchies]
    ranks = np.empty((len(orders), len(finest)), dtype=np.int32)
    for line, order, codes in zip(ranks, orders, finest.codes, strict=True):
        np.take(np.argsort(order).astype(np.int32), codes, out=line)
    places = [
        distances(hierarchy, order)
        for hierarchy, order in zip(hierarchies, orders, strict=True)
    ]
    kinds = [kind_of(hierarchy, style) for hierarchy in hierarchies]
    ladders = [
        ladder(hierarchy, order) if kind == TREE else np.empty((0, 0), dtype=np.int32)
        for hierarchy, order, kind in zip(hierarchies, orders, kinds, strict=True)
    ]
    return Axes(
        ranks,
        join(places, np.float64),
        ends([len(axis) for axis in places]),
        np.array(kinds, dtype=np.int8),
        np.array([1 / max(1, len(axis) - 1) for axis in places], dtype=np.float64),
        join([levels.ravel() for levels in ladders], np.int32),
        join([hides(levels).ravel() for levels in ladders], np.float64),
        ends([levels.size for levels in ladders]),
        np.array([max(0, len(levels) - 1) for levels in ladders], dtype=np.int64),
    )


def weigh_axes(axes: Axes, factors: Floats) -> Axes:
    """Multiply the loss on each axis by a factor.

    For searches only: the loss of a partition is measured on the plain axes.
    """
    return axes._replace(
        places=axes.places * np.repeat(factors, np.diff(axes.offsets)),
        steps=axes.steps * factors,
        hidden=axes.hidden * np.repeat(factors, np.diff(axes.roots)),
    )


def join(parts: Sequence[NDArray[Any]], kind: type) -> NDArray[Any]:
    """Concatenate the parts."""
    return np.concatenate([np.empty(0, dtype=kind), *parts]).astype(kind)


def ends(lengths: Sequence[int]) -> Ints:
    """Starts and ends of parts of the given lengths."""
    return np.cumsum([0, *lengths]).astype(np.int64)


def leaf_order(hierarchy: Hierarchy) -> Ints:
    """Value codes in the order of the axis."""
    if hierarchy.numbers is not None and hierarchy.is_number_line:
        return np.argsort(hierarchy.numbers, kind="stable")
    levels = range(hierarchy.height + 1)
    return np.lexsort([hierarchy.step(0, level) for level in levels])


def distances(hierarchy: Hierarchy, order: Ints) -> Floats:
    """Position of each value along the axis, from 0 to 1; categories are numbered."""
    numbers = np.arange(len(order), dtype=np.float64)
    if hierarchy.numbers is not None and hierarchy.is_number_line:
        numbers = hierarchy.numbers[order]
    span = float(np.ptp(numbers)) if len(numbers) else 0.0
    return (numbers - numbers[:1]) / (span or 1.0)


def kind_of(hierarchy: Hierarchy, style: BoxStyle) -> int:
    """The kind of loss on an axis.

    A set of more categories than 64 bits can hold counts as a span, and so does the set
    of a region.
    """
    if hierarchy.is_number_line:
        return STAR if style.numbers == "star" else RANGE
    if style.sets != "values":
        return STAR if style.sets == "star" else TREE
    return RANGE if style.region or hierarchy.sizes[0] > MOST_CATEGORIES else SET


def ladder(hierarchy: Hierarchy, order: Ints) -> Codes:
    """Ancestors along the axis, one line per level; the last line is the root."""
    levels = [hierarchy.step(0, level)[order] for level in range(hierarchy.height + 1)]
    if len(distinct(levels[-1])) > 1:
        levels.append(np.zeros(len(order), dtype=np.int32))
    return np.array(levels, dtype=np.int32)


def spans_of_ancestors(ladder: Codes) -> tuple[Codes, Codes]:
    """The first and the last position below each ancestor, one line per level."""
    firsts, lasts = np.empty_like(ladder), np.empty_like(ladder)
    for level, line in enumerate(ladder):
        _, first, which = np.unique(line, return_index=True, return_inverse=True)
        last = len(line) - 1 - np.unique(line[::-1], return_index=True)[1]
        firsts[level], lasts[level] = first[which], last[which]
    return firsts, lasts


def hides(ladder: Codes) -> Floats:
    """Loss of each ancestor: (leaves - 1) / (domain - 1)."""
    domain = max(1, ladder.shape[1] - 1)
    lost = [(np.bincount(level)[level] - 1) / domain for level in ladder]
    return np.array(lost, dtype=np.float64)

# SPDX-License-Identifier: Apache-2.0
"""Axes: the quasi-identifiers as ordered domains that a partition can be cut along.

Numbers stand in their order. Categories stand in the order of the leaves of their
hierarchy, so that neighbours mean similar things. The loss of a group on an axis is the
width of its range for numbers, and (values - 1) / (domain - 1) for categories.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.hierarchies.hierarchy import Hierarchy

MOST_CATEGORIES = 64
"""Categories of one axis that are told apart."""


class Axes(NamedTuple):
    """Where each tuple of quasi-identifiers lies, and how much a span hides.

    A named tuple, because compiled functions take it as it is.
    """

    ranks: NDArray[np.int32]
    """Position of each tuple on each axis, one line per axis."""
    places: NDArray[np.float64]
    """The number at each position, axis after axis; categories are numbered."""
    offsets: NDArray[np.int64]
    """Where the positions of each axis begin in `places`."""
    numeric: NDArray[np.bool_]
    """The axes whose loss is the span from first to last."""
    widths: NDArray[np.float64]
    """Range of the numbers, or categories less one; never 0."""


def axes_of(finest: FrequencySet) -> Axes:
    """The axes of a frequency set at the bottom node."""
    orders = [leaf_order(one) for one in finest.hierarchies]
    ranks = [
        np.argsort(order)[c] for order, c in zip(orders, finest.codes, strict=True)
    ]
    places = [
        numbers_in(one, o) for one, o in zip(finest.hierarchies, orders, strict=True)
    ]
    return Axes(
        np.array(ranks, dtype=np.int32).reshape(len(orders), -1),
        np.concatenate(places) if places else np.empty(0),
        np.cumsum([0, *(len(one) for one in places)]).astype(np.int64),
        np.array([by_span(one) for one in finest.hierarchies], dtype=bool),
        np.array([width(p) for p in places], dtype=np.float64),
    )


def is_number_line(hierarchy: Hierarchy) -> bool:
    """Whether an attribute has numbers, all of them known."""
    numbers = hierarchy.numbers
    return numbers is not None and len(numbers) == hierarchy.sizes[0]


def leaf_order(hierarchy: Hierarchy) -> NDArray[np.int64]:
    """The value codes in the order of the axis."""
    if hierarchy.numbers is not None and is_number_line(hierarchy):
        return np.argsort(hierarchy.numbers, kind="stable")
    return np.lexsort(
        [hierarchy.step(0, level) for level in range(hierarchy.height + 1)]
    )


def numbers_in(hierarchy: Hierarchy, order: NDArray[np.int64]) -> NDArray[np.float64]:
    """The numbers along the axis; categories are numbered."""
    if hierarchy.numbers is None or not is_number_line(hierarchy):
        return np.arange(len(order), dtype=np.float64)
    return hierarchy.numbers[order]


def by_span(hierarchy: Hierarchy) -> bool:
    """Whether the loss on an axis is measured by the span from first to last.

    So it is for numbers, and for so many categories that a set of them does not fit
    64 bits.
    """
    return is_number_line(hierarchy) or hierarchy.sizes[0] > MOST_CATEGORIES


def width(places: NDArray[np.float64]) -> float:
    """The range of the numbers, or the number of categories less one."""
    span = float(np.ptp(places)) if len(places) else 0.0
    return span if span > 0 else 1.0

# SPDX-License-Identifier: Apache-2.0
"""The rows behind what the tight labels of parts state.

A range with coded ends states that a row is in the cell of each end, a set of common
values that a row has each of them. Missing values that a label mentions are stated too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.axes import leaf_order
from diversa.recodings.common_values import (
    CommonCategories,
    CommonNumbers,
    CommonValues,
)

BEYOND = np.iinfo(np.int64).max
"""The rows behind nothing, which bound nothing."""


class PartRows(NamedTuple):
    """Tuples of parts with their rows."""

    part: Ints
    """The part of each tuple."""
    rows: Ints
    """Its rows."""
    parts: int
    """Number of parts."""

    def rows_of(self, chosen: Bools) -> Ints:
        """Rows of the chosen tuples in each part."""
        part, rows = self.part[chosen], self.rows[chosen]
        return np.bincount(part, rows, self.parts).astype(np.int64)

    def at_least_value(self, value: Ints) -> Ints:
        """Rows of each part with its least value; `BEYOND` without a tuple."""
        least = np.full(self.parts, BEYOND, dtype=np.int64)
        np.minimum.at(least, self.part, value)
        rows = self.rows_of(value == least[self.part])
        return np.where(rows > 0, rows, BEYOND)


def label_backing(
    finest: FrequencySet, common: Sequence[CommonValues], lines: Ints, part: PartRows
) -> Ints:
    """Least rows behind anything that the labels of parts state, else their rows.

    `lines` are the tuples of the parts.
    """
    sizes = part.rows_of(np.ones(len(lines), dtype=bool))
    least = sizes
    for hierarchy, codes, axis in zip(
        finest.hierarchies, finest.codes, common, strict=True
    ):
        if isinstance(axis, CommonNumbers):
            backing = backing_of_ends(hierarchy, axis, codes[lines], part)
        else:
            backing = backing_of_members(axis, codes[lines], part)
        least = np.minimum(least, backing)
    return least


def backing_of_ends(
    hierarchy: Hierarchy, axis: CommonNumbers, codes: Ints, part: PartRows
) -> Ints:
    """Least rows in the cell of an end of each range, or without a value."""
    order = leaf_order(hierarchy)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    position = place[codes]
    known = position < len(axis.cells.number)
    some = PartRows(part.part[known], part.rows[known], part.parts)
    low, high = axis.end_cells(position[known])
    lows, highs = some.at_least_value(low), some.at_least_value(-high)
    lost = part.rows_of(~known)
    first = np.full(part.parts, BEYOND, dtype=np.int64)
    np.minimum.at(first, part.part, position)
    shown = axis.shows_missing(np.where(first == BEYOND, 0, first))
    beside_missing = np.where(shown, np.minimum(lows, lost), BEYOND)
    return np.where(lost > 0, beside_missing, np.minimum(lows, highs))


def backing_of_members(axis: CommonCategories, codes: Ints, part: PartRows) -> Ints:
    """Least rows of a member of each set; sets with a rare value name no member."""
    values = len(axis.common)
    pairs, which = np.unique(part.part * values + codes, return_inverse=True)
    rows = np.bincount(which.ravel(), part.rows, len(pairs)).astype(np.int64)
    least = np.full(part.parts, BEYOND, dtype=np.int64)
    np.minimum.at(least, pairs // values, rows)
    rare = np.zeros(part.parts, dtype=bool)
    rare[part.part[~axis.common[codes]]] = True
    return np.where(rare, BEYOND, least)

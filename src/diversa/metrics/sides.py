# SPDX-License-Identifier: Apache-2.0
"""Sides of boxes: the values of one attribute that a published label may stand for.

A reader of a release knows of a row that its value is one of those that the label
covers. Boxes that are published with the same label share one side.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.distinct import distinct
from diversa.counts.groups import reduce_groups
from diversa.hierarchies.hierarchy import Hierarchy

MOST_BITS = 63
"""Sets of so many values fit one integer."""


@dataclass(frozen=True, eq=False)
class Sides:
    """The values that the labels of one quasi-identifier stand for.

    Example:
        >>> from diversa.data.dictionary import Dictionary
        >>> zips = Dictionary.build("zip", ["13053", "13068", "14850"], [1, 1, 1])
        >>> hierarchy = Hierarchy.from_labels(zips, [["130**", "130**", "148**"]])
        >>> side = Sides.of_level(hierarchy, 1, np.array([1, 0]))
        >>> side.sizes.tolist(), side.values.tolist(), side.label.tolist()
        ([2, 1], [0, 1, 2], [1, 0])
    """

    hierarchy: Hierarchy = field(repr=False)
    """The attribute."""
    label: NDArray[np.int32] = field(repr=False)
    """The label of each box."""
    starts: NDArray[np.int64] = field(repr=False)
    """The values of a label are starts[label]:starts[label + 1]."""
    values: NDArray[np.int32] = field(repr=False)
    """Value codes, label after label."""

    @classmethod
    def of_level(
        cls, hierarchy: Hierarchy, level: int, codes: NDArray[np.integer]
    ) -> Sides:
        """Labels of one level of the hierarchy.

        Args:
            hierarchy: The attribute.
            level: The level that is published.
            codes: The code of each box on that level.
        """
        to = hierarchy.maps[level]
        starts = np.concatenate([[0], np.cumsum(hierarchy.leaves(level))])
        values = np.argsort(to, kind="stable").astype(np.int32)
        return cls(hierarchy, codes.astype(np.int32), starts, values)

    @classmethod
    def of_parts(
        cls,
        hierarchy: Hierarchy,
        codes: NDArray[np.integer],
        part: NDArray[np.integer],
        parts: int,
    ) -> Sides:
        """Boxes as tight as the data: the range of numbers, the set of categories.

        Args:
            hierarchy: The attribute.
            codes: Value codes.
            part: The box that each of these values is in.
            parts: Number of boxes, none of which is empty.
        """
        if hierarchy.numbers is not None and hierarchy.is_number_line:
            return of_ranges(hierarchy, hierarchy.numbers, codes, part, parts)
        return of_sets(hierarchy, codes, part, parts)

    @classmethod
    def of_spans(
        cls,
        hierarchy: Hierarchy,
        order: NDArray[np.int64],
        lows: NDArray[np.integer],
        highs: NDArray[np.integer],
    ) -> Sides:
        """Everything between two positions of an order, for each box.

        Args:
            hierarchy: The attribute.
            order: Its values in the order of the positions.
            lows: The first position of each box.
            highs: The last one.
        """
        width = len(order) + 1
        pairs = lows.astype(np.int64) * width + highs
        ends, label = np.unique(pairs, return_inverse=True)
        low, high = np.divmod(ends, width)
        starts = np.concatenate([[0], np.cumsum(high - low + 1)])
        values = order[runs(low, high - low + 1)]
        return cls(hierarchy, label.astype(np.int32), starts, values.astype(np.int32))

    @property
    def uncoded(self) -> Sides:
        """The same over single values, where the lowest level of a hierarchy codes."""
        if not self.hierarchy.is_coded:
            return self
        leaves = self.hierarchy.leaves(0)
        begins = np.cumsum(leaves) - leaves
        own = np.argsort(self.hierarchy.maps[0], kind="stable")
        values = own[runs(begins[self.values], leaves[self.values])]
        sizes = np.add.reduceat(leaves[self.values], self.starts[:-1])
        starts = np.concatenate([[0], np.cumsum(sizes)])
        hierarchy = self.hierarchy.uncoded
        return Sides(hierarchy, self.label, starts, values.astype(np.int32))

    @property
    def domain(self) -> int:
        """Number of values of the attribute."""
        return self.hierarchy.sizes[0]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many values each label covers."""
        return np.diff(self.starts)

    @cached_property
    def widths(self) -> NDArray[np.float64] | None:
        """The range of numbers each label covers, as a share; None for categories."""
        numbers = self.hierarchy.numbers
        if numbers is None or not self.hierarchy.is_number_line:
            return None
        whole = float(np.ptp(numbers)) if len(numbers) else 0.0
        covered = numbers[self.values]
        high = reduce_groups(np.maximum, covered, self.starts)
        low = reduce_groups(np.minimum, covered, self.starts)
        return (high - low) / (whole or 1.0)

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """The label of each entry of `values`."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The values in the order in which ranges are short: numbers ascend."""
        numbers = self.hierarchy.numbers
        if numbers is None or not self.hierarchy.is_number_line:
            return np.arange(self.domain)
        return np.argsort(numbers, kind="stable")

    @cached_property
    def stretches(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The labels as stretches of neighbours in the order: first, last, starts.

        A range is one stretch, however many values it covers.
        """
        rank = np.argsort(self.order).astype(np.int32)[self.values]
        fresh = np.ones(len(rank), dtype=bool)
        np.not_equal(rank[1:], rank[:-1] + np.int32(1), out=fresh[1:])
        fresh[self.starts[:-1][self.sizes > 0]] = True
        first = np.flatnonzero(fresh)
        last = np.append(first[1:], len(rank))[: len(first)] - 1
        ends = rank[first].astype(np.int64), rank[last].astype(np.int64)
        return (*ends, np.searchsorted(first, self.starts))

    def query_shares(self, wanted: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Label by query: the share of a label's values that a query asks for.

        Args:
            wanted: Query by value code: whether the query asks for it.
        """
        first, last, starts = self.stretches
        upto = np.zeros((self.domain + 1, len(wanted)), dtype=np.float32)
        np.cumsum(wanted.T[self.order], axis=0, out=upto[1:])
        covered = kernels.stretch_sums(upto, first, last, starts)
        return covered / np.maximum(self.sizes, 1).astype(np.float32)[:, None]

    def shares(self, bucket: NDArray[np.integer], buckets: int) -> NDArray[np.float64]:
        """How each label spreads over buckets of values, one line per label.

        A label is taken to stand for each of its values with the same probability.
        """
        spread = np.bincount(
            self.owner * buckets + bucket[self.values],
            minlength=len(self.sizes) * buckets,
        )
        return spread.reshape(len(self.sizes), buckets) / self.sizes[:, None]


def of_ranges(
    hierarchy: Hierarchy,
    numbers: NDArray[np.float64],
    codes: NDArray[np.integer],
    part: NDArray[np.integer],
    parts: int,
) -> Sides:
    """Every value of the domain between the least and the greatest of a part."""
    order = np.argsort(numbers, kind="stable")
    rank = np.argsort(order)[codes]
    low = np.full(parts, len(order), dtype=np.int64)
    high = np.full(parts, -1, dtype=np.int64)
    np.minimum.at(low, part, rank)
    np.maximum.at(high, part, rank)
    return Sides.of_spans(hierarchy, order, low, high)


def of_sets(
    hierarchy: Hierarchy,
    codes: NDArray[np.integer],
    part: NDArray[np.integer],
    parts: int,
) -> Sides:
    """The values of a part and no others; equal sets share one label if they fit."""
    domain = hierarchy.sizes[0]
    if domain <= MOST_BITS:
        return of_small_sets(hierarchy, codes, part, parts)
    pairs = distinct(part.astype(np.int64) * domain + codes)
    begins = np.arange(parts + 1) * domain
    starts = np.searchsorted(pairs, begins)
    values = pairs - np.repeat(begins[:-1], np.diff(starts))
    label = np.arange(parts, dtype=np.int32)
    return Sides(hierarchy, label, starts, values.astype(np.int32))


def of_small_sets(
    hierarchy: Hierarchy,
    codes: NDArray[np.integer],
    part: NDArray[np.integer],
    parts: int,
) -> Sides:
    """The same where a set is a whole number, with a bit for each value."""
    bits = np.zeros(parts, dtype=np.int64)
    np.bitwise_or.at(bits, part, (np.int64(1) << np.arange(MOST_BITS))[codes])
    sets, label = np.unique(bits, return_inverse=True)
    has = np.empty((len(sets), hierarchy.sizes[0]), dtype=bool)
    for value in range(hierarchy.sizes[0]):
        has[:, value] = sets >> value & 1
    starts = np.concatenate([[0], np.cumsum(has.sum(axis=1))])
    values = np.nonzero(has)[1].astype(np.int32)
    return Sides(hierarchy, label.astype(np.int32), starts, values)


def runs(begins: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of several runs, one run after the other.

    >>> runs(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    return np.arange(int(lengths.sum())) + np.repeat(begins - ends + lengths, lengths)

# SPDX-License-Identifier: Apache-2.0
"""Sides of boxes: the values of one attribute that a published label may stand for.

A reader of a release knows of a row that its value is one of those that the label
covers. Boxes that are published with the same label share one side. A side is kept as
spans of an order of the values, so a label that covers a whole column costs no more
than one that covers a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts import kernels
from diversa.counts.histogram import reduce_groups
from diversa.counts.light_numpy import runs
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics.value_spans import (
    MOST_BITS,
    join_spans,
    positions,
    same_sets,
    same_spans,
    value_order,
)


@dataclass(frozen=True, eq=False)
class Sides:
    """The values that the labels of one quasi-identifier stand for.

    Example:
        >>> from diversa.data.dictionary import Dictionary
        >>> zips = Dictionary.build("zip", ["13053", "13068", "14850"], [1, 1, 1])
        >>> hierarchy = Hierarchy.from_labels(zips, [["130**", "130**", "148**"]])
        >>> side = Sides.of_level(hierarchy, 1, np.array([1, 0]))
        >>> side.sizes.tolist(), side.codes(0).tolist(), side.label.tolist()
        ([2, 1], [0, 1], [1, 0])
    """

    hierarchy: Hierarchy = field(repr=False)
    """The attribute."""
    label: Codes = field(repr=False)
    """The label of each box."""
    order: Ints = field(repr=False)
    """Value codes in the order in which spans are counted; inside a span numbers
    ascend."""
    starts: Ints = field(repr=False)
    """The spans of a label are starts[label]:starts[label + 1]."""
    first: Ints = field(repr=False)
    """The first position of each span in the order."""
    last: Ints = field(repr=False)
    """The last position of each span."""

    @classmethod
    def of_level(
        cls, hierarchy: Hierarchy, level: int, codes: NDArray[np.integer]
    ) -> Sides:
        """Labels of one level of the hierarchy."""
        to = hierarchy.maps[level]
        order = value_order(hierarchy)
        order = order[np.argsort(to[order], kind="stable")]
        ends = np.cumsum(hierarchy.leaves(level))
        begins = ends - hierarchy.leaves(level)
        starts = np.arange(len(ends) + 1)
        return cls(hierarchy, codes.astype(np.int32), order, starts, begins, ends - 1)

    @classmethod
    def of_parts(
        cls,
        hierarchy: Hierarchy,
        codes: NDArray[np.integer],
        part: NDArray[np.integer],
        parts: int,
    ) -> Sides:
        """Boxes as tight as the data: the range of numbers, the set of categories.

        `part` is the box of each value code; none of the boxes is empty.
        """
        order = value_order(hierarchy)
        place = positions(order)[codes]
        if not hierarchy.is_number_line:
            return cls.of_pieces(hierarchy, order, part, (place, place), parts)
        low = np.full(parts, len(order), dtype=np.int64)
        high = np.full(parts, -1, dtype=np.int64)
        np.minimum.at(low, part, place)
        np.maximum.at(high, part, place)
        return cls.of_spans(hierarchy, order, low, high)

    @classmethod
    def of_spans(
        cls,
        hierarchy: Hierarchy,
        order: Ints,
        lows: NDArray[np.integer],
        highs: NDArray[np.integer],
    ) -> Sides:
        """Everything between two positions of an order, for each box."""
        width = len(order) + 1
        pairs = lows.astype(np.int64) * width + highs
        ends, label = np.unique(pairs, return_inverse=True)
        low, high = np.divmod(ends, width)
        starts = np.arange(len(ends) + 1)
        return cls(hierarchy, label.astype(np.int32), order, starts, low, high)

    @classmethod
    def of_pieces(
        cls,
        hierarchy: Hierarchy,
        order: Ints,
        part: NDArray[np.integer],
        ends: tuple[NDArray[np.integer], NDArray[np.integer]],
        parts: int,
    ) -> Sides:
        """Boxes of several spans each; equal ones share a label where that is cheap.

        `part` is the box of each span, `ends` its first and last position.
        """
        starts, first, last = join_spans(part, *ends, parts)
        if len(order) <= MOST_BITS:
            label, chosen = same_sets(starts, first, last)
        else:
            label, chosen = same_spans(starts, first, last, len(order) + 1)
        side = cls(
            hierarchy, np.arange(parts, dtype=np.int32), order, starts, first, last
        )
        return side.of_labels(chosen, label)

    @classmethod
    def of_values(
        cls,
        hierarchy: Hierarchy,
        label: NDArray[np.integer],
        owner: NDArray[np.integer],
        codes: NDArray[np.integer],
        labels: int,
    ) -> Sides:
        """Labels that are known by the values that they cover.

        `label` is the label of each box. `owner` has a label once for each value that
        it covers, and `codes` these values.
        """
        order = value_order(hierarchy)
        place = positions(order)[codes]
        spans = join_spans(owner, place, place, labels)
        return cls(hierarchy, label.astype(np.int32), order, *spans)

    def of_labels(
        self, labels: NDArray[np.integer], label: NDArray[np.integer]
    ) -> Sides:
        """Some of the labels, and which of these each box has."""
        lengths = np.diff(self.starts)[labels]
        chosen = runs(self.starts[labels], lengths)
        return Sides(
            self.hierarchy,
            label.astype(np.int32),
            self.order,
            np.concatenate([[0], np.cumsum(lengths)]),
            self.first[chosen],
            self.last[chosen],
        )

    def of_boxes(self, boxes: int) -> Sides:
        """The labels of the first boxes, and no others."""
        labels, label = np.unique(self.label[:boxes], return_inverse=True)
        return self.of_labels(labels, label.ravel())

    def among(self, hierarchy: Hierarchy, used: NDArray[np.integer]) -> Sides:
        """The same labels over some of the values.

        `used` are their codes, ascending; they are numbered in this order.
        """
        number = np.full(self.domain, -1, dtype=np.int64)
        number[used] = np.arange(len(used))
        order = number[self.order]
        return self._with_order(hierarchy, order[order >= 0], order >= 0)

    @property
    def without_coding(self) -> Sides:
        """The same over single values, where the lowest level of a hierarchy codes."""
        if not self.hierarchy.is_coded:
            return self
        leaves = self.hierarchy.leaves(0)
        begins = np.cumsum(leaves) - leaves
        hierarchy = self.hierarchy.without_coding
        own = value_order(hierarchy)
        own = own[np.argsort(self.hierarchy.maps[0][own], kind="stable")]
        order = own[runs(begins[self.order], leaves[self.order])]
        return self._with_order(hierarchy, order, leaves[self.order])

    def _with_order(
        self, hierarchy: Hierarchy, order: Ints, values: NDArray[np.integer] | Bools
    ) -> Sides:
        """The same spans where each position has become several values, or none."""
        upto = np.concatenate([[0], np.cumsum(values)])
        first, last = upto[self.first], upto[self.last + 1] - 1
        some = first <= last
        starts = np.concatenate([[0], np.cumsum(some)])[self.starts]
        return Sides(hierarchy, self.label, order, starts, first[some], last[some])

    @property
    def domain(self) -> int:
        """Number of values of the attribute."""
        return self.hierarchy.sizes[0]

    @cached_property
    def sizes(self) -> Ints:
        """Number of values that each label covers."""
        return reduce_groups(np.add, self.last - self.first + 1, self.starts)

    @cached_property
    def widths(self) -> Floats | None:
        """The range of numbers each label covers, as a share; None for categories."""
        numbers = self.hierarchy.numbers
        if numbers is None or not self.hierarchy.is_number_line:
            return None
        whole = float(np.ptp(numbers)) if len(numbers) else 0.0
        ranked, starts = numbers[self.order], self.starts
        first, last = ranked[self.first], ranked[self.last]
        if (ranked[1:] < ranked[:-1]).any():  # missing values may come first
            values = ranked[runs(self.first, self.last - self.first + 1)]
            first, last = values, values
            starts = np.concatenate([[0], np.cumsum(self.sizes)])
        high = reduce_groups(np.maximum, last, starts)
        low = reduce_groups(np.minimum, first, starts)
        return (high - low) / (whole or 1.0)

    def codes(self, label: int) -> Ints:
        """The codes of the values that a label covers, ascending."""
        spans = slice(self.starts[label], self.starts[label + 1])
        first, last = self.first[spans], self.last[spans]
        return np.sort(self.order[runs(first, last - first + 1)])

    def ends(self, label: int) -> Ints:
        """The codes at the ends of the spans of a label."""
        spans = slice(self.starts[label], self.starts[label + 1])
        return self.order[np.concatenate([self.first[spans], self.last[spans]])]

    @cached_property
    def owner(self) -> Ints:
        """The label of each span."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def covering(self, code: int) -> Bools:
        """The labels that may stand for a value."""
        place = int(np.flatnonzero(self.order == code)[0])
        labels = np.zeros(len(self.starts) - 1, dtype=bool)
        labels[self.owner[(self.first <= place) & (place <= self.last)]] = True
        return labels

    def query_shares(self, wanted: Bools) -> NDArray[np.float32]:
        """Label by query: the share of a label's values that a query asks for.

        `wanted` marks the value codes (columns) of each query (line).
        """
        upto = np.zeros((len(self.order) + 1, len(wanted)), dtype=np.float32)
        np.cumsum(wanted.T[self.order], axis=0, out=upto[1:])
        covered = kernels.stretch_sums(upto, self.first, self.last, self.starts)
        return covered / np.maximum(self.sizes, 1).astype(np.float32)[:, None]

    def shares(self, bucket: NDArray[np.integer], buckets: int) -> Floats:
        """The spread of each label over buckets of values, one line per label.

        A label is taken to stand for each of its values with the same probability.
        """
        spread = np.empty((len(self.sizes), buckets))
        for number in range(buckets):
            inside = bucket[self.order] == number
            upto = np.concatenate([[0], np.cumsum(inside)])
            covered = upto[self.last + 1] - upto[self.first]
            spread[:, number] = reduce_groups(np.add, covered, self.starts)
        return spread / self.sizes[:, None]

    def matrix(self) -> tuple[Floats, Ints, Ints]:
        """Label by value as a sparse matrix: weights, value codes, where labels begin.

        The values of a label have the same weight, 1 in all.
        """
        codes = self.order[runs(self.first, self.last - self.first + 1)]
        weights = np.repeat(1 / self.sizes, self.sizes)
        return weights, codes, np.concatenate([[0], np.cumsum(self.sizes)])

# SPDX-License-Identifier: Apache-2.0
"""The rows of every group in the order of their numbers.

Numbers become ranks among the distinct numbers of the whole table, so that whatever
is compared exactly is compared once per number, and counting in groups is integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.sensitive import Sensitive


@dataclass(frozen=True, eq=False)
class NumberLine:
    """The entries of a histogram, sorted by group and number.

    Entries of one group may share a number: the texts 1 and 1.0 are one.
    """

    sensitive: Sensitive
    """The attribute, whose `points` are the distinct numbers."""
    starts: Ints = field(repr=False)
    """The entries of group g are starts[g]:starts[g + 1]; they may be none."""
    group: Ints = field(repr=False)
    """The group of each entry."""
    ranks: Ints = field(repr=False)
    """The place of each entry in `points`, ascending inside a group."""
    counts: Ints = field(repr=False)
    """Rows of each entry."""

    @classmethod
    def of(
        cls,
        sensitive: Sensitive,
        starts: Ints,
        group: Ints,
        values: Codes,
        counts: Ints,
    ) -> NumberLine:
        """Sort the entries of a histogram by their numbers inside each group."""
        ranks = sensitive.ranks[values]
        if (np.diff(sensitive.ranks) < 0).any():  # else codes are in this order
            order = np.argsort(group * len(sensitive.points) + ranks, kind="stable")
            ranks, counts = ranks[order], counts[order]
        return cls(sensitive, starts, group, ranks, counts)

    @cached_property
    def ranges(self) -> NDArray[Any]:
        """The largest less the least number of each group, times the scale; or 0."""
        points = self.sensitive.points
        widths = np.zeros(len(self.starts) - 1, dtype=points.dtype)
        filled = self.starts[:-1] < self.starts[1:]
        first, last = self.starts[:-1][filled], self.starts[1:][filled] - 1
        widths[filled] = points[self.ranks[last]] - points[self.ranks[first]]
        return widths

    @cached_property
    def above_least(self) -> NDArray[Any]:
        """Each number less the least one of its group, times the scale."""
        points = self.sensitive.points
        return points[self.ranks] - points[self.ranks[self.starts[self.group]]]

    @property
    def is_new(self) -> Bools:
        """Mark the entries that are the first of their group with their number."""
        return np.diff(self.keys, prepend=-1) != 0

    @cached_property
    def keys(self) -> Ints:
        """Group and rank of each entry in one number, ascending."""
        return self._first_key + self.ranks

    @cached_property
    def _first_key(self) -> Ints:
        return self.group * (len(self.sensitive.points) + 1)

    @cached_property
    def rows_before(self) -> Ints:
        """Rows of all entries before each one, and at last all rows."""
        return np.concatenate([[0], np.cumsum(self.counts)])

    def rows_up_to(self, beyond: Ints) -> Ints:
        """Rows of the same group from each entry up to a point, which is excluded.

        `beyond` has for each point the place of the first point that does not count.
        """
        return self._rows_below(beyond) - self.rows_before[:-1]

    def rows_between(self, first: Ints, beyond: Ints) -> Ints:
        """Rows of the same group between two points, for each point.

        `first` has the first point that counts, `beyond` the first one after it that
        does not.
        """
        return self._rows_below(beyond) - self._rows_below(first)

    def _rows_below(self, places: Ints) -> Ints:
        limits = self._first_key + places[self.ranks]
        return self.rows_before[np.searchsorted(self.keys, limits)]

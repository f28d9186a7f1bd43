# SPDX-License-Identifier: Apache-2.0
"""Ground distances: how far apart two sensitive values are, from 0 to 1.

The Earth Mover's Distance between two distributions is the least work that turns one
into the other, when moving a share costs its ground distance. For the distances here
it has a closed form, and it is a ratio of integers:

- equal: all values are 1 apart;
- line: values stand on a line, at their ranks (ordered) or where they are (numeric);
- tree: values are as far apart as their lowest common ancestor is high.

Reference:
    N. Li, T. Li, S. Venkatasubramanian, t-Closeness: Privacy Beyond k-Anonymity and
    l-Diversity, ICDE 2007.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Histogram
from diversa.hierarchies.tree import Tree
from diversa.models.comparison import Comparison, over_products
from diversa.models.group_numbers import Numbers


class GroundDistance(Protocol):
    """How far apart values are, and what it costs to turn one group into another."""

    def work(self, comparison: Comparison) -> Numbers:
        """The Earth Mover's Distance of every group from its reference."""
        ...

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """The distance of some values (lines) from every value (columns)."""
        ...


@dataclass(frozen=True, eq=False)
class EqualDistance:
    """Any two values are 1 apart: the work is half the sum of all differences."""

    size: int
    """Number of value codes."""

    def work(self, comparison: Comparison) -> Numbers:
        return over_products(comparison, 1, surplus)

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        return (codes[:, None] != np.arange(self.size)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class TreeDistance:
    """Values of a tree are height(lowest common ancestor) / height(root) apart."""

    tree: Tree = field(repr=False)

    @cached_property
    def blocks(self) -> list[tuple[NDArray[np.int32], int]]:
        """For every height below the root: the block of each value, and their number.

        Values share a block of height h where their common ancestor is not higher.
        """
        found = []
        for height in range(self.tree.height):
            roots, block = np.unique(self.tree.subtrees(height), return_inverse=True)
            found.append((block.ravel().astype(np.int32), len(roots)))
        return found

    def work(self, comparison: Comparison) -> Numbers:
        # Between two heights all blocks are equally far apart.
        height = max(1, self.tree.height)
        return over_products(comparison, height, self._surpluses)

    def _surpluses(self, comparison: Comparison) -> NDArray[Any]:
        total = np.zeros_like(comparison.sizes)
        for block, size in self.blocks:
            if size == comparison.domain:  # every value is a block
                total = total + surplus(comparison)
            else:
                total = total + surplus(comparison.recode(block, size))
        return total

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        every = np.arange(len(self.tree.nodes))
        heights = self.tree.common_height(codes[:, None], every[None])
        same = codes[:, None] == every  # a value that is an inner node has a height
        return np.where(same, 0, heights) / max(1, self.tree.height)


@dataclass(frozen=True, eq=False)
class LineDistance:
    """Values stand on a line: the work is the area between two cumulative shares."""

    positions: NDArray[Any] = field(repr=False)
    """Where each value code stands, as an integer."""
    declared_length: int | None = None
    """How far apart the ends are; from the first value to the last by default."""

    @cached_property
    def length(self) -> int:
        """What counts as a distance of 1."""
        if self.declared_length is not None:
            return self.declared_length
        ends = self.positions.tolist() or [0]
        return max(ends) - min(ends)

    @cached_property
    def _ranked(self) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """The distinct positions in order, and the rank of each value code."""
        places, rank = np.unique(self.positions, return_inverse=True)
        return places, rank.ravel().astype(np.int32)

    def work(self, comparison: Comparison) -> Numbers:
        places, rank = self._ranked
        if not np.array_equal(rank, np.arange(len(rank))):
            comparison = comparison.recode(rank, len(places))
        return over_products(comparison, self.length, self._area)

    def apart(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        gaps = np.abs(self.positions[codes][:, None] - self.positions)
        return (gaps / max(1, self.length)).astype(np.float64)

    def _area(self, comparison: Comparison) -> NDArray[Any]:
        """N T times the area between the cumulative shares of group and reference.

        The cumulative count A of a group stays the same between two of its values and
        that of the reference, C, only grows: A T - C N changes its sign once there, at
        `turn`. With the width W and the area S below C, both summed up from the left,
        all the values between are done at once. Sums of neighbours are telescoped.
        """
        ours, theirs = comparison.histogram, comparison.reference
        sizes, totals, begin = comparison.sizes, comparison.totals, comparison.places
        upto, ahead = running(theirs), running(ours)
        width, area = self._from_left(comparison, upto)
        first, last = (one[comparison.parents] for one in ends(theirs))
        turn = crossings(comparison, upto, ahead)
        np.clip(turn, begin, following(begin, ours, last), out=turn)
        moved = ours.sum(2 * ahead * (width[turn] - width[begin]))
        moved = moved + ours.sum(ours.counts * width[begin]) - sizes * width[last]
        under = 2 * ours.sum(area[begin] - area[turn]) + area[last] - area[first]
        return totals * moved + sizes * under

    def _from_left(
        self, comparison: Comparison, upto: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Width and area left of each entry of the references, and of their end."""
        theirs = comparison.reference
        places = self._ranked[0][theirs.values]
        gaps: NDArray[Any] = np.diff(places, append=places[-1:])
        gaps[ends(theirs)[1] - 1] = 0
        gaps = gaps.astype(comparison.integers)
        return from_zero(gaps), from_zero(gaps * upto)


def from_zero(numbers: NDArray[Any]) -> NDArray[Any]:
    """The sums of all numbers before each one, and of all."""
    return np.concatenate([np.zeros_like(numbers[:1]), np.cumsum(numbers)])


def surplus(comparison: Comparison) -> NDArray[Any]:
    """N T times what a group has more of than its reference, over all its values.

    Both sum up to 1, so it is half of all differences: absent values need no look.
    """
    ours = comparison.histogram
    here = ours.counts * comparison.spread(comparison.totals)
    there = comparison.expected * comparison.spread(comparison.sizes)
    return ours.sum(np.maximum(here - there, 0))


def running(histogram: Histogram) -> NDArray[np.int64]:
    """Rows of a group up to and with each entry."""
    upto = np.cumsum(histogram.counts)
    before = np.append(0, upto)[histogram.starts[:-1]]
    return upto - np.repeat(before, histogram.distinct)


def ends(histogram: Histogram) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the entries of each group begin and where they end."""
    return histogram.starts[:-1], histogram.starts[1:]


def following(
    begin: NDArray[Any], ours: Histogram, last: NDArray[np.int64]
) -> NDArray[Any]:
    """For each entry the place of the next one of its group, or the last place."""
    after = np.empty_like(begin)
    after[:-1] = begin[1:]
    after[ends(ours)[1] - 1] = last
    return after


def crossings(
    comparison: Comparison, upto: NDArray[np.int64], ahead: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each entry, the first place of its reference with C N > A T."""
    reached = ahead * comparison.spread(comparison.totals)
    share = (reached // comparison.spread(comparison.sizes)).astype(np.int64)
    if len(comparison.reference) == 1:
        return np.searchsorted(upto, share, side="right")
    apart = int(comparison.reference.sizes.max()) + 1
    keys = comparison.reference.group * apart + upto
    wanted = comparison.spread(comparison.parents) * apart + share
    return np.searchsorted(keys, wanted, side="right")

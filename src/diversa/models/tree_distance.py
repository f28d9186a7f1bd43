# SPDX-License-Identifier: Apache-2.0
"""Distances of values that are equal or leaves of a tree: sums over sets of values."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.kernels.distances import (
    block_surpluses,
    surpluses,
    table_surpluses,
)
from diversa.counts.sensitive import Sensitive
from diversa.hierarchies.tree import Tree
from diversa.models.comparison import (
    TableComparison,
    over_products,
    surplus_within,
    table_shares,
    whole_table,
)
from diversa.models.differences import Differences
from diversa.models.ground_distance import Judge
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import most_under_caps
from diversa.models.share_limits import ShareLimits


@dataclass(frozen=True, eq=False)
class EqualDistance:
    """Any two values are 1 apart: the work is half the sum of all differences."""

    size: int
    """Number of value codes."""

    def work(self, comparison: TableComparison) -> Numbers:
        return over_products(comparison, 1, surplus)

    @cached_property
    def differences(self) -> Differences | None:
        """Half of all differences of the shares of values."""
        return Differences.of_blocks(np.arange(self.size, dtype=np.int32)[None], 2)

    def within(
        self, histogram: Histogram, t: Fraction, exactly: Judge
    ) -> NDArray[np.bool_]:
        """Mark the groups at most t away from the whole table, in one pass."""
        table = whole_table(histogram.sensitive)
        total = int(table.sizes[0])
        above = partial(table_surpluses, histogram.entries, table.counts, total)
        return surplus_within(histogram, above, 1, t, exactly)

    def share_limits(self, attribute: Sensitive, t: Fraction) -> ShareLimits:
        """Σ max(n_s - q_s N, 0) <= t N: the definition, as `surplus` says."""
        values = np.arange(self.size, dtype=np.int32)[None]
        return ShareLimits.near(values, attribute.reference_counts, t)

    def most_within(self, histogram: Histogram, t: Fraction) -> NDArray[np.int64]:
        """The largest M with Σ min(n_s, q_s M) >= (1 - t) M.

        M times the work of a part is M - Σ min(m_s, q_s M) with m_s <= n_s.
        """
        shares = table_shares(histogram.sensitive)
        return most_under_caps(histogram, shares, share=float(1 - t))

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

    @cached_property
    def _block_lines(self) -> NDArray[np.int32]:
        """The blocks of every height, one line each, numbered through."""
        lines = [np.empty((0, len(self.tree.nodes)), dtype=np.int32)]
        first = 0
        for block, size in self.blocks:
            lines.append(first + block[None])
            first += size
        return np.concatenate(lines).astype(np.int32)

    def _in_blocks(self, reference: Histogram) -> NDArray[np.int64]:
        """The rows of one group in every block of every height, added up once."""

        def add_up() -> NDArray[np.int64]:
            rows = [
                np.bincount(block[reference.values], reference.counts, minlength=size)
                for block, size in self.blocks
            ]
            return np.concatenate([np.zeros(0), *rows]).astype(np.int64)

        return reference.memo.once(("blocks", self), add_up)

    def within(
        self, histogram: Histogram, t: Fraction, exactly: Judge
    ) -> NDArray[np.bool_]:
        """Mark the groups at most t away from the whole table, in one pass."""
        table = whole_table(histogram.sensitive)
        blocks = self._block_lines, self._in_blocks(table)
        lists, total = histogram.lists, int(table.sizes[0])
        above = partial(block_surpluses, lists, *blocks, total)
        return surplus_within(histogram, above, max(1, self.tree.height), t, exactly)

    def share_limits(self, attribute: Sensitive, t: Fraction) -> ShareLimits:
        """Σ max(n_b - q_b N, 0) <= t H N over the blocks b of all H heights.

        The definition, as `work` says.
        """
        table = whole_table(attribute)
        beyond = t * max(1, self.tree.height)
        return ShareLimits.near(self._block_lines, self._in_blocks(table), beyond)

    def most_within(self, histogram: Histogram, t: Fraction) -> NDArray[np.int64]:
        """The largest M with Σ min(n_b, q_b M) >= H (1 - t) M, over all H heights.

        H M times the work of a part is the sum over all heights of
        M - Σ min(m_b, q_b M) over the blocks b of that height, with m_b <= n_b.
        """
        lines, table = self._block_lines, whole_table(histogram.sensitive)
        caps = self._in_blocks(table) / np.maximum(table.sizes[0], 1)
        share = float(len(lines) * (1 - t))
        return most_under_caps(histogram, caps, share=share, blocks=lines)

    def work(self, comparison: TableComparison) -> Numbers:
        # Between two heights all blocks are equally far apart.
        height = max(1, self.tree.height)
        return over_products(comparison, height, self._surpluses)

    @cached_property
    def differences(self) -> Differences | None:
        """Half of all differences of the shares of blocks, over all heights."""
        return Differences.of_blocks(self._block_lines, 2 * max(1, self.tree.height))

    def _surpluses(self, comparison: TableComparison) -> NDArray[Any]:
        ours, theirs = comparison.histogram, comparison.reference
        if len(theirs) == 1 and comparison.is_compiled:
            lines, rows = self._block_lines, self._in_blocks(theirs)
            return block_surpluses(ours.lists, lines, rows, int(theirs.sizes[0]))
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


def surplus(comparison: TableComparison) -> NDArray[Any]:
    """N T times what a group has more of than its reference, over all its values.

    Both sum up to 1, so it is half of all differences: absent values need no look.
    """
    ours = comparison.histogram
    if comparison.is_compiled:
        return surpluses(
            ours.starts, ours.counts, comparison.reference_rows, comparison.totals
        )
    here = ours.counts * comparison.spread(comparison.totals)
    there = comparison.reference_rows * comparison.spread(comparison.sizes)
    return ours.sum(np.maximum(here - there, 0))

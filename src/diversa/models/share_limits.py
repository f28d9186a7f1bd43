# SPDX-License-Identifier: Apache-2.0
"""Share limits: what no group exceeds in which a model holds, whatever else it asks.

A search that looks for something better than the best node so far rules most others out
by these alone, before it writes their groups down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.models.group_numbers import NEAR


@dataclass(frozen=True, eq=False)
class ShareLimits:
    """A condition that every group satisfies in which a model holds.

    Values are counted in blocks, in one way or in several. Either no block has more
    than its cap, as a share of the group; or what blocks have above their shares in the
    original table is not more than `beyond` rows of each row of the group, over all
    blocks of all ways.
    """

    blocks: NDArray[np.int32] = field(repr=False)
    """The block of each value code, one line for every way; numbered through."""
    caps: NDArray[np.float64] | None = field(default=None, repr=False)
    """The largest share of each block, eased so that rounding fails no group."""
    expected: NDArray[np.int64] | None = field(default=None, repr=False)
    """The rows of each block in the original table."""
    beyond: Fraction = Fraction(0)
    """The sum that they may have above the expected shares, if there are no caps."""

    @classmethod
    def under(cls, caps: NDArray[np.float64]) -> ShareLimits:
        """Every value has a cap; the given ones are rounded."""
        return cls(np.arange(len(caps), dtype=np.int32)[None], caps=caps + NEAR)

    @classmethod
    def near(
        cls, blocks: NDArray[np.int32], expected: NDArray[np.int64], beyond: Fraction
    ) -> ShareLimits:
        """Blocks have little more than in the table."""
        return cls(blocks, expected=expected, beyond=beyond)

    @property
    def size(self) -> int:
        """The number of blocks."""
        return int(self.blocks.max(initial=-1)) + 1

    @property
    def total(self) -> int:
        """The rows of the original table; 0 where only caps count."""
        if self.expected is None or len(self.blocks) == 0:
            return 0
        return int(self.expected[np.unique(self.blocks[0])].sum())

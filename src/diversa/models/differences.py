# SPDX-License-Identifier: Apache-2.0
"""Distances as weighted sums of differences between shares.

Every Earth Mover's Distance with a closed form is one: of values (equal), of the blocks
of a tree (hierarchical), of values up to each place (ordered, numeric). So one compiled
function compares a group with all large groups around it, whatever the distance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.supersets import LargeSupersets
from diversa.models.group_numbers import INTEGER

MOST = 2**24
"""Numbers of a table of references, at most."""

WIDEST = 2**18
"""Numbers of a table of values and sets, at most."""


@dataclass(frozen=True, eq=False)
class Differences:
    """A distance: Σ w |x / N - y / T| / scale over some sets of values.

    x of the N rows of a group have a value of the set, y of the T rows of the other.
    """

    members: NDArray[np.int64] = field(repr=False)
    """A line per value code, a column per set: 1 where the set has the value."""
    weights: NDArray[np.int64] = field(repr=False)
    """w, for each set."""
    scale: int
    """Divisor of the sum; if it is 0, so are all distances."""

    @classmethod
    def of_blocks(cls, blocks: NDArray[np.int32], scale: int) -> Differences | None:
        """Every block is a set; a line for each way to part the values, all of 1."""
        codes, number = blocks.shape[1], int(blocks.max(initial=-1)) + 1

        def members() -> NDArray[np.bool_]:
            every = np.arange(number)
            return (blocks[:, :, None] == every).any(axis=0).reshape(codes, number)

        return cls.of_lines(codes, members, [1] * number, scale)

    @classmethod
    def of_lines(
        cls,
        codes: int,
        members: Callable[[], NDArray[np.bool_]],
        weights: Sequence[int],
        scale: int,
    ) -> Differences | None:
        """The given sets of so many codes; None where they are too many or too wide."""
        if codes * len(weights) > WIDEST or sum(weights) + scale >= INTEGER:
            return None
        lines = members().astype(np.int64)
        return cls(lines, np.array(weights, dtype=np.int64), scale)

    def near_some(
        self,
        histogram: Histogram,
        above: LargeSupersets,
        groups: NDArray[np.int64],
        t: Fraction,
    ) -> NDArray[np.bool_] | None:
        """Mark the groups at most t away from one of their large supersets.

        None if 64 bits or the memory are not enough.
        """
        from diversa.counts.kernels.nearness import LargeGroups, ValueSets, near_some

        beyond = t * self.scale
        rows = int(histogram.sizes.max(initial=0)), above.rows
        widest = max(int(self.weights.sum()) * beyond.denominator, beyond.numerator)
        room = MOST // max(1, len(self.weights))
        if widest * rows[0] * rows[1] >= INTEGER or len(above.histogram) > room:
            return None
        large = above.histogram
        return near_some(
            groups,
            histogram.lists,
            histogram.sizes,
            LargeGroups(
                above.inside,
                above.place,
                above.first,
                above.partitions,
                large.memo.once(("sets", self), lambda: self._rows_in_sets(large)),
                large.sizes,
            ),
            ValueSets(self.members, self.weights),
            beyond.numerator,
            beyond.denominator,
        )

    def _rows_in_sets(self, references: Histogram) -> NDArray[np.int64]:
        """The rows of each reference in every set."""
        dense = np.zeros((len(references), len(self.members)))
        dense[references.group, references.values] = references.counts
        return (dense @ self.members).astype(np.int64)  # exact below 2^53

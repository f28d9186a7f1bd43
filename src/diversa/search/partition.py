# SPDX-License-Identifier: Apache-2.0
"""A partition of the tuples of quasi-identifiers into parts, with its loss."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.counts import kernels
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.search.axes import Axes, axes_of


@dataclass(frozen=True, eq=False)
class Partition:
    """Which part each tuple of quasi-identifiers belongs to."""

    finest: FrequencySet = field(repr=False)
    """The tuples, at the bottom node."""
    axes: Axes = field(repr=False)
    """Where the tuples lie."""
    part: NDArray[np.int32] = field(repr=False)
    """The part of each tuple."""
    parts: int
    """Number of parts."""

    @cached_property
    def groups(self) -> Groups:
        """The parts as groups, which is what models see."""
        return merge(self.finest.groups, self.part, self.parts)

    @cached_property
    def losses(self) -> NDArray[np.float64]:
        """The loss of each part on each axis, one line per part."""
        found = [self._loss(axis) for axis in range(len(self.axes.ranks))]
        return np.array(found).reshape(len(found), self.parts).T

    def metrics(self) -> dict[str, float]:
        """What is left of the data."""
        sizes = self.groups.sizes
        return {
            "loss": self.loss,
            "discernibility": float((sizes * sizes).sum()),
            "average-group-size": float(sizes.mean()) if self.parts else 0.0,
        }

    @property
    def loss(self) -> float:
        """The mean over rows and axes."""
        sizes = self.groups.sizes
        total = float(self.losses.mean(axis=1) @ sizes)
        return total / max(1, int(sizes.sum()))

    def _loss(self, axis: int) -> NDArray[np.float64]:
        axes, ranks = self.axes, self.axes.ranks[axis]
        begin, end = axes.offsets[axis], axes.offsets[axis + 1]
        if axes.numeric[axis]:
            low = np.full(self.parts, end - begin, dtype=np.int64)
            high = np.zeros(self.parts, dtype=np.int64)
            np.minimum.at(low, self.part, ranks)
            np.maximum.at(high, self.part, ranks)
            return (axes.places[begin + high] - axes.places[begin + low]) / axes.widths[
                axis
            ]
        pairs = np.unique(self.part.astype(np.int64) * (end - begin) + ranks)
        values = np.bincount(pairs // (end - begin), minlength=self.parts)
        return (values - 1) / axes.widths[axis]


def whole_table(finest: FrequencySet) -> Partition:
    """All tuples in one part."""
    part = np.zeros(len(finest), dtype=np.int32)
    return Partition(finest, axes_of(finest), part, 1)


def merge(groups: Groups, part: NDArray[np.int32], parts: int) -> Groups:
    """Merge groups into parts."""
    histogram = kernels.histograms(
        kernels.spread(part, groups.starts),
        parts,
        groups.values,
        len(groups.combinations),
        groups.counts,
    )
    starts, values, counts = histogram
    return Groups(starts, values, counts, groups.combinations, groups.sensitive)


def merge_lines(
    groups: Groups, lines: NDArray[np.int64], part: NDArray[np.int32], parts: int
) -> Groups:
    """Merge some of the groups into parts."""
    begins, lengths = groups.starts[lines], np.diff(groups.starts)[lines]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    entries = np.arange(starts[-1]) + np.repeat(begins - starts[:-1], lengths)
    chosen = Groups(
        starts,
        groups.values[entries],
        groups.counts[entries],
        groups.combinations,
        groups.sensitive,
    )
    return merge(chosen, part, parts)

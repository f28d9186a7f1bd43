# SPDX-License-Identifier: Apache-2.0
"""Level maps: the maps between the levels of all attributes, laid out for the kernels.

A roll-up from one node to another looks up, for each attribute, the map from the level
it has to the level it gets. They are made once and stand in one array.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Codes
from diversa.counts.kernels.arrays import RollUpStep
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.memo import Memo

KEY_SPACE = 2**62
"""Keys of one 64-bit integer stay below this."""


@dataclass(frozen=True, eq=False)
class LevelMaps:
    """All maps from a level to a higher one, of every attribute."""

    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    memo: Memo = field(default_factory=Memo, init=False, repr=False)

    @cached_property
    def _laid_out(self) -> tuple[Codes, list[dict[tuple[int, int], int]]]:
        parts: list[Codes] = []
        places: list[dict[tuple[int, int], int]] = []
        end = 0
        for hierarchy in self.hierarchies:
            place = {}
            for pair in itertools.combinations_with_replacement(
                range(hierarchy.height + 1), 2
            ):
                parts.append(hierarchy.step(*pair))
                place[pair] = end
                end += len(parts[-1])
            places.append(place)
        flat = np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)
        return flat, places

    @cached_property
    def _sizes(self) -> list[tuple[int, ...]]:
        """Number of codes on each level of every attribute."""
        return [hierarchy.sizes for hierarchy in self.hierarchies]

    @property
    def flat(self) -> Codes:
        """Every map, one after the other."""
        return self._laid_out[0]

    def step(self, lower: Sequence[int], upper: Sequence[int]) -> RollUpStep:
        """The way from a node to one above it."""
        offsets, strides, space = [], [], 1
        # For so few numbers plain Python is twice as fast as NumPy.
        for begins, sizes, low, high in zip(
            self._laid_out[1], self._sizes, lower, upper, strict=True
        ):
            size = sizes[high]
            offsets.append(begins[low, high])
            strides.append(space if size > 1 else 0)
            space *= size
        if space >= KEY_SPACE:  # such keys are numbered part by part
            strides, space = [0] * len(offsets), KEY_SPACE
        both = np.array([*offsets, *strides], dtype=np.int64)
        return RollUpStep(self.flat, both[: len(offsets)], both[len(offsets) :], space)

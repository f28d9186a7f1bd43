# SPDX-License-Identifier: Apache-2.0
"""Level maps: the maps between the levels of all attributes, laid out for the kernels.

A roll-up from one node to another looks up, for each attribute, the map from the level
it has to the level it gets. They are made once and stand in one array.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diversa.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class RollUpStep:
    """The way from one node to a more general one, as the kernels want it."""

    offsets: NDArray[np.int64]
    """Where each attribute's map begins in the array of all maps."""
    strides: NDArray[np.int64]
    """The weight of each attribute in a packed key; 0 where one label is left."""
    space: int
    """Number of possible keys; may exceed a 64-bit integer."""


@dataclass(frozen=True, eq=False)
class LevelMaps:
    """All maps from a level to a higher one, of every attribute."""

    hierarchies: tuple[Hierarchy, ...] = field(repr=False)

    @cached_property
    def _laid_out(self) -> tuple[NDArray[np.int32], list[dict[tuple[int, int], int]]]:
        parts: list[NDArray[np.int32]] = []
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
    def flat(self) -> NDArray[np.int32]:
        """Every map, one after the other."""
        return self._laid_out[0]

    @cached_property
    def _by_levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the map of an attribute from one level to another begins.

        One number for each attribute, lower and upper level; and the codes of each
        attribute and level. Places without a level are not used.
        """
        levels = max((len(sizes) for sizes in self._sizes), default=0)
        begins = np.zeros((len(self._sizes), levels, levels), dtype=np.int64)
        codes = np.ones((len(self._sizes), levels), dtype=np.int64)
        for place, (pairs, sizes) in enumerate(
            zip(self._laid_out[1], self._sizes, strict=True)
        ):
            codes[place, : len(sizes)] = sizes
            for (lower, upper), begin in pairs.items():
                begins[place, lower, upper] = begin
        return begins, codes

    @cached_property
    def _firsts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the numbers of each attribute begin in both arrays `_by_levels`."""
        begins, codes = self._by_levels
        attributes = np.arange(len(codes))
        return attributes * begins[:1].size, attributes * codes[:1].size

    def step(self, lower: Sequence[int], upper: Sequence[int]) -> RollUpStep:
        """The offsets and strides of the way from a node to one above it."""
        begins, codes = self._by_levels
        to_begins, to_codes = self._firsts
        above = np.array(upper, dtype=np.int64)
        below = np.array(lower, dtype=np.int64)
        offsets = begins.take(to_begins + below * codes.shape[1] + above)
        sizes = codes.take(to_codes + above)
        space = math.prod(sizes.tolist())
        if space >= KEY_SPACE:  # such keys are numbered part by part
            return RollUpStep(offsets, np.zeros_like(offsets), space)
        strides = np.cumprod(sizes) // np.maximum(sizes, 1)
        strides[sizes <= 1] = 0
        return RollUpStep(offsets, strides, space)


KEY_SPACE = 2**62
"""Keys of one 64-bit integer stay below this."""

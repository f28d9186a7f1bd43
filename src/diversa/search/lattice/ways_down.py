# SPDX-License-Identifier: Apache-2.0
"""Ways down a lattice that open many nodes for few groups, by entropy."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet
from diversa.counts.light_numpy import dot_product
from diversa.search.lattice.lattice import Node


class WaysDown:
    """Steps down from a node, those first that open most nodes for few groups.

    A step to the next lower level multiplies the nodes above by some factor, and the
    groups by about the exponential of the entropy that it adds to the attribute.
    """

    def __init__(self, finest: FrequencySet) -> None:
        self._entropies = [
            entropies(finest, place) for place in range(len(finest.levels))
        ]
        steps = [
            (place, level)
            for place, levels in enumerate(self._entropies)
            for level in range(1, len(levels))
        ]
        self._steps = sorted(steps, key=self._price)

    def _growth(self, place: int, level: int) -> float:
        """Increase of the logarithm of the groups by a step down from a level."""
        levels = self._entropies[place]
        return levels[level - 1] - levels[level]

    def _price(self, step: tuple[int, int]) -> float:
        place, level = step
        levels_above = len(self._entropies[place]) - level
        return self._growth(place, level) / math.log1p(1 / levels_above)

    def finest_of(self, lower: Node, upper: Node, most: float) -> Node:
        """A fine node between two others with at most about `most` groups.

        It is the upper node itself if that has more.
        """
        levels = list(upper)
        pairs = zip(self._entropies, upper, strict=True)
        room = math.log(most) - sum(entropy[level] for entropy, level in pairs)
        for place, level in self._steps:
            if lower[place] < level == levels[place]:
                added = self._growth(place, level)
                if added <= room:
                    room -= added
                    levels[place] -= 1
        return tuple(levels)


def entropies(finest: FrequencySet, place: int) -> list[float]:
    """The entropy of one attribute on each of its levels, over groups, in nats."""
    hierarchy = finest.hierarchies[place]
    counts = np.bincount(finest.codes[place], minlength=hierarchy.sizes[0])
    by_level = [
        np.bincount(hierarchy.step(0, level), weights=counts)
        for level in range(hierarchy.height + 1)
    ]
    return [entropy(groups) for groups in by_level]


def entropy(counts: NDArray[np.number]) -> float:
    """The entropy of a distribution, in nats.

    >>> round(entropy(np.array([2.0, 0.0, 2.0])), 6)
    0.693147
    """
    shares = counts[counts > 0] / max(1.0, counts.sum())
    return -float(dot_product(np.log(shares), shares))

# SPDX-License-Identifier: Apache-2.0
"""The generalization lattice: every way to choose a level for each quasi-identifier."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import le

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.metrics.objective import Node, sum_over_attributes

__all__ = ["ENUMERABLE", "Lattice", "Node"]

ENUMERABLE = 2**22
"""Most nodes of a lattice for which arrays over all nodes are made."""


@dataclass(frozen=True)
class Lattice:
    """All level vectors below the given heights, ordered component by component.

    Sets of nodes are arrays of the lattice's shape, so all generalizations of a node
    are one slice.

    Example:
        >>> lattice = Lattice((1, 2))
        >>> lattice.size, lattice.top
        (6, (1, 2))
        >>> list(lattice.predecessors((1, 1)))
        [(0, 1), (1, 0)]
        >>> Lattice((1, 2), lows=(0, 1)).size
        4
    """

    heights: tuple[int, ...]
    """The highest level of each attribute."""
    lows: tuple[int, ...] = ()
    """Lowest level of each attribute; empty for 0 everywhere."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of levels of each attribute, those below `lows` included."""
        return tuple(height + 1 for height in self.heights)

    @property
    def size(self) -> int:
        """Number of nodes."""
        each = zip(self.heights, self.bottom, strict=True)
        return math.prod(height - low + 1 for height, low in each)

    @property
    def is_enumerable(self) -> bool:
        """True if arrays over all nodes fit in memory."""
        return self.size <= ENUMERABLE

    def __contains__(self, node: Node) -> bool:
        return all(map(le, self.bottom, node)) and all(map(le, node, self.heights))

    @property
    def top(self) -> Node:
        """The most general node."""
        return self.heights

    @property
    def bottom(self) -> Node:
        """The least general node."""
        return self.lows or (0,) * len(self.heights)

    @cached_property
    def node_mask(self) -> Bools:
        """True for every node; False for levels below `lows`."""
        allowed = np.zeros(self.shape, dtype=bool)
        allowed[self.above(self.bottom)] = True
        return allowed

    @cached_property
    def node_heights(self) -> Ints:
        """Sum of the levels of every node, in the lattice's shape."""
        return sum_over_attributes(
            [np.arange(levels, dtype=np.int64) for levels in self.shape]
        )

    @cached_property
    def nodes_below(self) -> Ints:
        """Number of nodes below every node, itself included, in the lattice's shape."""
        levels = [np.arange(1, levels + 1, dtype=np.int64) for levels in self.shape]
        return reduce(np.multiply.outer, levels, np.ones((), dtype=np.int64))

    def above(self, node: Sequence[int]) -> tuple[slice, ...]:
        """Index of the node and all its generalizations."""
        return tuple(slice(level, None) for level in node)

    def below(self, node: Sequence[int]) -> tuple[slice, ...]:
        """Index of the node and all its specializations."""
        return tuple(slice(None, level + 1) for level in node)

    def successors(self, node: Node) -> Iterator[Node]:
        """The direct generalizations: one attribute, one level up."""
        for place, level in enumerate(node):
            if level < self.heights[place]:
                yield (*node[:place], level + 1, *node[place + 1 :])

    def predecessors(self, node: Node) -> Iterator[Node]:
        """The direct specializations: one attribute, one level down."""
        for place, level in enumerate(node):
            if level > self.bottom[place]:
                yield (*node[:place], level - 1, *node[place + 1 :])

    def minimal(self, satisfying: Bools) -> Bools:
        """The satisfying nodes none of whose specializations satisfies."""
        covered = np.zeros(self.shape, dtype=bool)
        for axis in range(len(self.shape)):
            below = np.logical_or.accumulate(satisfying | covered, axis=axis)
            later = [slice(None)] * len(self.shape)
            earlier = list(later)
            later[axis], earlier[axis] = slice(1, None), slice(None, -1)
            covered[tuple(later)] |= below[tuple(earlier)]
        return satisfying & ~covered

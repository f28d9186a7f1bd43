# SPDX-License-Identifier: Apache-2.0
"""A tree over the values of one attribute: depths, common ancestors and subtrees.

Generalization needs levels only (`hierarchy`). Models that know how near two sensitive
values are need the tree itself: everything here is an integer array over its nodes or
over the codes of a dictionary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

Integers = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Tree:
    """A rooted tree and the node of each value; the depth of the root is 0.

    Example:
        >>> names = ("any", "lungs", "stomach", "flu", "asthma", "ulcer")
        >>> tree = Tree(names, np.array([-1, 0, 0, 1, 1, 2]), np.array([3, 4, 5]))
        >>> tree.height, tree.depths.tolist()
        (2, [2, 2, 2])
        >>> tree.distance([0, 0], [1, 2]).tolist()
        [1.0, 2.0]
        >>> [tree.names[node] for node in tree.subtrees(1)]
        ['lungs', 'lungs', 'stomach']
    """

    names: tuple[object, ...] = field(repr=False)
    """The name of each node; the root is node 0."""
    parents: Integers = field(repr=False)
    """The parent of each node, always a smaller number; -1 for the root."""
    nodes: Integers = field(repr=False)
    """The node of each value code; a missing value hangs below the root."""

    @classmethod
    def from_levels(
        cls, maps: Sequence[Integers], labels: Sequence[Sequence[object]]
    ) -> Tree:
        """Make the tree of nested levels, from the top level down.

        An only child that is called like its parent is its parent.
        """
        names: list[object] = [labels[-1][0] if len(labels[-1]) == 1 else "*"]
        parents: list[Integers] = [np.array([-1], dtype=np.int32)]
        above, called = np.zeros(len(maps[0]), dtype=np.int32), tuple(names)
        ids = np.zeros(1, dtype=np.int32)
        for codes, here in zip(reversed(maps), reversed(labels), strict=True):
            up = np.zeros(len(here), dtype=np.int32)
            up[codes] = above
            only = np.bincount(up, minlength=len(called))[up] == 1
            same = [str(called[p]) == str(n) for p, n in zip(up, here, strict=True)]
            new = ~(only & np.array(same, dtype=bool))
            own = len(names) + np.cumsum(new, dtype=np.int32) - 1
            names += [name for name, fresh in zip(here, new, strict=True) if fresh]
            parents.append(ids[up[new]])
            ids = np.where(new, own, ids[up]).astype(np.int32)
            above, called = codes, tuple(here)
        return cls(tuple(names), np.concatenate(parents), ids[maps[0]])

    @cached_property
    def node_depths(self) -> Integers:
        """Edges from the root to each node."""
        depths = np.zeros(len(self.parents), dtype=np.int32)
        ancestors = self.parents
        while (below := ancestors >= 0).any():
            depths += below
            ancestors = np.where(below, self.parents[ancestors], -1)
        return depths

    @cached_property
    def node_heights(self) -> Integers:
        """Edges of the longest way from each node down to a leaf."""
        heights = np.zeros(len(self.parents), dtype=np.int32)
        for depth in range(int(self.node_depths.max(initial=0)), 0, -1):
            here = np.flatnonzero(self.node_depths == depth)
            np.maximum.at(heights, self.parents[here], heights[here] + 1)
        return heights

    @property
    def height(self) -> int:
        """Edges of the longest way from the root to a leaf."""
        return int(self.node_heights[0])

    @cached_property
    def uniform(self) -> bool:
        """True if every leaf has the same depth."""
        return bool((self.node_depths[self.node_heights == 0] == self.height).all())

    @property
    def depths(self) -> Integers:
        """The depth of each value."""
        return self.node_depths[self.nodes]

    @cached_property
    def paths(self) -> Integers:
        """One line per value: its ancestor at each depth and itself, then -1."""
        lines = np.full((len(self.nodes), self.height + 1), -1, dtype=np.int32)
        values = np.arange(len(self.nodes))
        ancestors = self.nodes
        while len(values):
            lines[values, self.node_depths[ancestors]] = ancestors
            below = self.parents[ancestors] >= 0
            values, ancestors = values[below], self.parents[ancestors[below]]
        return lines

    def common_depth(self, first: ArrayLike, second: ArrayLike) -> Integers:
        """Depth of the lowest common ancestor of values, pair by pair (broadcast)."""
        ours, theirs = self.paths[np.asarray(first)], self.paths[np.asarray(second)]
        # A node has one depth, so equal entries are exactly the common ancestors.
        shared = ((ours == theirs) & (ours >= 0)).sum(axis=-1, dtype=np.int32)
        return np.asarray(shared - 1, dtype=np.int32)

    def common_height(self, first: ArrayLike, second: ArrayLike) -> Integers:
        """Height of the lowest common ancestor: a distance that is an ultrametric."""
        depth = self.common_depth(first, second)
        codes = np.broadcast_to(np.asarray(first), depth.shape)
        return self.node_heights[self.paths[codes, depth]]

    def distance(self, first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
        """Half the path between values, ((h_u - h_c) + (h_v - h_c)) / 2, pair by pair.

        Reference:
            The similarity of (l,e)-diversity; h is the depth, c the lowest common
            ancestor.
        """
        ours, theirs = self.depths[np.asarray(first)], self.depths[np.asarray(second)]
        return np.asarray((ours + theirs - 2 * self.common_depth(first, second)) / 2)

    def subtrees(self, e: float) -> Integers:
        """The root of the largest subtree of height at most e that holds each value.

        A value that is itself an inner node of a greater height is its own subtree.
        """
        low = (self.node_heights[self.paths] <= e) & (self.paths >= 0)
        first = np.where(low.any(axis=1), low.argmax(axis=1), self.depths)
        return self.paths[np.arange(len(self.nodes)), first]

# SPDX-License-Identifier: Apache-2.0
"""e-similarity: which values of a taxonomy mean nearly the same.

The distance of two values is half the way between them in the tree,
d(u,v) = ((h_u - h_c) + (h_v - h_c)) / 2 with h the depth and c the lowest common
ancestor; u and v are e-similar when d(u,v) <= e. (The paper calls d a similarity
although more of it means less similar, and prints "= e".) Where all values have one
depth, similarity is transitive and its classes are subtrees. Where depths differ it is
not: below a root, x and z one level deeper than y may both be similar to y and not to
each other.

Reference:
    H. Wang, J. Han, J. Wang, L. Wang, (l,e)-Diversity - A Privacy Preserving Model to
    Resist Semantic Similarity Attack, Definition 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.hierarchies.tree import Tree
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class SemanticModel(SensitiveModel):
    """A model of a sensitive attribute whose values have a taxonomy."""

    @property
    def tree_of(self) -> str | None:
        return self.on

    def lacks_of(self, attribute: Sensitive) -> str | None:
        if attribute.taxonomy is None:
            return (
                f"'{attribute.name}' must have a taxonomy, got none; declare one among"
                " the hierarchies of the plan"
            )
        return None


def buckets(tree: Tree, e: Fraction) -> NDArray[np.int32]:
    """Number the values so that values of different buckets are not e-similar.

    Subtrees where all values have one depth; connected components of the similar values
    otherwise, which may hold values that are not similar.

    >>> parents = np.array([-1, 0, 0, 0, 2, 3])  # x below a; y; z below b
    >>> tree = Tree(("*", "y", "a", "b", "x", "z"), parents, np.array([4, 1, 5]))
    >>> buckets(tree, Fraction(1)).tolist(), buckets(tree, Fraction(3, 2)).tolist()
    ([0, 1, 2], [0, 0, 0])
    """
    if one_depth(tree):
        first = max(0, int(tree.depths.max(initial=0)) - math.floor(e))
        return number(tree.paths[:, first])
    return number(components(*links(tree, e), size=len(tree.nodes)))


def number(labels: NDArray[Any]) -> NDArray[np.int32]:
    """Number labels from 0."""
    return np.unique(labels, return_inverse=True)[1].astype(np.int32)


def links(tree: Tree, e: Fraction) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of similar values that connect all that similar values connect.

    Below a common ancestor, whoever is similar to another value is similar to the
    nearest one: so much of all pairs is enough.
    """
    first, second = [], []
    for depth in range(int(tree.depths.max(initial=0)) + 1):
        values = np.flatnonzero(tree.depths >= depth)
        nodes, below = tree.paths[values, depth], tree.depths[values] - depth
        order = np.lexsort((below, nodes))
        _, start, of_node = np.unique(
            nodes[order], return_index=True, return_inverse=True
        )
        nearest = order[start][of_node]
        similar = below[order] + below[nearest] <= math.floor(2 * e)
        first.append(values[order][similar])
        second.append(values[nearest][similar])
    return np.concatenate(first), np.concatenate(second)


def components(
    first: NDArray[np.int64], second: NDArray[np.int64], *, size: int
) -> NDArray[np.int64]:
    """The least member of the connected component of each of so many things."""
    labels = np.arange(size)
    while True:
        least = np.minimum(labels[first], labels[second])
        spread = labels.copy()
        np.minimum.at(spread, first, least)
        np.minimum.at(spread, second, least)
        spread = spread[spread]
        if (spread == labels).all():
            return labels
        labels = spread


def similar_within(histogram: Histogram, e: Fraction) -> NDArray[np.bool_]:
    """For each group, whether two of its different values are e-similar.

    Exact on every tree and without looking at pairs: two values are similar exactly
    where, below some common ancestor, two are as near to it as 2e together.
    """
    tree = histogram.sensitive.tree
    group, values = in_tree_order(histogram, tree)
    similar = np.zeros(len(histogram), dtype=bool)
    for depth in depths_to_compare(tree, e):
        nodes = tree.paths[values, depth]
        entries = beside_each_other(group, nodes)
        below = tree.depths[values[entries]] - depth
        pairs = (group[entries], nodes[entries], below)
        similar[groups_with_pair(*pairs, math.floor(2 * e))] = True
    return similar


def depths_to_compare(tree: Tree, e: Fraction) -> range:
    """The depths of the ancestors that two similar values may have in common."""
    depths = tree.depths
    if len(depths) == 0:
        return range(0)
    first = max(0, int(depths.min()) - math.floor(e))
    # Where all values have one depth, the highest of these ancestors says it all.
    last = first if one_depth(tree) else int(depths.max())
    return range(first, last + 1)


def in_tree_order(
    histogram: Histogram, tree: Tree
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The group and value of each entry, sorted so that subtrees are contiguous."""
    place = np.empty(len(tree.nodes), dtype=np.int64)
    place[np.lexsort(tree.paths.T[::-1])] = np.arange(len(place))
    values = histogram.values
    if (np.diff(place) < 0).any():  # else codes are in this order
        keys = histogram.group * len(place) + place[values]
        values = values[np.argsort(keys, kind="stable")]
    return histogram.group, values


def beside_each_other(
    group: NDArray[np.int64], nodes: NDArray[np.int32]
) -> NDArray[np.int64]:
    """The entries that have an ancestor in common with the one before or after."""
    equal = (group[1:] == group[:-1]) & (nodes[1:] == nodes[:-1]) & (nodes[1:] >= 0)
    beside = np.zeros(len(group), dtype=bool)
    beside[1:] = equal
    beside[:-1] |= equal
    return np.flatnonzero(beside)


def groups_with_pair(
    group: NDArray[np.int64],
    nodes: NDArray[np.int32],
    below: NDArray[np.int32],
    most: int,
) -> NDArray[np.int64]:
    """The groups with two entries below one node whose ways to it add up to `most`.

    Entries ascend by group and stand together by node; `below` is the way from each
    entry up to its node.
    """
    new = (np.diff(group, prepend=-1) != 0) | (np.diff(nodes, prepend=-1) != 0)
    starts = np.flatnonzero(new)
    if len(starts) == 0:
        return starts
    nearest = np.minimum.reduceat(below, starts)[np.cumsum(new) - 1]
    # The nearest entry itself is one of those, or there are none.
    paired = np.add.reduceat((below + nearest <= most).astype(np.int64), starts) > 1
    return group[starts[paired]]


def one_depth(tree: Tree) -> bool:
    """True if all values have the same depth."""
    return bool((tree.depths == tree.depths[:1]).all())

# SPDX-License-Identifier: Apache-2.0
"""Public trees: the regions of each column at which safe labels are cut.

A tree has an order of cells. A cell is a value, or several that are never told apart. A
node is a run of cells with one label; it is split before one of its cells, or ends.
Nothing in a tree depends on the rows of a group, so that a label says nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.kernels.public_cuts import Forest
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.safe_labels import PublicTree, SafeLabels, TreeNode
from diversa.metrics.loss import costs
from diversa.metrics.sides import Sides
from diversa.recodings.box_labels import BoxLabels
from diversa.recodings.public_cells import PublicCells


@dataclass(frozen=True, eq=False)
class ColumnTree:
    """The tree of one column with the codes of a table."""

    hierarchy: Hierarchy = field(repr=False)
    """The column."""
    cell: Ints = field(repr=False)
    """The cell of each code of the lowest level."""
    lows: Ints = field(repr=False)
    """The first cell of each node; node 0 is the whole column."""
    highs: Ints = field(repr=False)
    """The cell after the last one."""
    splits: Ints = field(repr=False)
    """The first cell of the right side; -1 for a node that ends."""
    lefts: Ints = field(repr=False)
    """The left side of each node, -1 without one."""
    rights: Ints = field(repr=False)
    """The right side."""
    scores: Floats = field(repr=False)
    """The public gain of each split."""
    labels: tuple[object, ...] = field(repr=False)
    """The label of each node."""
    cells: PublicCells = field(default=PublicCells(), repr=False)
    """The cells by value."""

    @cached_property
    def order(self) -> Ints:
        """The codes, cell after cell; numbers ascend inside a cell."""
        numbers = self.hierarchy.numbers
        if numbers is None or not self.hierarchy.is_number_line:
            return np.argsort(self.cell, kind="stable")
        return np.lexsort((numbers, self.cell))

    def side(self, nodes: Codes) -> Sides:
        """The values that the labels of nodes stand for."""
        along = self.cell[self.order]
        first = np.searchsorted(along, self.lows[nodes])
        last = np.searchsorted(along, self.highs[nodes]) - 1
        return Sides.of_spans(self.hierarchy, self.order, first, last)

    def public(self, ranks: Ints, nodes: Codes) -> PublicTree:
        """What a manifest says: the nodes down to those that groups have."""
        passed = np.zeros(len(self.lows), dtype=bool)
        passed[nodes] = True
        for node in range(len(passed) - 1, -1, -1):  # sides come after their node
            if self.splits[node] >= 0:
                below = passed[self.lefts[node]] | passed[self.rights[node]]
                passed[node] |= below
        shown = [0]
        listed: list[TreeNode] = []
        for node in shown:  # the list grows as we go
            sides, rank = None, None
            if self.splits[node] >= 0:
                rank = int(ranks[node])
                both = int(self.lefts[node]), int(self.rights[node])
                if passed[list(both)].any():
                    sides = len(shown), len(shown) + 1
                    shown += both
            label = self.labels[node]
            text = None if label is None else as_text(label)
            listed.append(TreeNode(text, rank, sides))
        return PublicTree(self.hierarchy.attribute, tuple(listed))


@dataclass(frozen=True, eq=False)
class PublicTrees:
    """The trees of all columns, and the order in which splits are tried."""

    trees: tuple[ColumnTree, ...] = field(repr=False)
    """One for each quasi-identifier."""
    epsilon: float | None
    """The privacy that their shape spent; None where nothing was drawn."""

    @cached_property
    def roots(self) -> Ints:
        """The first node of each tree among the nodes of all."""
        return np.cumsum([0, *(len(tree.lows) for tree in self.trees)])[:-1]

    @cached_property
    def ranks(self) -> Ints:
        """The rank of every node of all trees: the greatest score comes first."""
        scores = np.concatenate([tree.scores for tree in self.trees])
        ranks = np.empty(len(scores), dtype=np.int64)
        ranks[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
        return ranks

    @cached_property
    def forest(self) -> Forest:
        """All nodes in one row, for the search."""

        def flat(parts: Iterator[Ints]) -> Codes:
            joined: Codes = np.concatenate([*parts]).astype(np.int32)
            return joined

        both = list(zip(self.trees, self.roots.tolist(), strict=True))
        return Forest(
            self.roots,
            flat(tree.splits for tree in self.trees),
            flat(
                np.where(tree.lefts < 0, -1, tree.lefts + root) for tree, root in both
            ),
            flat(
                np.where(tree.rights < 0, -1, tree.rights + root) for tree, root in both
            ),
            self.ranks.astype(np.int32),
        )

    def points(self, codes: Sequence[Codes]) -> Codes:
        """The cell of each tuple in each column, one line per tuple."""
        points = np.empty((len(codes[0]), len(self.trees)), dtype=np.int32)
        for axis, (tree, line) in enumerate(zip(self.trees, codes, strict=True)):
            points[:, axis] = tree.cell.astype(np.int32)[line]
        return points


@dataclass(frozen=True, eq=False)
class TreeRegions:
    """The node of each part in the tree of each column."""

    trees: PublicTrees = field(repr=False)
    """The trees."""
    nodes: Codes = field(repr=False)
    """The nodes of each part, counted in each tree, one line per part."""
    least: int
    """Rows that both sides of a cut must have."""

    def of_parts(self, parts: Ints) -> TreeRegions:
        """The regions of some of the parts."""
        return TreeRegions(self.trees, self.nodes[parts], self.least)

    def labels(self, axis: int) -> BoxLabels:
        """The label of each part."""
        used, which = np.unique(self.nodes[:, axis], return_inverse=True)
        labels = self.trees.trees[axis].labels
        return BoxLabels([labels[node] for node in used.tolist()], which)

    def side(self, axis: int) -> Sides:
        """The values that the label of each part stands for."""
        return self.trees.trees[axis].side(self.nodes[:, axis])

    def losses(self, axis: int) -> Floats:
        """The loss of each part."""
        side = self.side(axis).without_coding
        lost: Floats = costs(side, by_level=False)[side.label]
        return lost

    def public(self, *, structure_only: bool) -> SafeLabels:
        """What the manifest says of the rule."""
        trees, roots = self.trees.trees, self.trees.roots.tolist()
        return SafeLabels(
            self.least,
            self.trees.epsilon,
            structure_only,
            tuple(
                tree.public(
                    self.trees.ranks[root : root + len(tree.lows)], self.nodes[:, axis]
                )
                for axis, (tree, root) in enumerate(zip(trees, roots, strict=True))
            ),
        )

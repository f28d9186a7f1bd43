# SPDX-License-Identifier: Apache-2.0
"""The public tree: cuts that say nothing of the rows of a group.

Every column has a binary tree of split points, and every node a rank. Both are made of
declared hierarchies and of counts with secret noise. A part is cut at the split of the
best rank; if one of the sides has too few rows, that column is not cut again below, and
the next one is tried. So for each part and each value in its region it is possible that
all rows of the part have that value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.kernels.public_cuts import public_cuts
from diversa.data.dictionary import as_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.number_scale import Domain
from diversa.recodings.partition import Partition, whole_table
from diversa.recodings.public_trees import ColumnTree, PublicTrees, TreeRegions
from diversa.search.partitions.category_cells import category_cells
from diversa.search.partitions.number_cells import number_cells
from diversa.search.partitions.secret_noise import SecretNoise
from diversa.search.partitions.tree_cells import Blur, TreeCells

LEAST_ENTROPY = 0.001
"""Least entropy of a split, so that no score is endless."""


@dataclass(frozen=True)
class TreeRule:
    """What shapes the trees beside the counts."""

    least: int
    """Rows that both sides of a cut must have."""
    epsilon: float = 1.0
    """The privacy that may be spent on the shape of the trees."""
    key: bytes | None = field(default=None, repr=False)
    """The owner's key of the noise; None to draw one."""
    declared: frozenset[str] = frozenset()
    """Columns whose hierarchies name every value."""
    domains: Mapping[str, Domain] = field(default_factory=dict)
    """Columns of numbers whose ends are declared."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """The weight of a column; 1 by default."""

    def noise(self, finest: FrequencySet) -> SecretNoise:
        """The noise of the counts of a table.

        Somebody who changes changes two counts of each histogram. A column of numbers
        has two histograms: its ladder, unless its ends are declared, and its cells.
        """
        declared = {name for name, one in self.domains.items() if one.has_ends}
        lines = sum(
            1 + (hierarchy.is_number_line and hierarchy.attribute not in declared)
            for hierarchy in finest.hierarchies
        )
        return SecretNoise.of(self.key, marginals_of(finest), 2 * lines / self.epsilon)


def marginals_of(finest: FrequencySet) -> list[Ints]:
    """The rows, or people, with each value of each column."""
    return [
        np.bincount(codes, finest.groups.sizes, hierarchy.sizes[0]).astype(np.int64)
        for hierarchy, codes in zip(finest.hierarchies, finest.codes, strict=True)
    ]


def public_trees(finest: FrequencySet, rule: TreeRule) -> PublicTrees:
    """The trees of all columns, from noisy counts and declared hierarchies."""
    blur = Blur(rule.noise(finest), rule.least)
    trees = tuple(
        column_tree(hierarchy, rows, blur, rule)
        for hierarchy, rows in zip(
            finest.hierarchies, marginals_of(finest), strict=True
        )
    )
    return PublicTrees(trees, rule.epsilon)


def column_tree(
    hierarchy: Hierarchy, rows: Ints, blur: Blur, rule: TreeRule
) -> ColumnTree:
    """The tree of one column."""
    cells = None
    if hierarchy.is_number_line:
        domain = rule.domains.get(hierarchy.attribute)
        cells = number_cells(hierarchy, rows, blur, domain)
    if cells is None:
        declared = hierarchy.attribute in rule.declared
        cells = category_cells(hierarchy, rows, blur, declared=declared)
    return grow(hierarchy, cells, blur, rule.weights.get(hierarchy.attribute, 1.0))


def grow(
    hierarchy: Hierarchy, cells: TreeCells, blur: Blur, weight: float
) -> ColumnTree:
    """Split the cells of a column until each is alone."""
    upto = np.concatenate([[0.0], np.cumsum(np.maximum(cells.counts, 0))])
    ends, sides = [(0, len(cells.counts))], [(-1, -1)]
    splits, scores, labels = [-1], [-np.inf], [cells.label(0, len(cells.counts))]
    taken = {text_of(labels[0])}
    for node, (low, high) in enumerate(ends):  # the list grows as we go
        if high - low < 2:
            continue
        split, gain = best_split(cells, upto, low, high, blur)
        both = [cells.label(low, split), cells.label(split, high)]
        texts = {text_of(label) for label in both}
        if len(texts) < 2 or texts & taken:
            continue  # readers could not tell the sides from other regions
        taken |= texts
        splits[node], scores[node] = split, weight * gain
        sides[node] = len(ends), len(ends) + 1
        ends += [(low, split), (split, high)]
        sides += [(-1, -1)] * 2
        splits += [-1] * 2
        scores += [-np.inf] * 2
        labels += both
    lows, highs = np.array(ends, dtype=np.int64).T
    lefts, rights = np.array(sides, dtype=np.int64).T
    return ColumnTree(
        hierarchy,
        cells.cell,
        lows,
        highs,
        np.array(splits, dtype=np.int64),
        lefts,
        rights,
        np.array(scores),
        tuple(labels),
        cells.public,
    )


def text_of(label: object) -> str | None:
    """A label as it is read."""
    return None if label is None else as_text(label)


def best_split(
    cells: TreeCells, upto: Floats, low: int, high: int, blur: Blur
) -> tuple[int, float]:
    """The public split of a run of cells, and its gain."""
    depths = cells.depths[low + 1 : high]
    splits = low + 1 + np.flatnonzero(depths == depths.min())
    if cells.in_the_middle:
        splits = round_split(cells, low, high)
    left, whole = upto[splits] - upto[low], upto[high] - upto[low]
    share = left / whole if whole > 0 else np.full(len(splits), 0.5)
    entropy = np.maximum(binary_entropy(share), LEAST_ENTROPY)
    size, first = high - low, splits - low
    kept = share * (first - 1) + (1 - share) * (size - first - 1)
    gains = (size - 1 - kept) / max(1, len(cells.counts) - 1)
    smaller = np.minimum(left, whole - left)
    enough = smaller >= blur.plenty
    worth = np.where(enough, gains / np.sqrt(entropy), -1.0)
    best = int(np.argmax(worth if enough.any() else smaller))
    return int(splits[best]), float(gains[best] / entropy[best])


def round_split(cells: TreeCells, low: int, high: int) -> Ints:
    """The roundest split of numbers that is near the middle; missing values first."""
    splits = np.arange(low + 1, high)
    far = np.abs(2 * splits - low - high)
    depths = cells.depths[splits]
    near = (2 * far <= high - low) | (depths == 0)
    best = np.lexsort((far, np.where(near, depths, depths.max() + 1)))[0]
    return splits[best : best + 1]


def binary_entropy(share: Floats) -> Floats:
    """The entropy of a share and its complement, in bits."""
    inside = (share > 0) & (share < 1)
    p = np.where(inside, share, 0.5)
    entropy = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
    return np.where(inside, entropy, 0.0)


def cut_publicly(finest: FrequencySet, trees: PublicTrees, least: int) -> Partition:
    """Cut a table at public split points where both sides have `least` rows."""
    points = trees.points([*finest.codes])
    leaves = public_cuts(points, finest.groups.sizes, trees.forest, least)
    regions = TreeRegions(trees, (leaves.nodes - trees.roots).astype(np.int32), least)
    whole = whole_table(finest)
    return Partition(
        finest, whole.axes, leaves.part, len(leaves.nodes), tree_regions=regions
    )

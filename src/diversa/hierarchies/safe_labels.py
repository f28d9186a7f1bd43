# SPDX-License-Identifier: Apache-2.0
"""The public trees of safe labels, as a manifest has them.

How they are made and cut: `recodings.public_trees`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.codec.numbers import Count


@dataclass(frozen=True)
class TreeNode:
    """A node of a public tree, as a manifest has it."""

    label: str | None
    """The label; None is a missing value."""
    rank: Count | None = None
    """The place of its split among all splits of the release; the first is tried first.
    None for a node that ends."""
    sides: tuple[Count, Count] | None = None
    """Its two sides, by their places in the list; None if no group is below it."""


@dataclass(frozen=True)
class PublicTree:
    """The tree of a column, as a manifest has it."""

    column: str
    """The quasi-identifier."""
    nodes: tuple[TreeNode, ...] = field(repr=False)
    """The nodes; the first is the whole column."""


@dataclass(frozen=True)
class SafeLabels:
    """The rule that made the labels of a release, and its public parts."""

    least: Count
    """Rows, or people, that both sides of a cut must have."""
    epsilon: float | None
    """The privacy that the shape of the trees spent; None where nothing was drawn."""
    structure_only: bool
    """True if the groups depend on the quasi-identifiers alone: nothing but the number
    of rows was asked for, so that the whole promise of safe labels is proven."""
    trees: tuple[PublicTree, ...] = field(repr=False)
    """A tree for each quasi-identifier."""
    earlier: bool = False
    """True if the cuts were made on an earlier table and applied to this one: then no
    cut depends on these rows, a side may have fewer of them, or none."""


def labels_by_proof(labels: str | None, rule: SafeLabels | None) -> str | None:
    """The name of labels by the proof that they have.

    Safe labels whose groups were asked for more than a number of rows are regions.
    """
    proved = rule is not None and rule.structure_only
    return "region" if labels == "safe" and not proved else labels

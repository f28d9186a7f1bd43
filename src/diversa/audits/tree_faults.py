# SPDX-License-Identifier: Apache-2.0
"""Faults of safe labels: the cuts of the public trees are made again from the file.

A file without the original shows whether its groups are what the rule of the manifest
makes of some table: every label is a node of its tree, every cut was made on all groups
of its region or refused on all, and no group has fewer rows than a side must have.
Where the cuts were made on an earlier table, groups may be missing or small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.engines.counting import Counting
from diversa.engines.table import Table
from diversa.hierarchies.safe_labels import PublicTree, SafeLabels
from diversa.record.record import Record

STRANGER = -1
"""Node of a label that its tree does not have."""


def tree_faults(engine: Counting, rows: Table, record: Record) -> Iterator[str]:
    """Faults of a release with safe labels whose groups the rule cannot have made."""
    rule = record.safe_labels
    if rule is None:
        return
    name = record.release_file
    columns = [tree.column for tree in rule.trees]
    dictionaries = [engine.values(rows, column) for column in columns]
    cells = engine.count(rows, dictionaries)
    nodes = np.stack(
        [
            places(tree, [*dictionary.texts, None][: dictionary.size])[codes]
            for tree, dictionary, codes in zip(
                rule.trees, dictionaries, cells.codes.T, strict=True
            )
        ],
        axis=1,
    )
    strange = [
        column
        for column, line in zip(columns, nodes.T, strict=True)
        if (line == STRANGER).any()
    ]
    if strange:
        yield (
            f"{name}: labels of {', '.join(strange)} must be nodes of the public trees"
            " of the manifest, got others"
        )
        return
    counts = np.asarray(cells.counts)
    whole = (nodes == 0).all(axis=1)
    if record.is_starred and record.suppressed:  # suppressed rows look like the root
        nodes, counts = nodes[~whole], counts[~whole]
    small = int((counts < rule.least).sum())
    if small and not rule.earlier:
        yield (
            f"{name}: groups must have at least {rule.least} rows, as many as a side of"
            f" a cut, got {small:,} with fewer"
        )
    withheld = rule.earlier or record.gone > 0
    wrong = Cuts(rule, nodes).wrong_groups(withheld=withheld)
    if wrong:
        yield (
            f"{name}: groups must be what cuts of the public trees make, in the order"
            f" of the manifest, got {wrong:,} that are not"
        )


def places(tree: PublicTree, labels: Sequence[str | None]) -> Ints:
    """The node of each label."""
    node = {one.label: number for number, one in enumerate(tree.nodes)}
    return np.array([node.get(label, STRANGER) for label in labels], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Cuts:
    """The cuts of a rule, made again on groups instead of rows."""

    rule: SafeLabels
    """The rule."""
    nodes: Ints = field(repr=False)
    """The node of each group in each tree, one line per group."""

    @cached_property
    def spans(self) -> list[tuple[Ints, Ints]]:
        """The places of the nodes of each tree; see `spans_of`."""
        return [spans_of(tree) for tree in self.rule.trees]

    def wrong_groups(self, *, withheld: bool) -> int:
        """Groups that no sequence of cuts leads to.

        Where rows are withheld, one side of a cut may be without groups.
        """
        wrong = 0
        roots = tuple(0 for _ in self.rule.trees)
        waiting = [(np.arange(len(self.nodes)), roots, frozenset[int]())]
        while waiting:
            groups, region, refused = waiting.pop()
            column = self._next(region, refused)
            if column is None:
                alike = (self.nodes[groups] == region).all()
                wrong += 0 if len(groups) <= 1 and alike else len(groups)
                continue
            own, here = self.nodes[groups, column], region[column]
            if (own == here).all():
                waiting.append((groups, region, refused | {column}))
                continue
            sides = self.rule.trees[column].nodes[here].sides or ()
            parts = [(side, groups[self._below(column, own, side)]) for side in sides]
            reached = sum(len(part) for _, part in parts)
            empty = any(len(part) == 0 for _, part in parts)
            if reached < len(groups) or (empty and not withheld):
                wrong += len(groups)
                continue
            for side, part in parts:
                if len(part):
                    below = (*region[:column], side, *region[column + 1 :])
                    waiting.append((part, below, refused))
        return wrong

    def _next(self, region: Sequence[int], refused: frozenset[int]) -> int | None:
        """The column that is to be cut next."""
        ranks = [
            (rank, column)
            for column, (tree, node) in enumerate(
                zip(self.rule.trees, region, strict=True)
            )
            if column not in refused and (rank := tree.nodes[node].rank) is not None
        ]
        return min(ranks)[1] if ranks else None

    def _below(self, column: int, nodes: Ints, side: int) -> Bools:
        begins, ends = self.spans[column]
        return (begins[nodes] >= begins[side]) & (begins[nodes] < ends[side])


def spans_of(tree: PublicTree) -> tuple[Ints, Ints]:
    """The place of each node in depth, and the place after the last node below it."""
    begins = np.zeros(len(tree.nodes), dtype=np.int64)
    ends = np.zeros(len(tree.nodes), dtype=np.int64)
    place, waiting = 0, [(0, False)]
    while waiting:
        node, is_done = waiting.pop()
        if is_done:
            ends[node] = place
            continue
        begins[node] = place
        place += 1
        waiting.append((node, True))
        waiting += [(side, False) for side in reversed(tree.nodes[node].sides or ())]
    return begins, ends

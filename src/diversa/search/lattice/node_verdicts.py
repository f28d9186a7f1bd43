# SPDX-License-Identifier: Apache-2.0
"""The verdicts of a search: nodes that hold, nodes that fail, and all others.

A search for the best node rules most nodes out by their cost, without judging them.
Those have no verdict.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Bools
from diversa.search.lattice.lattice import Node
from diversa.search.task import Task


class NodeVerdicts:
    """Verdicts on the nodes of one task, a few bytes for each node.

    Nothing is remembered of a lattice that is too large to enumerate, nor of levels
    that the task does not allow.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._remembers = task.lattice.is_enumerable
        shape = task.lattice.shape if self._remembers else ()
        self._valid, self._invalid, self._invalid_below = np.zeros((3, *shape), bool)

    def judge(self, node: Node, *, is_valid: bool) -> None:
        """Remember the verdict on one node; others than those of the task have none."""
        if self._remembers and node in self.task.lattice:
            (self._valid if is_valid else self._invalid)[node] = True

    def judge_all(self, valid: Bools) -> None:
        """Remember the verdicts on all nodes."""
        self._valid, self._invalid = valid, self.task.lattice.node_mask & ~valid

    def rule_out(self, node: Node) -> None:
        """Remember that neither a node nor any of its specializations is valid."""
        if self._remembers and node in self.task.lattice:
            self._invalid_below[node] = True

    @property
    def holds(self) -> Bools:
        """Nodes that are known to be valid, in the lattice's shape."""
        return add_above(self._valid) if self.task.prunes else self._valid

    @property
    def fails(self) -> Bools:
        """Nodes that are known not to be valid, in the lattice's shape."""
        below = self._invalid_below
        if self.task.prunes:
            below = below | self._invalid
        downwards = np.flip(add_above(np.flip(below)))
        return (downwards | self._invalid) & self.task.lattice.node_mask

    @property
    def satisfying(self) -> Bools | None:
        """Every valid node; None if some node has no verdict."""
        if not self._remembers:
            return None
        holds, nodes = self.holds, self.task.lattice.node_mask
        return holds if np.array_equal(holds | self.fails, nodes) else None


def add_above(nodes: Bools) -> Bools:
    """Some nodes of a lattice together with all their generalizations.

    >>> add_above(np.array([[False, True, False], [False, False, False]]))
    array([[False,  True,  True],
           [False,  True,  True]])
    """
    for axis in range(nodes.ndim):
        nodes = np.logical_or.accumulate(nodes, axis=axis)
    return nodes

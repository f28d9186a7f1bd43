# SPDX-License-Identifier: Apache-2.0
"""Optimal search: the best node by branch and bound with predictive tagging.

The idea of OLA and Flash (a failing node rules out all nodes below it) joined with
lower bounds: what a node costs at least is known from marginal counts, and rows that
must be removed at a node must be removed at every node below it. Coarse nodes are
cheap to count and rule out many fine ones, so the sweep goes from coarse to fine. Where
little is ruled out in this way, a look at a node mostly shows that it costs more than
the best one (`looks`), and its groups are never made.

References:
    K. El Emam et al., A globally optimal k-anonymity method for the de-identification
    of health data, JAMIA 2009 (OLA).
    F. Kohlmayer et al., Flash: efficient, stable and optimal k-anonymity, PASSAT 2012.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Ints
from diversa.counts.kernels.costs import open_below, raise_below
from diversa.metrics.objective import Outcome
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.result import Best, SearchResult
from diversa.search.task import Task

SLACK = 1e-12
"""A bound may exceed the cost it bounds by this much, because both are rounded."""

BLOCK = 512
"""Nodes whose bounds are looked up at once."""

WORTH = 0.3
"""Nodes that a conclusion must rule out to be worth its time."""

WORTH_BESIDE_LOOKS = 3.0
"""The same where a look could replace counting the node."""

MEMORY = 64
"""Number of recent conclusions over which the nodes ruled out are averaged."""

NOW_AND_THEN = 8
"""One in so many conclusions is drawn while they do not pay."""

SELDOM = 32
"""The same where a look could replace counting the node."""


def optimal(task: Task) -> SearchResult:
    """Find the best node; exact for every model, objective and suppression limit."""
    sweep = BranchAndBound(task)
    sweep.single_attributes()
    if sweep.best.outcome is not None:
        sweep.descend(sweep.best.outcome.levels)
    sweep.remaining()
    reason = "proven bounds rule out every node that was not counted"
    return SearchResult.of("optimal", sweep.best, sweep.evaluator, "exact", reason)


class BranchAndBound:
    """The state of one search: a lower bound per node and the best node so far.

    Two kinds of conclusions are drawn from a counted node. Upwards, about costs only:
    where no row may go, nothing above a valid node is better, whether it is valid or
    not. Downwards, by what the models say (`Evaluator.must_go`): rows that cannot be
    kept here, however groups are divided, must be removed below.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.lattice = task.lattice
        self.evaluator = Evaluator(task)
        self.best = Best(task.objective)
        self.floor = task.floor
        self.bounds = self.floor.copy()
        self._shape = np.array(self.lattice.shape)
        self.settled = ~self.lattice.node_mask
        concludes = task.limit == 0 or task.absorbs  # it is known what must go
        self._looks = self.evaluator.can_look and not concludes
        self.conclusions = (
            Conclusions(WORTH_BESIDE_LOOKS, SELDOM)
            if self._looks
            else Conclusions(WORTH, NOW_AND_THEN)
        )

    def is_open(self, node: Node) -> bool:
        """True if the node may still be better than the best one, or as good."""
        bound = self.bounds[node]
        return bool(not self.settled[node] and bound <= self.best.cost + SLACK)

    def check(self, node: Node) -> bool:
        """Count a node and conclude from it; returns True if it is the best so far."""
        outcome = self.evaluator.outcome(node)
        self.settled[node] = True
        self._conclude_below(node, outcome)
        if not self.evaluator.is_valid(outcome):
            return False
        if self.task.limit == 0:
            self.settled[self.lattice.above(node)] = True
        return self.best.offer(outcome)

    def look_at(self, node: Node) -> bool:
        """Check a node that may fail by far; returns True if it is the best so far."""
        if self.evaluator.fails_in_excerpt(node):
            self.settled[self.lattice.below(node)] = True
            return False
        looks = self._looks and not self.conclusions.are_worth_it
        if looks and self.evaluator.is_beaten(node, self.best.cost + SLACK):
            self.settled[node] = True
            self.conclusions.skip()
            return False
        return self.check(node)

    def _open_below(self, node: Node) -> int:
        """Number of nodes below that may still be the best one."""
        every = self.bounds.reshape(-1), self.settled.reshape(-1), self._shape
        return open_below(*every, np.array(node), self.best.cost + SLACK)

    def _conclude_below(self, node: Node, outcome: Outcome) -> None:
        """Settle nodes below, or raise their bounds, by the rows that must go here."""
        if outcome.complete:
            return
        if self.task.limit == 0 and self.task.absorbs:  # some row must go
            self.settled[self.lattice.below(node)] = True
        elif self.task.limit == 0 or self.task.absorbs:  # it is known what must go
            self._raise_bounds(node, outcome)
        elif self.conclusions.are_worth_it:
            before = self._open_below(node)
            if before:
                self._raise_bounds(node, outcome)
            self.conclusions.record(before - self._open_below(node))
        else:
            self.conclusions.skip()

    def _raise_bounds(self, node: Node, outcome: Outcome) -> None:
        total, gone = self.evaluator.must_go(outcome)
        if self.evaluator.is_too_much(total):
            self.settled[self.lattice.below(node)] = True
            self.evaluator.verdicts.rule_out(node)
        elif total:
            penalty = np.asarray(self.task.objective.penalty(outcome, gone))
            every = self.bounds.reshape(-1), self.floor.reshape(-1), self._shape
            raise_below(*every, np.array(node), penalty.reshape(-1))

    def single_attributes(self) -> None:
        """Check each attribute alone (all others at the top), as Incognito begins."""
        top, bottom = self.lattice.top, self.lattice.bottom
        for place, height in enumerate(top):
            for level in range(bottom[place], height + 1):  # each rolls up the last
                node = (*top[:place], level, *top[place + 1 :])
                if not self.settled[node]:
                    self.check(node)

    def descend(self, node: Node) -> None:
        """Go down from a node as long as a better one is found."""
        step: Node | None = node
        while step is not None:
            promising = sorted(
                self.lattice.predecessors(step), key=self.bounds.__getitem__
            )
            step = next(
                (one for one in promising if self.is_open(one) and self.check(one)),
                None,
            )

    def remaining(self) -> None:
        """Check what is still open; first what may rule out most nodes below it."""
        in_reach = self.bounds <= self.best.cost + SLACK
        left = np.flatnonzero(in_reach & ~self.settled)
        most_below = -self.lattice.nodes_below.ravel()[left]
        order = left[np.lexsort((-self.floor.ravel()[left], most_below))]
        done, nodes = self.lattice.size - len(order), self.lattice.size
        for start in range(0, len(order), BLOCK):
            for place, node in self._open_nodes(order[start : start + BLOCK]):
                if not self.is_open(node):
                    continue
                self.task.progress(done + start + place, nodes)
                if self.look_at(node):
                    self.descend(node)
        self.task.progress(nodes, nodes)

    def _open_nodes(self, block: Ints) -> list[tuple[int, Node]]:
        """The nodes of a block that are open now, with their places in it."""
        in_reach = self.bounds.ravel()[block] <= self.best.cost + SLACK
        places = np.flatnonzero(in_reach & ~self.settled.ravel()[block])
        levels = np.unravel_index(block[places], self.lattice.shape)
        nodes = zip(*(column.tolist() for column in levels), strict=True)
        return list(zip(places.tolist(), nodes, strict=True))


class Conclusions:
    """Decides whether conclusions about the nodes below are worth their time.

    A conclusion takes nearly as long as counting a node. While conclusions rule out
    next to nothing, only one now and then is drawn, to see whether that has changed.
    """

    def __init__(self, worth: float, often: int) -> None:
        """Start with drawing; one in `often` is drawn while they do not pay."""
        self._worth = worth
        self._often = often
        self._ruled_out = 3 * worth
        self._passed = 0

    @property
    def are_worth_it(self) -> bool:
        """True if the next conclusion should be drawn."""
        return self._ruled_out >= self._worth or self._passed >= self._often

    def skip(self) -> None:
        """Remember that no conclusion was drawn from a node."""
        self._passed += 1

    def record(self, ruled_out: int) -> None:
        """Remember the number of nodes that a conclusion ruled out."""
        self._passed = 0
        self._ruled_out += (ruled_out - self._ruled_out) / MEMORY

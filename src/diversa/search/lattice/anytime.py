# SPDX-License-Identifier: Apache-2.0
"""Anytime search of lattices too large to enumerate: better the longer it runs.

Two searches take turns. The one proves: it keeps boxes of nodes, each between a lowest
and a highest node, that together hold every node that may be better than the best one.
A box is made smaller from both ends: rows that must go at its highest node must go at
all nodes below it, so a level that would remove too many rows is cut off below; and a
level that costs too much whatever the others are is cut off above. What is left is
divided. Where no box is left, the best node is proven to be the best of all; until then
the least bound of a box is how good the best node can be at most.

The other one finds: from random nodes down to nodes of which no direct specialization
is valid, and on from there by raising one attribute and going down again.

Which of both is at work depends on the number of nodes counted alone. So the same seed
gives the same node, as long as the deadline does not come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from diversa.search.deadline import Deadline
from diversa.search.lattice.lattice import Lattice, Node
from diversa.search.lattice.node_costs import NodeCosts
from diversa.search.lattice.result import SearchResult
from diversa.search.task import Task

TURN = 64
"""Nodes that one of the two searches counts before the other takes over."""

MOST_FRUITLESS = 2
"""Most extra turns that proving gets while finding improves nothing."""

STEPS = 8
"""Steps allowed per counted node; a step to a node counted before is nearly free."""


def anytime(task: Task) -> SearchResult:
    """Search until the deadline for the best node, and bound the cost of all others.

    The first way down is always completed.
    """
    deadline, nodes = Deadline(task.seconds), NodeCosts(task)
    random = np.random.default_rng(task.seed)
    way = way_down(nodes, task.lattice.top, sparing=False)
    boxes, here = OpenBoxes(nodes), list(way)[-1]
    finding, proving, fruitless = find(nodes, here, random), boxes.prove(), 0
    while not boxes.is_empty and not deadline.has_passed:
        best = nodes.best.cost
        take_turn(finding, nodes, deadline, TURN)
        take_turn(proving, nodes, deadline, TURN * (1 + fruitless))
        fruitless = 0 if nodes.best.cost < best else min(fruitless + 1, MOST_FRUITLESS)
    return result_of(nodes, boxes, deadline)


def take_turn(
    turn: Iterator[None], nodes: NodeCosts, deadline: Deadline, counts: int
) -> None:
    """Let one of the two searches count some nodes, or take some steps."""
    end = nodes.count + counts
    for _ in islice(turn, STEPS * counts):
        nodes.task.progress(int(100 * deadline.share), 100)
        if nodes.count >= end or deadline.has_passed:
            return


def result_of(nodes: NodeCosts, boxes: OpenBoxes, deadline: Deadline) -> SearchResult:
    """Summarize the search, and tell whether its best node is proven to be the best."""
    best, bound = nodes.best, boxes.bound
    if boxes.is_empty:
        reason = "proven bounds rule out every node that was not counted"
    else:
        reason = (
            f"stopped after {deadline.seconds:g} s of processor time, before every"
            " other node was ruled out"
        )
    return SearchResult(
        algorithm="anytime",
        best=best.outcome,
        cost=best.cost,
        checked=nodes.count,
        optimality="exact" if boxes.is_empty else "best found",
        reason=reason,
        verdicts=nodes.verdicts,
        bound=bound,
        stopped="done" if boxes.is_empty else "time",
    )


@dataclass(frozen=True, order=True)
class Box:
    """All nodes between two nodes, those two included."""

    bound: float
    """Least cost of any of them."""
    low: Node
    """The lowest node."""
    high: Node
    """The highest node."""


class OpenBoxes:
    """Boxes that together hold every node that may be better than the best one."""

    def __init__(self, nodes: NodeCosts) -> None:
        self._nodes = nodes
        lattice = nodes.task.lattice
        bound = nodes.least(lattice.bottom, lattice.top)
        self._boxes = [Box(bound, lattice.bottom, lattice.top)]

    @property
    def is_empty(self) -> bool:
        """True if the best node is proven to be the best of all."""
        return not self._boxes or not self._nodes.is_in_reach(self._boxes[0].bound)

    @property
    def bound(self) -> float:
        """Least cost of any node."""
        best = self._nodes.best.cost
        return best if self.is_empty else min(best, self._boxes[0].bound)

    def prove(self) -> Iterator[None]:
        """Narrow and divide boxes, those with the least bound first."""
        while not self.is_empty:
            box = self._narrow(heapq.heappop(self._boxes))
            for half in [] if box is None else self._halves(box):
                if self._nodes.is_in_reach(half.bound):
                    heapq.heappush(self._boxes, half)
            yield

    def _narrow(self, box: Box) -> Box | None:
        """The box without levels that no better node has; None if nothing is left."""
        low, high = box.low, box.high
        while True:
            if self._nodes.at(high).dead:
                return None
            bound = max(box.bound, self._nodes.least(low, high))
            if not self._nodes.is_in_reach(bound):
                return None
            affordable = self._affordable(low, high)
            if affordable != high:
                high = affordable
                continue
            alive = self._alive(low, high)
            if alive == low:
                return Box(bound, low, high)
            low = alive

    def _affordable(self, low: Node, high: Node) -> Node:
        """Highest levels that a better node of the box may have."""
        for place, least in enumerate(low):
            while high[place] > least:
                raised = with_level(low, place, high[place])
                if self._nodes.is_in_reach(self._nodes.least(raised, high)):
                    break
                high = with_level(high, place, high[place] - 1)
        return high

    def _alive(self, low: Node, high: Node) -> Node:
        """Lowest levels at which not too many rows must go."""
        for place, most in enumerate(high):
            while low[place] < most:
                lowered = with_level(high, place, low[place])
                if not self._nodes.at(lowered).dead:
                    break
                low = with_level(low, place, low[place] + 1)
        return low

    def _halves(self, box: Box) -> list[Box]:
        """Divide a box at its dearest step: the lowest level of one attribute."""
        low, high = box.low, box.high
        steps = {
            place: self._nodes.least(with_level(low, place, low[place] + 1), high)
            for place in range(len(low))
            if low[place] < high[place]
        }
        if not steps:
            return []  # one node, and it was counted
        place = max(steps, key=steps.__getitem__)
        raised = with_level(low, place, low[place] + 1)
        return [
            Box(box.bound, low, with_level(high, place, low[place])),
            Box(max(box.bound, steps[place]), raised, high),
        ]


def with_level(node: Node, place: int, level: int) -> Node:
    """The node with another level for one attribute."""
    return (*node[:place], level, *node[place + 1 :])


def find(nodes: NodeCosts, here: Node, random: np.random.Generator) -> Iterator[None]:
    """Look for better nodes near a good one: raise some attributes, then go down."""
    while True:
        end, raised = raise_some(nodes.task.lattice, here, random)
        sparing = bool(random.integers(2))
        for stay in (raised, frozenset()):  # else the way leads back where it began
            for node in way_down(nodes, end, sparing=sparing, stay=stay):
                end = node
                yield
        if nodes.at(end).standing <= nodes.at(here).standing:
            here = end


def way_down(
    nodes: NodeCosts, node: Node, *, sparing: bool, stay: frozenset[int] = frozenset()
) -> Iterator[Node]:
    """Step to a better direct specialization until there is none.

    A `sparing` way takes the step that gains most per row removed. Attributes in `stay`
    keep their level.
    """
    while True:
        here, steps = nodes.at(node), []
        yield node
        for below in nodes.task.lattice.predecessors(node):
            if any(below[place] < node[place] for place in stay):
                continue
            there = nodes.at(below)
            if there.standing < here.standing:
                rows = max(0, there.suppressed - here.suppressed)
                spent = 1 + rows if sparing and here.is_valid else 1
                steps.append((-here.gain(there) / spent, there.standing, below))
            yield node
        if not steps:
            return
        node = min(steps)[-1]


def raise_some(
    lattice: Lattice, node: Node, random: np.random.Generator
) -> tuple[Node, frozenset[int]]:
    """Raise up to three attributes by some levels; returns the node and the attributes.

    Returns the node and the attributes.
    """
    heights = lattice.heights
    low = [place for place, height in enumerate(heights) if node[place] < height]
    raised = random.permutation(low)[: 1 + int(random.integers(3))].tolist()
    for place in raised:
        level = int(random.integers(node[place] + 1, heights[place] + 1))
        node = with_level(node, place, level)
    return node, frozenset(raised)

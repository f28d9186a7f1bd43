# SPDX-License-Identifier: Apache-2.0
"""The search for linked tables: levels of constants and visits, and what is left out.

The part of the models that asks for k people is monotone: what has too few people
behind it at a node has no more at any node below. The part on shares is not, so that it
is judged at each node by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Floats
from diversa.counts.histories import Histories, add_up
from diversa.errors import NoSolutionError, PlanError
from diversa.metrics.objective import Node, sum_over_attributes
from diversa.models.linked_privacy import LinkedModel, Secrets, judge_patterns
from diversa.search.lattice.lattice import ENUMERABLE, Lattice
from diversa.search.linked_side import Budget, Side
from diversa.search.visit_kinds import Weakness, kinds_to_drop


@dataclass(frozen=True, eq=False)
class LinkedDecision:
    """What is published of linked tables."""

    node: Node
    """The level of each attribute: of people, then of visits."""
    left: Histories
    """The people and visits that are published, at that node."""
    loss: float
    """The loss, what is left out counted as lost; the mean over all attributes."""
    nodes: int
    """Nodes of the lattice."""
    tried: int
    """Nodes that were counted."""


@dataclass(frozen=True, eq=False)
class LinkedTask:
    """Linked tables, and what must hold in them."""

    histories: Histories
    """The histories, by the numbers of distinct tuples."""
    people: Side
    """What may be known of people; line c is number c of the constants."""
    visits: Side
    """What may be known of a visit; line v is number v of the visits."""
    models: tuple[LinkedModel, ...]
    """The models."""
    secrets: Secrets
    """The sensitive attributes."""
    budget: Budget
    """What may be left out."""

    @cached_property
    def lattice(self) -> Lattice:
        """Every choice of levels."""
        return Lattice(
            tuple(
                hierarchy.height
                for side in (self.people, self.visits)
                for hierarchy in side.hierarchies
            )
        )

    def at(self, node: Node) -> Histories:
        """The histories at a node."""
        own = len(self.people.hierarchies)
        return self.histories.move(
            self.people.numbers(node[:own]), self.visits.numbers(node[own:])
        )

    @cached_property
    def costs(self) -> Floats:
        """The loss of every node, before anything is left out."""
        every = self.histories
        people = add_up(every.constants, every.people, len(self.people.codes))
        weights = every.people[every.owners]
        visits = add_up(every.visits, weights, len(self.visits.codes))
        losses = [*self.people.losses(people), *self.visits.losses(visits)]
        return sum_over_attributes(losses) / max(1, len(losses))

    def loss(self, node: Node, left: Histories) -> float:
        """The loss of a node, what is left out counted as wholly lost."""
        every, own = self.histories, len(self.people.hierarchies)
        constants = every.constants[left.origins]
        people = add_up(constants, left.people, len(self.people.codes))
        visits = np.empty_like(every.visits)
        visits[every.lines] = every.visits
        weights = left.people[left.owners]
        known = add_up(visits[left.lines], weights, len(self.visits.codes))
        sides = (
            (self.people.losses(people), node[:own], left.total, every.total),
            (
                self.visits.losses(known),
                node[own:],
                left.visit_count,
                every.visit_count,
            ),
        )
        total = 0.0
        for losses, levels, kept, whole in sides:
            share = kept / whole if whole else 1.0
            each = (loss[x] for loss, x in zip(losses, levels, strict=True))
            total += sum(share * loss + 1 - share for loss in each)
        return float(total / max(1, len(node)))

    def must_go(self, at_node: Histories) -> bool:
        """Whether more must be left out than may be, at a node and all below it."""
        people = visits = 0
        for model in self.models:
            judged = judge_patterns(at_node, model, self.secrets, only_k=True)
            few, more = judged[0], judged[1:]
            if model.known is None:
                return bool(few.fails_k.any()) and self.budget.is_empty
            people = max(people, int(few.supports[few.fails_k].sum()))
            alone = sum(int(one.supports[one.fails_k].sum()) for one in more[:1])
            losing = np.zeros(len(at_node), dtype=np.bool_)
            for one in more:  # each of them loses a visit at least
                losing[one.having(one.fails_k)] = True
            visits = max(visits, alone, int(at_node.people[losing].sum()))
        return people > self.budget.people or visits > self.budget.visits

    def repair(self, at_node: Histories) -> Histories | None:
        """Leave out what the models need, within the budget; None if that fails.

        Visits of a kind go from all people with the same constants, the kinds that are
        in the most patterns for each visit that is lost first. Where the budget has
        none left for that, people go, until all patterns of the others hold.
        """
        left = at_node
        while weak := self.weakest(left):
            if self.budget.is_empty:
                return None
            spent = at_node.visit_count - left.visit_count
            gone = kinds_to_drop(left, weak, self.budget.visits - spent)
            if gone is None:
                left = self.stable(left)
            else:
                left = left.select(np.ones(len(left), dtype=np.bool_), ~gone)
            if (
                at_node.total - left.total > self.budget.people
                or at_node.visit_count - left.visit_count > self.budget.visits
            ):
                return None
        return left

    def stable(self, histories: Histories) -> Histories:
        """The people who are left when all with a failing pattern go, again and again.

        For patterns with too few people that is the largest set in which none fails,
        in whatever order they go.
        """
        while weak := self.weakest(histories):
            stays = np.ones(len(histories), dtype=np.bool_)
            stays[weak.judged[-1].having(weak.judged[-1].fails)] = False
            histories = histories.select(stays, np.ones(len(histories.visits), bool))
        return histories

    def weakest(self, histories: Histories) -> Weakness | None:
        """The patterns of the fewest visits in which a model fails, if any does."""
        found: list[Weakness] = []
        for model in self.models:
            judged = judge_patterns(histories, model, self.secrets)
            failing = (size for size, one in enumerate(judged) if one.fails.any())
            size = next(failing, None)
            if size is not None:
                found.append(Weakness(judged[: size + 1]))
        return min(found, key=lambda weak: len(weak.judged), default=None)

    def search(self) -> LinkedDecision:
        """The node of the least loss among those that can be repaired."""
        failed, tried, visits = self._no_node(), 0, len(self.histories.visits)
        best: tuple[float, Node, Histories] | None = None
        for place in np.argsort(self.costs, axis=None, kind="stable"):
            node = tuple(map(int, np.unravel_index(place, self.lattice.shape)))
            if best is not None and self.costs[node] >= best[0]:
                break
            tried += 0 if failed[node] else self.climb(node, failed)
            left = None if failed[node] else self.repair(self.at(node))
            if left is not None and bool(len(left.visits)) == bool(visits):
                loss = self.loss(node, left)
                best = min(best or (loss, node, left), (loss, node, left), key=first)
        if best is None:
            raise NoSolutionError(
                "linked: no levels of the quasi-identifiers satisfy"
                f" {', '.join(model.spec for model in self.models)}; raise suppression,"
                " lower most_visits or m, or publish the tables unlinked"
            )
        loss, node, left = best
        return LinkedDecision(node, left, loss, self.lattice.size, tried)

    def climb(self, node: Node, failed: Bools) -> int:
        """Mark nodes that fail, from one upwards; give the number that was counted.

        If it fails itself, the last on a way to the top that fails is found by halves,
        and all below that one fail with it.
        """
        tried = 1
        if not self.must_go(self.at(node)):
            return tried
        failed[self.lattice.below(node)] = True
        way = list(self.way_up(node))
        low, high = 1, len(way)
        while low < high:
            middle, tried = (low + high) // 2, tried + 1
            if self.must_go(self.at(way[middle])):
                failed[self.lattice.below(way[middle])] = True
                low = middle + 1
            else:
                high = middle
        return tried

    def way_up(self, node: Node) -> Iterator[Node]:
        """Nodes from one to the top, each the cheapest above the last."""
        yield node
        while node != self.lattice.top:
            above = self.lattice.successors(node)
            node = min(above, key=lambda other: float(self.costs[other]))
            yield node

    def _no_node(self) -> Bools:
        if not self.lattice.is_enumerable:
            raise PlanError(
                [
                    f"[linked] must have at most {ENUMERABLE:,} choices of levels, got"
                    f" {self.lattice.size:,}; give hierarchies of fewer levels"
                ]
            )
        return np.zeros(self.lattice.shape, dtype=np.bool_)


def first(found: tuple[float, Node, Histories]) -> float:
    """The loss of what was found."""
    return found[0]

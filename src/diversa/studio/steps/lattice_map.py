# SPDX-License-Identifier: Apache-2.0
"""The picture of all generalizations: every node of the lattice as a point.

A point says how high its node is, what it loses, and whether the models hold there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods import make_task
from diversa.metrics.loss import Loss
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Node
from diversa.search.planner import search, search_all
from diversa.search.task import Task
from diversa.studio.steps.hierarchies import label_text
from diversa.studio.steps.measure import optimality_words

MOST_POINTS = 4000
"""The most nodes that are drawn."""

MOST_NODES = 2 * 10**5
"""The most nodes of a lattice that is judged as a whole."""

MOST_WORK = 2 * 10**8
"""The most nodes times cells that are judged at once."""

MOST_RISKS = 250
"""The most nodes whose risk is counted."""

MOST_SAMPLED = 200
"""Nodes of a larger lattice that are drawn at random and judged."""


@dataclass(frozen=True)
class NodePoint:
    """A node of the lattice in the picture."""

    levels: tuple[int, ...]
    """One level per quasi-identifier."""
    height: int
    """The sum of the levels."""
    loss: float
    """The loss of its levels, before any row is withheld."""
    kind: str
    """fails, holds, minimal or best."""
    risk: float | None = None
    """The average probability that a person is found; None if it was not counted."""


@dataclass(frozen=True)
class LatticeMap:
    """All generalizations of a table, as points."""

    attributes: tuple[str, ...]
    """The quasi-identifiers, in the order of levels."""
    heights: tuple[int, ...]
    """The highest level of each that there is."""
    nodes: int
    satisfying: int | None
    """Number of nodes at which the models hold; None if not all were judged."""
    points: tuple[NodePoint, ...]
    """The nodes that are drawn; those on the same spot are one point."""
    best: tuple[int, ...] | None
    """The best node; None if the models hold nowhere."""
    note: str
    """A sentence on how the nodes were judged."""
    examples: tuple[tuple[str, ...], ...] = ()
    """The label of each attribute's most frequent value on each level."""


def lattice_map(table: OpenTable, **words: Unpack[PlanKeywords]) -> LatticeMap:
    """Judge every node of the lattice, and measure its loss.

    In a lattice with too many nodes, the best one and some others are judged.

    Raises:
        DiversaError: The plan cannot be searched.
    """
    _, task = plan_and_task(table, words)
    lattice = task.lattice
    attributes = tuple(one.attribute for one in task.finest.hierarchies)
    judged = lattice.size <= MOST_NODES and lattice.size * len(task.finest) <= MOST_WORK
    result = search_all(task) if judged else search(task)
    best = None if result.best is None else result.best.levels
    points: tuple[NodePoint, ...] = ()
    satisfying = None
    if judged and result.satisfying is not None:
        satisfying = int(result.satisfying.sum())
        points = with_risks(task, points_of(task, result.satisfying, best))
    else:
        points = sample_points(task, best)
    return LatticeMap(
        attributes,
        tuple(one.height for one in task.finest.hierarchies),
        lattice.size,
        satisfying,
        points,
        best,
        optimality_words(result.optimality, result.reason),
        tuple(
            map(
                label_examples,
                table.counted.dictionaries,
                table.counted.own_hierarchies,
            )
        ),
    )


def label_examples(dictionary: Dictionary, hierarchy: Hierarchy) -> tuple[str, ...]:
    """The label of an attribute's most frequent value on each level."""
    code = int(np.argmax(dictionary.counts))
    return tuple(
        label_text(labels[int(codes[code])])
        for codes, labels in zip(hierarchy.maps, hierarchy.labels, strict=True)
    )


def sample_points(task: Task, best: Node | None) -> tuple[NodePoint, ...]:
    """Some nodes of a large lattice: random ones, and those around the best."""
    lattice, random = task.lattice, np.random.default_rng(task.seed)
    lows, heights = np.array(lattice.bottom), np.array(lattice.heights)
    drawn = random.integers(lows, heights + 1, (MOST_SAMPLED, len(heights)))
    nodes = {lattice.bottom: None, lattice.top: None}
    if best is not None:
        nodes |= dict.fromkeys((*lattice.successors(best), *lattice.predecessors(best)))
    nodes |= dict.fromkeys(tuple(node) for node in drawn.tolist())
    nodes.pop(best or (), None)
    means, evaluator = Loss().level_means(task.marginals), Evaluator(task)

    def point(node: Node, kind: str) -> NodePoint:
        costs = [float(mean[level]) for mean, level in zip(means, node, strict=True)]
        return NodePoint(node, sum(node), round(sum(costs) / len(costs), 4), kind)

    points = [
        point(node, "holds" if evaluator.is_valid(evaluator.outcome(node)) else "fails")
        for node in nodes
    ]
    if best is not None:
        points.append(point(best, "best"))
    return with_risks(task, points)


def plan_and_task(table: OpenTable, words: PlanKeywords) -> tuple[Plan, Task]:
    """The plan that the words give, and the task of its full-domain search."""
    plan = table.plan_for(**words)
    plan = replace(plan, search=replace(plan.search, method="full-domain"))
    return plan, make_task(table.counted, plan, unseen)


def points_of(
    task: Task, satisfying: NDArray[np.bool_], best: Node | None
) -> list[NodePoint]:
    """The nodes as points, one for each spot; the best comes last."""
    lattice = task.lattice
    inside = lattice.below(lattice.top)
    loss = np.round(Loss().floor(task.marginals)[inside], 4)
    minimal = lattice.minimal(satisfying)
    kinds = {
        "fails": lattice.node_mask & ~satisfying,
        "holds": satisfying & ~minimal,
        "minimal": minimal,
    }
    points = []
    for kind, chosen in kinds.items():
        nodes = np.argwhere(chosen)
        spots = np.stack([nodes.sum(axis=1), loss[chosen]], axis=1)
        _, first = np.unique(spots, axis=0, return_index=True)
        room = len(first) if kind == "minimal" else MOST_POINTS // 2
        first = first[:: max(1, -(-len(first) // room))]
        points += [
            NodePoint(
                tuple(map(int, node)), int(sum(node)), float(loss[tuple(node)]), kind
            )
            for node in nodes[np.sort(first)].tolist()
        ]
    if best is not None:
        points.append(NodePoint(best, sum(best), float(loss[best]), "best"))
    return points


def with_risks(task: Task, points: Sequence[NodePoint]) -> tuple[NodePoint, ...]:
    """Count the risk of the best and minimal points, and of some others."""
    ranks = {"best": 0, "minimal": 1, "holds": 2, "fails": 3}
    order = sorted(range(len(points)), key=lambda place: ranks[points[place].kind])
    number = sum(point.kind in ("best", "minimal") for point in points)
    others, room = order[number:], max(1, MOST_RISKS - number)
    chosen = order[:number] + others[:: max(1, -(-len(others) // room))]
    evaluator, risks = Evaluator(task), dict[int, float]()
    for place in chosen[:MOST_RISKS]:
        outcome = evaluator.outcome(points[place].levels)
        kept = outcome.kept | (points[place].kind == "fails")
        rows = int(outcome.frequency_set.groups.sizes[kept].sum())
        risks[place] = int(kept.sum()) / max(1, rows)
    return tuple(
        replace(point, risk=risks.get(place)) for place, point in enumerate(points)
    )

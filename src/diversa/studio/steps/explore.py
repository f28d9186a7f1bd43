# SPDX-License-Identifier: Apache-2.0
"""The step *explore*: all generalizations as a picture, and any of them looked into.

Every node of the lattice is a point: how high it is, what it loses, whether the models
hold there. A node can be opened: its levels, how rows would read, how large groups are,
what each attribute loses. Methods and values of a setting stand side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary, as_text
from diversa.engines.row_recoding import CountedTuples
from diversa.errors import DiversaError, InternalError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods import METHODS, make_task
from diversa.methods.full_domain import decide_node
from diversa.methods.manual_levels import check_between, node_of
from diversa.metrics.loss import Loss, loss_by_attribute
from diversa.metrics.objective import Outcome
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.release.evidence import SPANS, shares
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.planner import search, search_all
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task
from diversa.studio.explanations import explain_error
from diversa.studio.steps.hierarchies import shown_label
from diversa.sweeps.sweep import Sweep, SweepPoint
from diversa.tables.count_table import CountTable

MOST_POINTS = 4000
"""Nodes that are drawn; of more, those that say most are kept."""

MOST_NODES = 2 * 10**5
"""Nodes of a lattice of which all are judged."""

MOST_WORK = 2 * 10**8
"""Nodes times distinct tuples that are judged in a moment."""

MOST_RISKS = 250
"""Nodes whose risk is counted for the picture."""

MOST_SAMPLED = 200
"""Nodes of a larger lattice that are judged, so that there is a picture at all."""

SAMPLE = 8
"""Rows that are shown of a release."""


@dataclass(frozen=True)
class Point:
    """A node of the lattice in the picture."""

    levels: tuple[int, ...]
    """One level per quasi-identifier."""
    height: int
    """The sum of the levels."""
    loss: float
    """What the levels lose, before any row is withheld."""
    kind: str
    """fails, holds, minimal or best."""
    risk: float | None = None
    """The chance of a person to be found there on average, where it was counted."""


@dataclass(frozen=True)
class LatticeMap:
    """All generalizations of a table, as points."""

    attributes: tuple[str, ...]
    """The quasi-identifiers, in the order of levels."""
    heights: tuple[int, ...]
    """The highest level of each that the plan allows."""
    full_heights: tuple[int, ...]
    """The highest level of each that there is."""
    nodes: int
    """Nodes of the lattice."""
    satisfying: int | None
    """Nodes at which the models hold; None where not all were judged."""
    points: tuple[Point, ...]
    """The nodes that are drawn; several that fall on one spot are one point."""
    best: tuple[int, ...] | None
    """The best node; None where no node holds."""
    note: str
    """How the nodes were judged, in words."""
    examples: tuple[tuple[str, ...], ...] = ()
    """How the most frequent value of each attribute reads on each level."""


def lattice_map(table: OpenTable, **words: Unpack[PlanKeywords]) -> LatticeMap:
    """Judge every node of the lattice, and price it.

    Where there are too many of them, the best one is looked for, and some others are
    judged beside it.

    Raises:
        DiversaError: The plan cannot be searched.
    """
    task = task_of(table, words)
    lattice = task.lattice
    attributes = tuple(one.attribute for one in task.finest.hierarchies)
    judged = lattice.size <= MOST_NODES and lattice.size * len(task.finest) <= MOST_WORK
    result = search_all(task) if judged else search(task)
    best = None if result.best is None else result.best.levels
    points: tuple[Point, ...] = ()
    satisfying = None
    if judged and result.satisfying is not None:
        satisfying = int(result.satisfying.sum())
        points = with_risks(task, points_of(task, result.satisfying, best))
    else:
        points = sampled(task, best)
    return LatticeMap(
        attributes,
        lattice.heights,
        tuple(one.height for one in task.finest.hierarchies),
        lattice.size,
        satisfying,
        points,
        best,
        f"{result.algorithm}, {result.optimality}: {result.reason}",
        tuple(
            map(levels_read, table.counted.dictionaries, table.counted.own_hierarchies)
        ),
    )


def levels_read(dictionary: Dictionary, hierarchy: Hierarchy) -> tuple[str, ...]:
    """How the most frequent value of an attribute reads on each level."""
    code = int(np.argmax(dictionary.counts))
    return tuple(
        shown_label(labels[int(codes[code])])
        for codes, labels in zip(hierarchy.maps, hierarchy.labels, strict=True)
    )


def sampled(task: Task, best: Node | None) -> tuple[Point, ...]:
    """Some nodes of a lattice that is too large: drawn, and those around the best."""
    lattice, random = task.lattice, np.random.default_rng(task.seed)
    lows, heights = np.array(lattice.bottom), np.array(lattice.heights)
    drawn = random.integers(lows, heights + 1, (MOST_SAMPLED, len(heights)))
    nodes = {lattice.bottom: None, lattice.top: None}
    if best is not None:
        nodes |= dict.fromkeys((*lattice.successors(best), *lattice.predecessors(best)))
    nodes |= dict.fromkeys(tuple(node) for node in drawn.tolist())
    nodes.pop(best or (), None)
    means, evaluator = Loss().level_means(task.marginals), task.evaluator()

    def point(node: Node, kind: str) -> Point:
        costs = [float(mean[level]) for mean, level in zip(means, node, strict=True)]
        return Point(node, sum(node), round(sum(costs) / len(costs), 4), kind)

    points = [
        point(node, "holds" if evaluator.is_valid(evaluator.outcome(node)) else "fails")
        for node in nodes
    ]
    if best is not None:
        points.append(point(best, "best"))
    return with_risks(task, points)


def task_of(table: OpenTable, words: PlanKeywords) -> Task:
    """What a search is asked, for the full domain."""
    _, task = asked(table, words)
    return task


def asked(table: OpenTable, words: PlanKeywords) -> tuple[Plan, Task]:
    """The plan and the task of words; levels are those of the full domain."""
    plan = table.plan_for(**words)
    plan = replace(plan, search=replace(plan.search, method="full-domain"))
    return plan, make_task(table.counted, plan, unseen)


def points_of(
    task: Task, satisfying: NDArray[np.bool_], best: Node | None
) -> list[Point]:
    """The nodes as points; those on one spot are one, and the best comes last."""
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
            Point(tuple(map(int, node)), int(sum(node)), float(loss[tuple(node)]), kind)
            for node in nodes[np.sort(first)].tolist()
        ]
    if best is not None:
        points.append(Point(best, sum(best), float(loss[best]), "best"))
    return points


def with_risks(task: Task, points: Sequence[Point]) -> tuple[Point, ...]:
    """Count the risk of points: the best and minimal ones, and some of the others."""
    order = sorted(
        range(len(points)),
        key=lambda place: ("best", "minimal", "holds", "fails").index(
            points[place].kind
        ),
    )
    first = [place for place in order if points[place].kind in ("best", "minimal")]
    others = [place for place in order if place not in set(first)]
    room = max(0, MOST_RISKS - len(first))
    chosen = first[:MOST_RISKS] + others[:: max(1, -(-len(others) // max(1, room)))]
    evaluator, risks = task.evaluator(), dict[int, float]()
    for place in chosen[:MOST_RISKS] if room or first else []:
        outcome = evaluator.outcome(points[place].levels)
        kept = outcome.kept if points[place].kind != "fails" else ~outcome.kept | True
        rows = int(outcome.frequency_set.groups.sizes[kept].sum())
        risks[place] = int(kept.sum()) / max(1, rows)
    return tuple(
        replace(point, risk=risks.get(place)) for place, point in enumerate(points)
    )


# A node


@dataclass(frozen=True)
class Span:
    """The share of rows in groups of some sizes."""

    sizes: str
    """Such as 5 to 9."""
    share: float
    """The share of the published rows."""


@dataclass(frozen=True)
class NodeView:
    """What a node of the lattice would publish."""

    levels: Mapping[str, int]
    """The level of each quasi-identifier."""
    heights: Mapping[str, int]
    """The highest level of each."""
    is_valid: bool
    """Whether it can be published: the models hold within the suppression."""
    failing: Mapping[str, int]
    """For each model, the rows in groups in which it fails."""
    suppressed: int
    """Rows that would be withheld."""
    limit: int
    """Rows that may be withheld."""
    groups: int
    """Groups that would be published."""
    smallest: int
    """Rows of the smallest of them."""
    loss: float
    """What is lost, withheld rows included."""
    loss_by_attribute: Mapping[str, float]
    """The same for each quasi-identifier."""
    sizes: tuple[Span, ...]
    """How large groups are."""
    columns: tuple[str, ...]
    """The columns of the sample."""
    sample: tuple[tuple[str, ...], ...]
    """How some rows would read; only of groups in which the models hold."""


def look_into(
    table: OpenTable, levels: Mapping[str, int], **words: Unpack[PlanKeywords]
) -> NodeView:
    """Look into a node, whether the models hold there or not.

    Args:
        table: The open table.
        levels: The level of each quasi-identifier.
        words: The models and settings, as for `OpenTable.search`.

    Raises:
        PlanError: There are no such levels, or the plan does not allow them.
    """
    plan, task = asked(table, words)
    node = node_of(levels, table.counted.hierarchies)
    check_between(task, node)
    evaluator = task.evaluator()
    outcome = all_judged(task, evaluator.outcome(node))
    is_valid = evaluator.is_valid(outcome)
    return recoded_view(
        table.counted, plan, evaluator.verdicts, outcome, is_valid=is_valid
    )


def all_judged(task: Task, outcome: Outcome) -> Outcome:
    """The outcome with every group judged: a search stops at the first that fails."""
    groups = task.groups_for_models(outcome.frequency_set)
    kept = np.ones(len(groups), dtype=bool)
    for model in task.models:
        if model.local:
            kept &= model.holds(groups)
    return replace(outcome, kept=kept & (outcome.kept | (task.limit == 0)))


def recoded_view(
    counted: CountTable,
    plan: Plan,
    verdicts: NodeVerdicts,
    outcome: Outcome,
    *,
    is_valid: bool,
) -> NodeView:
    """What would be published of a node; groups that fail are left out."""
    summary = SearchSummary("chosen levels", "best found", "", plan.search.objective)
    decision = decide_node(counted, plan, outcome, summary, verdicts)
    recoding = decision.recoding
    recoded = recoding.recode_cells(
        counted.cells, counted.hierarchies, counted.sensitive
    )
    task = verdicts.task
    groups = task.groups_for_models(outcome.frequency_set)
    names = [one.attribute for one in counted.hierarchies]
    columns = (*names, *(one.name for one in counted.sensitive))
    tuples = replace(recoding, columns=columns).tables_of_counts(
        counted.cells, counted.hierarchies, counted.sensitive
    )
    failing = {
        model.spec: int(groups.sizes[~model.holds(groups)].sum())
        for model in task.models
    }
    kept = recoded.groups.sizes
    return NodeView(
        dict(zip(names, outcome.levels, strict=True)),
        {one.attribute: one.height for one in counted.hierarchies},
        is_valid,
        failing,
        outcome.suppressed,
        task.limit,
        len(recoded.groups),
        int(kept.min()) if len(kept) else 0,
        decision.metrics["loss"],
        loss_by_attribute(recoded),
        spans_of(kept),
        columns,
        () if tuples is None else sample_of(tuples.rows),
    )


def spans_of(sizes: NDArray[np.int64]) -> tuple[Span, ...]:
    """How large groups are: the share of rows in groups of each span of sizes.

    >>> spans_of(np.array([1, 3, 4]))[1]
    Span(sizes='3 to 4', share=0.875)
    """
    names = [
        f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high in SPANS
    ]
    names.append(f"more than {SPANS[-1][1]:,}")
    return tuple(
        Span(name, float(share))
        for name, share in zip(names, shares(sizes), strict=True)
        if share
    )


def sample_of(tuples: CountedTuples) -> tuple[tuple[str, ...], ...]:
    """Some of the tuples that would be published, spread over all of them."""
    number = len(tuples.counts)
    places = np.unique(np.linspace(0, number - 1, min(SAMPLE, number)).astype(int))
    columns = [
        [shown(column.values, int(column.codes[place])) for place in places]
        for column in tuples.columns
    ]
    return tuple(zip(*columns, strict=True))


def shown(values: Sequence[object] | None, code: int) -> str:
    """A published value as people read it; what is suppressed reads `*`."""
    if code < 0:
        return "*"
    value = code if values is None else values[code]
    return "" if value is None else as_text(value)


# Side by side


def method_names() -> tuple[str, ...]:
    """The methods that can be tried side by side."""
    return tuple(name for name in METHODS if name != "auto")


def try_method(table: OpenTable, method: str, words: PlanKeywords) -> SweepPoint:
    """What a method makes of the table under the models; a failure says why not."""
    try:
        return table.sweep({"method": [method]}, **words).points[0]
    except InternalError:
        raise
    except DiversaError as error:
        return SweepPoint({"method": method}, failure=explain_error(error))


def try_value(
    table: OpenTable, name: str, value: object, **words: Unpack[PlanKeywords]
) -> Sweep:
    """What one value of a setting costs; see `joined` for several."""
    return table.sweep({name: (value,)}, **words)


def joined(sweeps: Sequence[Sweep]) -> Sweep:
    """The sweeps of several values as one, with the frontier over all of them."""
    points = [point for sweep in sweeps for point in sweep.points]
    return Sweep.of(sweeps[0].over, sweeps[0].yardstick, points)

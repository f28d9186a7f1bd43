# SPDX-License-Identifier: Apache-2.0
"""Levels chosen by a person, judged like the levels that a search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diversa.errors import NoSolutionError, PlanError, nearest
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods.decision import Decision
from diversa.methods.full_domain import decide_node
from diversa.methods.method import make_task
from diversa.metrics.objective import Outcome
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.lattice import Node
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task
from diversa.tables.count_table import CountTable

CHOSEN = "chosen levels"
"""Name of the algorithm in the manifest."""

REASON = "the levels were chosen; no other node was looked at"
"""Reason for the optimality in the manifest."""


def manual_levels(
    counted: CountTable, plan: Plan, levels: Mapping[str, int], progress: Progress
) -> Decision:
    """Publish every quasi-identifier on the level that was chosen for it.

    Groups in which a model fails are suppressed as far as the plan allows it.

    Raises:
        NoSolutionError: A model fails at these levels, in more rows than may go.
    """
    check_method(plan)
    node = node_of(levels, counted.hierarchies)
    task = make_task(counted, plan, progress)
    check_between(task, node)
    evaluator = Evaluator(task)
    outcome = evaluator.outcome(node)
    if not evaluator.is_valid(outcome):
        raise failure(task, outcome)
    summary = SearchSummary(
        CHOSEN,
        "best found",
        REASON,
        plan.search.objective,
        task.lattice.size,
        evaluator.checked,
        floor=counted.floor,
    )
    return decide_node(counted, plan, outcome, summary, evaluator.verdicts)


def check_method(plan: Plan) -> None:
    """Refuse levels beside a method that has none."""
    if plan.search.method not in ("full-domain", "auto"):
        raise PlanError(
            f"levels: must come with the method full-domain, got {plan.search.method},"
            " whose groups have labels of their own; leave one of them out"
        )


def node_of(levels: Mapping[str, int], hierarchies: Sequence[Hierarchy]) -> Node:
    """The node of the lattice that has these levels; every fault is reported."""
    heights = {hierarchy.attribute: hierarchy.height for hierarchy in hierarchies}
    faults = [
        f"levels: '{name}' must be a quasi-identifier, got another column;"
        f" {nearest(name, list(heights))}"
        for name in levels
        if name not in heights
    ]
    faults += [
        f"levels: must name a level of '{name}' too, from 0 to {height}; 0 publishes"
        " its values as they are"
        for name, height in heights.items()
        if name not in levels
    ]
    faults += [
        f"levels: '{name}' must be a whole number from 0 to {height}, got"
        f" {levels[name]!r}"
        for name, height in heights.items()
        if name in levels and not is_level(levels[name], height)
    ]
    if faults:
        raise PlanError(faults)
    return tuple(levels[name] for name in heights)


def check_between(task: Task, node: Node) -> None:
    """Refuse levels that the plan does not allow."""
    lattice, hierarchies = task.lattice, task.finest.hierarchies
    faults = [
        f"levels: '{hierarchy.attribute}' must be from {low} to {high}, as the plan"
        f" says (search.least, search.greatest, search.floor), got {level}"
        for hierarchy, low, high, level in zip(
            hierarchies, lattice.bottom, lattice.top, node, strict=True
        )
        if not low <= level <= high
    ]
    if faults:
        raise PlanError(faults)


def is_level(level: object, height: int) -> bool:
    """True for a level of a hierarchy."""
    return type(level) is int and 0 <= level <= height


def failure(task: Task, outcome: Outcome) -> NoSolutionError:
    """Report which models fail at a node, and for how many rows."""
    groups = task.groups_for_models(outcome.frequency_set)
    lines = [
        "levels: the models do not hold at these levels with at most"
        f" {task.limit:,} of {task.total:,} {task.unit} suppressed."
    ]
    for model in task.models:
        failing = ~model.holds(groups)
        if failing.any():
            rows = int(groups.sizes[failing].sum())
            lines.append(
                f"{model.spec}: fails in {rows:,} rows, in {int(failing.sum()):,} of"
                f" {len(groups):,} groups."
            )
    lines.append("Choose higher levels, or allow more rows to be suppressed.")
    attained = {model.spec: model.attained(groups) for model in task.models}
    return NoSolutionError("\n".join(lines), attained=attained)

# SPDX-License-Identifier: Apache-2.0
"""The type of a method, and the parts that all methods share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from diversa.errors import PlanError, nearest
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods.decision import Decision
from diversa.metrics import objective
from diversa.plan.plan import Plan
from diversa.plan.sections import Search
from diversa.progress import Progress
from diversa.recodings.recoding import release_columns
from diversa.search.deadline import SECONDS
from diversa.search.task import Task
from diversa.tables.count_table import CountTable

Method = Callable[[CountTable, Plan, Progress], Decision]
"""A function from a counted table and a plan to a decision."""


def make_task(counted: CountTable, plan: Plan, progress: Progress) -> Task:
    """The task of a search, from a table and a plan."""
    models, search = plan.bound_models(), plan.search
    wanted = objective(search.objective)
    check_columns(search, counted.own_hierarchies)
    return Task(
        counted.finest(models),
        models,
        wanted.with_weights(dict(search.weights)) if search.weights else wanted,
        limit=plan.privacy.limit(counted.cells.rows),
        star=plan.privacy.suppress_by == "star",
        least={**dict(search.least), **risen(search, counted)},
        greatest=dict(search.greatest),
        seconds=SECONDS if search.time is None else search.time,
        seed=search.seed,
        progress=progress,
    )


def risen(search: Search, counted: CountTable) -> dict[str, int]:
    """Lowest level of each column that has a floor."""
    least = dict(search.least)
    return {
        name: max(level, least.get(name, 0)) for name, level in counted.floor.items()
    }


def check_columns(search: Search, hierarchies: Sequence[Hierarchy]) -> None:
    """Refuse weights and levels that the quasi-identifiers do not have."""
    heights = {hierarchy.attribute: hierarchy.height for hierarchy in hierarchies}
    greatest = dict(search.greatest)
    faults = [
        f"search.{key}: '{name}' must be a quasi-identifier, got another column;"
        f" {nearest(name, list(heights))}"
        for key in ("weights", "least", "greatest")
        for name, _ in getattr(search, key)
        if name not in heights
    ]
    faults += [
        f"search.{key}: '{name}' must be at most {heights[name]}, its highest level,"
        f" got {level}"
        for key in ("least", "greatest", "floor")
        for name, level in getattr(search, key)
        if level > heights.get(name, level)
    ]
    faults += [
        f"search.{key}: '{name}' must be at most search.greatest, got {level} and"
        f" {greatest[name]}; exchange them"
        for key in ("least", "floor")
        for name, level in getattr(search, key)
        if level > greatest.get(name, level)
    ]
    if faults:
        raise PlanError(faults)


def settings(counted: CountTable, plan: Plan) -> dict[str, Any]:
    """Settings that every recoding of a plan has."""
    return {
        "dictionaries": counted.dictionaries,
        "hierarchies": counted.own_hierarchies,
        "columns": release_columns(counted.table.columns, plan.roles, plan.identifiers),
        "star": plan.privacy.suppress_by == "star",
        "identifiers": plan.identifiers,
        "drop_missing": plan.roles.sensitive if counted.rows_dropped else (),
    }

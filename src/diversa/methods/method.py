# SPDX-License-Identifier: Apache-2.0
"""The type of a method, and the parts that all methods share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from diversa.errors import PlanError, nearest
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods.decision import Decision
from diversa.metrics import objective
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
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
    finest = counted.finest(models)
    task = Task(
        finest,
        models,
        wanted.with_weights(dict(search.weights)) if search.weights else wanted,
        star=plan.privacy.suppress_by == "star",
        least={**dict(search.least), **risen(search, counted)},
        greatest=dict(search.greatest),
        seconds=SECONDS if search.time is None else search.time,
        seed=search.seed,
        whole_visits=plan.people.known == "whole-visits",
        progress=progress,
    )
    check_rows_of_people(plan)
    check_people(task)
    return replace(task, limit=plan.privacy.limit(task.total))


def require_a_row_each(name: str, counted: CountTable) -> None:
    """Refuse a method that deals out rows where a person has several."""
    if counted.kinds is not None:
        raise PlanError(
            f"search.method: {name} needs one row for each person, got"
            f" {counted.cells.rows:,} rows of {counted.kinds.total:,} people; use"
            " full-domain, mondrian or local-recoding"
        )


def check_rows_of_people(plan: Plan) -> None:
    """Refuse models of the rows of people where these are not counted."""
    wrong = [m.spec for m in plan.bound_models() if m.counts_distinct_rows]
    if not wrong or plan.roles.person is None:
        return
    if plan.people.rows != "distinct":
        raise PlanError(
            f"people.rows: must be distinct with {', '.join(wrong)}, got"
            f" {plan.people.rows}; leave people.rows or the model out"
        )
    if plan.roles.every_kept:
        raise PlanError(
            f"roles.kept: must be empty with {', '.join(wrong)}, got"
            f" {', '.join(plan.roles.every_kept)}; rows of a person that differ in kept"
            " columns alone would not be counted"
        )


def check_people(task: Task) -> None:
    """Refuse what is not defined where a person is in several groups, or unnamed."""
    groups = task.finest.groups
    if groups.unnamed is not None and (task.star or groups.population is not None):
        given = "privacy.suppress_by = star" if task.star else "privacy.population"
        raise PlanError(
            "people.missing_person: must be raise or own with"
            f" {given}, got worst; leave one of them out"
        )
    if not task.divides_people:
        return
    faults = [
        f"{model.spec}: is not defined where a person is in several groups, as here;"
        " use frequency-l-diversity, or declare only quasi-identifiers that stay the"
        " same for a person"
        for model in task.models
        if model.in_people is None and not model.only_size
    ]
    if task.star:
        faults.append(
            "privacy.suppress_by: must be drop where a person is in several groups, got"
            " star; leave it out"
        )
    if faults:
        raise PlanError(faults)


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

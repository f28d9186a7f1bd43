# SPDX-License-Identifier: Apache-2.0
"""The ways to recode a table, by the names they have in a plan.

A method turns a counted table and a plan into a decision. `auto` takes local recoding,
which loses least, where every model judges group by group, and full-domain
generalization otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from diversa.clock import Progress
from diversa.counting import Counted
from diversa.decision import Decision, Reached
from diversa.errors import InternalError, NoSolutionError, PlanError
from diversa.metrics import OBJECTIVES, objective
from diversa.plan import Plan
from diversa.publish.recodings import (
    FullDomain,
    LocalRecoding,
    published_columns,
    suppressed_groups,
)
from diversa.search.local_recoding import cheapest_cuts, local_recoding
from diversa.search.partition import Partition, whole_table
from diversa.search.planner import search
from diversa.search.task import Task

ADVICE = "Ask less of the models, or use full-domain with suppression."
"""What to do where no partition satisfies the models."""

Method = Callable[[Counted, Plan, Progress], Decision]
"""From a counted table and a plan to a decision."""


def make_task(counted: Counted, plan: Plan, progress: Progress) -> Task:
    """What a search is asked."""
    models = plan.bound_models()
    return Task(
        counted.finest(models),
        models,
        objective(plan.search.objective),
        limit=plan.privacy.limit(counted.cells.rows),
        star=plan.privacy.suppressed == "star",
        progress=progress,
    )


def settings(counted: Counted, plan: Plan) -> dict[str, Any]:
    """What every recoding of a plan has."""
    return {
        "dictionaries": counted.dictionaries,
        "columns": published_columns(
            counted.table.columns, plan.roles, plan.identifiers
        ),
        "star": plan.privacy.suppressed == "star",
        "identifiers": plan.identifiers,
        "dropped_missing": plan.roles.sensitive if counted.dropped else (),
    }


def full_domain(counted: Counted, plan: Plan, progress: Progress) -> Decision:
    """Every attribute on one level: the best node of the lattice."""
    task = make_task(counted, plan, progress)
    result = search(task, algorithm=plan.search.algorithm)
    best = result.best
    if best is None:
        raise InternalError("search: a result without a node must not be published")
    recoding = FullDomain(
        hierarchies=counted.own_hierarchies,
        levels=best.levels,
        suppressed=suppressed_groups(best),
        **settings(counted, plan),
    )
    reached = Reached(
        result.algorithm,
        result.optimality,
        result.reason,
        plan.search.objective,
        result.lattice.size,
        result.checked,
    )
    metrics = {name: one.value(best) for name, one in OBJECTIVES.items()}
    return Decision(
        "full-domain", recoding, reached, metrics, best.suppressed, best.frequency_set
    )


def partitioned(
    name: str,
    reason: str,
    split: Callable[[Task], Partition],
    counted: Counted,
    plan: Plan,
    progress: Progress,
) -> Decision:
    """Groups with boxes of their own, made by splitting the table."""
    task = make_task(counted, plan, progress)
    require_local(name, task)
    partition = split(task)
    require_holding(task, partition)
    recoding = LocalRecoding(partition=partition, **settings(counted, plan))
    metrics = partition.metrics()
    reached = Reached(name, "best found", reason, "loss")
    return Decision(name, recoding, reached, metrics, suppressed=0)


def require_local(name: str, task: Task) -> None:
    """Refuse models that do not judge group by group."""
    wrong = [model.spec for model in task.models if not model.local]
    if wrong or task.finest.population is not None:
        raise PlanError(
            f"search.method: {name} needs models that judge every group by itself, got"
            f" {', '.join(wrong) or 'a population'}; use full-domain"
        )


def require_holding(task: Task, partition: Partition) -> None:
    """Refuse to publish a part in which a model fails, saying what is attained."""
    faults = []
    whole = whole_table(task.finest).groups
    for model in task.models:
        failing = ~model.holds(partition.groups)
        if failing.any():
            rows = int(partition.groups.sizes[failing].sum())
            faults.append(
                f"{model.spec}: {rows:,} of {task.rows:,} rows are in groups where it"
                f" fails; the whole table attains"
                f" {model.describe(model.attained(whole))}"
            )
    if faults:
        raise NoSolutionError(
            "\n".join(["no partition satisfies the models.", *faults, ADVICE]),
            attained={one.spec: one.attained(whole) for one in task.models},
        )


def choose(counted: Counted, plan: Plan, progress: Progress) -> Decision:
    """Local recoding where the models allow it, else full-domain generalization."""
    task = make_task(counted, plan, progress)
    local = all(model.local for model in task.models)
    fits = local and task.finest.population is None
    name = "local-recoding" if fits else "full-domain"
    why = "it loses least" if fits else "a model judges the release as a whole"
    decision = METHODS[name](counted, plan, progress)
    reached = decision.reached
    reason = f"{reached.reason}; auto chose {decision.method} because {why}"
    return replace(decision, reached=replace(reached, reason=reason))


METHODS: dict[str, Method] = {
    "auto": choose,
    "full-domain": full_domain,
    "mondrian": partial(
        partitioned,
        "mondrian",
        "cuts that lose least, as long as both sides hold",
        cheapest_cuts,
    ),
    "local-recoding": partial(
        partitioned,
        "local-recoding",
        "cuts that lose least, then moves between groups",
        local_recoding,
    ),
}
"""Every method by the name it has in a plan."""

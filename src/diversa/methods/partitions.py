# SPDX-License-Identifier: Apache-2.0
"""Methods that split the table into groups with boxes of their own."""

from __future__ import annotations

from collections.abc import Callable

from diversa.clock import Progress
from diversa.counting import Counted
from diversa.decision import Decision, Reached
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.method import make_task, settings
from diversa.plan import Plan
from diversa.publish.recodings import LocalRecoding
from diversa.search.partition import Partition, whole_table
from diversa.search.task import Task

ADVICE = "Ask less of the models, or use full-domain with suppression."
"""What to do where no partition satisfies the models."""


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
    failures = [(model, ~model.holds(partition.groups)) for model in task.models]
    if not any(failing.any() for _, failing in failures):
        return
    faults = []
    whole = whole_table(task.finest).groups
    for model, failing in failures:
        if failing.any():
            rows = int(partition.groups.sizes[failing].sum())
            faults.append(
                f"{model.spec}: {rows:,} of {task.rows:,} rows are in groups where it"
                f" fails; the whole table attains"
                f" {model.describe(model.attained(whole))}"
            )
    raise NoSolutionError(
        "\n".join(["no partition satisfies the models.", *faults, ADVICE]),
        attained={one.spec: one.attained(whole) for one in task.models},
    )

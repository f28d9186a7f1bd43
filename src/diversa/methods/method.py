# SPDX-License-Identifier: Apache-2.0
"""What a method is, and what every method needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from diversa.methods.decision import Decision
from diversa.metrics import objective
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.recoding import published_columns
from diversa.search.task import Task
from diversa.tables.counted_table import CountedTable

Method = Callable[[CountedTable, Plan, Progress], Decision]
"""From a counted table and a plan to a decision."""


def make_task(counted: CountedTable, plan: Plan, progress: Progress) -> Task:
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


def settings(counted: CountedTable, plan: Plan) -> dict[str, Any]:
    """What every recoding of a plan has."""
    return {
        "dictionaries": counted.dictionaries,
        "hierarchies": counted.own_hierarchies,
        "columns": published_columns(
            counted.table.columns, plan.roles, plan.identifiers
        ),
        "star": plan.privacy.suppressed == "star",
        "identifiers": plan.identifiers,
        "dropped_missing": plan.roles.sensitive if counted.dropped else (),
    }

# SPDX-License-Identifier: Apache-2.0
"""The step *explore*: the release of any node, and values side by side.

A node of the lattice shows its levels, some rows, the sizes of its groups and the loss
of each attribute. The picture of all nodes is in `lattice_map`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import as_text
from diversa.engines.row_recoding import CountedTuples
from diversa.evidence.evidence import SPANS, shares
from diversa.methods.full_domain import decide_node
from diversa.methods.manual_levels import CHOSEN, check_between, node_of
from diversa.metrics.loss import loss_by_attribute
from diversa.metrics.objective import Outcome
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task
from diversa.studio.steps.lattice_map import plan_and_task
from diversa.sweeps.sweep import Sweep
from diversa.tables.count_table import CountTable

SAMPLE = 8
"""Number of rows that are shown of a release."""


# A node


@dataclass(frozen=True)
class NodeView:
    """The release that a node of the lattice would give."""

    is_valid: bool
    """True if it can be published: the models hold within the suppression."""
    failing: Mapping[str, int]
    """Rows, or people, in groups in which each model fails."""
    suppressed: int
    """Rows that would be suppressed."""
    limit: int
    """Rows that may be suppressed."""
    groups: int
    """Groups that would be published."""
    smallest: int
    """Rows, or people, of the smallest of them."""
    loss: float
    """The loss, suppressed rows included."""
    loss_by_attribute: Mapping[str, float]
    """The loss of each quasi-identifier."""
    sizes: Mapping[str, float]
    """The share of the published rows, or people, in groups of each span of sizes."""
    columns: tuple[str, ...]
    """The columns of the sample."""
    sample: tuple[tuple[str, ...], ...]
    """Some rows, only of groups in which the models hold."""
    units: str = "rows"
    """Rows, or people where the plan names the person: the unit of groups."""


def look_into(
    table: OpenTable, levels: Mapping[str, int], **words: Unpack[PlanKeywords]
) -> NodeView:
    """The release of a node, even if the models fail there.

    The words are those of `OpenTable.search`.

    Raises:
        PlanError: There are no such levels, or the plan does not allow them.
    """
    plan, task = plan_and_task(table, words)
    node = node_of(levels, table.counted.hierarchies)
    check_between(task, node)
    evaluator = Evaluator(task)
    outcome = judge_all(task, evaluator.outcome(node))
    is_valid = evaluator.is_valid(outcome)
    return node_view(
        table.counted, plan, evaluator.verdicts, outcome, is_valid=is_valid
    )


def judge_all(task: Task, outcome: Outcome) -> Outcome:
    """Judge every group of an outcome; a search stops at the first that fails."""
    groups = task.groups_for_models(outcome.frequency_set)
    kept = np.ones(len(groups), dtype=bool)
    for model in task.models:
        if model.local:
            kept &= model.holds(groups)
    return replace(outcome, kept=kept & (outcome.kept | (task.limit == 0)))


def node_view(
    counted: CountTable,
    plan: Plan,
    verdicts: NodeVerdicts,
    outcome: Outcome,
    *,
    is_valid: bool,
) -> NodeView:
    """The release of a node; groups in which a model fails are left out."""
    summary = SearchSummary(CHOSEN, "best found", "", plan.search.objective)
    decision = decide_node(counted, plan, outcome, summary, verdicts)
    recoding = decision.recoding
    recoded = recoding.recode(counted)
    task = verdicts.task
    groups = task.groups_for_models(outcome.frequency_set)
    names = [one.attribute for one in counted.hierarchies]
    columns = (*names, *(one.name for one in counted.sensitive))
    tuples = replace(recoding, columns=columns).tables_of_counts(counted)
    failing = {
        model.spec: int(groups.sizes[~model.holds(groups)].sum())
        for model in task.models
    }
    of_people = counted.kinds is not None
    kept = groups.sizes[outcome.kept] if of_people else recoded.groups.sizes
    return NodeView(
        is_valid,
        failing,
        outcome.suppressed,
        task.limit,
        len(recoded.groups),
        int(kept.min()) if len(kept) else 0,
        decision.loss,
        loss_by_attribute(recoded),
        spans_of(kept),
        columns,
        () if tuples is None else sample_of(tuples.rows),
        "people" if of_people else "rows",
    )


def spans_of(sizes: NDArray[np.int64]) -> dict[str, float]:
    """The share of rows in groups of each span of sizes.

    >>> spans_of(np.array([1, 3, 4]))
    {'1': 0.125, '3 to 4': 0.875}
    """
    names = [
        f"{low:,}" if low == high else f"{low:,} to {high:,}" for low, high in SPANS
    ]
    names.append(f"more than {SPANS[-1][1]:,}")
    every = zip(names, shares(sizes), strict=True)
    return {name: float(share) for name, share in every if share}


def sample_of(tuples: CountedTuples) -> tuple[tuple[str, ...], ...]:
    """Some of the published tuples, spread over all of them."""
    number = len(tuples.counts)
    places = np.unique(np.linspace(0, number - 1, min(SAMPLE, number)).astype(int))
    columns = [
        [value_text(column.values, int(column.each[place])) for place in places]
        for column in tuples.columns
    ]
    return tuple(zip(*columns, strict=True))


def value_text(values: Sequence[object] | None, code: int) -> str:
    """A published value as a text; a suppressed one is `*`."""
    if code < 0:
        return "*"
    value = code if values is None else values[code]
    return "" if value is None else as_text(value)


# Side by side


def merge_sweeps(sweeps: Sequence[Sweep]) -> Sweep:
    """Merge the sweeps of several values, with the frontier over all of them."""
    points = [point for sweep in sweeps for point in sweep.points]
    return Sweep.of(sweeps[0].over, sweeps[0].yardstick, points, sweeps[0].person)

# SPDX-License-Identifier: Apache-2.0
"""Dealing: groups for models of proximity that a merge may break."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from diversa.clock import Progress
from diversa.counting import Counted
from diversa.counts.groups import Groups
from diversa.decision import Decision, Reached
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.method import make_task, settings
from diversa.methods.partitions import require_local
from diversa.models.epsilon_m_anonymity import EpsilonMAnonymity
from diversa.plan import Plan
from diversa.publish.groupings import free_name
from diversa.publish.recodings import LocalRecoding
from diversa.search.axes import axes_of
from diversa.search.dealing import Dealer, dealing, fullest, proximities, window
from diversa.search.partition import Partition, whole_table
from diversa.search.task import Task
from diversa.search.windows import most_kept

NAME = "dealing"

REASON = (
    "cuts while no window is too full on either side, which is closed under union;"
    " then rows dealt by their numbers inside the parts"
)
"""How the groups are found."""


def dealt(counted: Counted, plan: Plan, progress: Progress) -> Decision:
    """Groups with boxes of their own; rows of one box may be in several groups."""
    task = make_task(counted, plan, progress)
    require_local(NAME, task)
    require_proximity(task)
    whole = whole_table(task.finest).groups
    dealer = Dealer(task.models)
    if not dealer.groups_of(whole).all():
        raise no_groups(task, dealer, whole)
    pieces = dealing(task, seed=plan.search.seed)
    axes, part = axes_of(pieces.finest), pieces.group.astype(np.int32)
    partition = Partition(pieces.finest, axes, part, pieces.count)
    given, column = settings(counted, plan), free_name("group", counted.table.columns)
    given["columns"] = (*given["columns"], column)
    recoding = LocalRecoding(partition=partition, group_column=column, **given)
    reached = Reached(NAME, "best found", REASON, "loss")
    return Decision(NAME, recoding, reached, partition.metrics(), suppressed=0)


def require_proximity(task: Task) -> None:
    """Refuse models that other methods meet with less ado."""
    if not proximities(task.models):
        raise PlanError(
            f"search.method: {NAME} must have a model of proximity"
            " (epsilon-m-anonymity, delta-l-diversity), got none; use local-recoding"
        )


def no_groups(task: Task, dealer: Dealer, whole: Groups) -> NoSolutionError:
    """Say which window is too full, or which model dealing does not meet."""
    windows = list(full_windows(task, dealer, whole))
    others = [
        f"{model.spec}: it fails however the whole table is dealt, which attains"
        f" {model.describe(model.attained(whole))}."
        for model in task.models
        if not windows and not proximities([model]) and not model.holds(whole).all()
    ]
    lines = windows or others or ["However the rows are dealt, a model fails."]
    return NoSolutionError(
        "\n".join(["no groups satisfy the models.", *lines, "Ask less of the models."]),
        attained={one.spec: one.attained(whole) for one in task.models},
    )


def full_windows(task: Task, dealer: Dealer, whole: Groups) -> Iterator[str]:
    """Say of each model of proximity whether a window holds too many rows."""
    for model in dealer.near:
        rows = int(fullest(model, whole.histogram(model.on))[0])
        least = math.ceil(model.m)
        if rows * least > task.rows:
            level = model.describe(model.attained(whole))
            yield (
                f"{model.spec}: rows can be dealt where no window holds more than 1 in"
                f" {least} of them, and one holds {rows:,} of {task.rows:,}; the"
                f" whole table attains {level}, and {to_go(model, whole):,}"
                " rows would have to go."
            )


def to_go(model: EpsilonMAnonymity, whole: Groups) -> int:
    """The fewest rows that must go before no window is too full."""
    histogram = whole.histogram(model.on)
    attribute, line = histogram.sensitive, histogram.number_line
    counts = np.bincount(line.ranks, line.counts, minlength=len(attribute.points))
    beyond = window(model, attribute)
    kept = most_kept(counts.astype(np.int64), beyond, math.ceil(model.m))
    return whole.rows - int(kept.sum())

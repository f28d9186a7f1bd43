# SPDX-License-Identifier: Apache-2.0
"""Parts of a table in which a model fails: the refusal, and what would repair it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from diversa.counts.groups import Groups
from diversa.errors import NoSolutionError
from diversa.hierarchies.hierarchy import TOP
from diversa.methods.acceptance import method_for
from diversa.models.model import Model
from diversa.recodings.boxes import boxes_of
from diversa.recodings.partition import Partition, whole_table
from diversa.search.partitions.removal import removal_for
from diversa.search.task import Task

ADVICE = "Ask less of the models, or allow more rows to be suppressed."
"""Advice if no partition satisfies the models."""

STARRED = (
    "Suppressed rows are a group too where they are published as *; drop them instead."
)
"""Advice if only the suppressed rows fail."""


def require_holding(task: Task, partition: Partition) -> None:
    """Refuse to publish a part in which a model fails, saying what is attained."""
    groups = with_stars(task, partition)
    if all(model.holds(groups).all() for model in task.models):
        return
    whole = whole_table(task.finest, partition.style).groups
    verb = "satisfies" if never_holding(task, whole) else "was found that satisfies"
    lines = [
        f"no partition {verb} the models with at most {task.limit:,} of {task.total:,}"
        f" {task.unit} suppressed.",
        *failures(task, groups, whole),
        STARRED if task.star and partition.suppressed else ADVICE,
    ]
    raise NoSolutionError(
        "\n".join(lines),
        attained={model.spec: model.attained(whole) for model in task.models},
    )


def never_holding(task: Task, whole: Groups) -> bool:
    """True if no partition can hold; asked when the whole table fails."""
    merging_keeps = all(model.union_closed for model in task.models)
    return (task.limit == 0 and merging_keeps) or any(
        beyond_repair(model, whole) for model in task.models
    )


def with_stars(task: Task, partition: Partition) -> Groups:
    """The published groups: starred rows are one group, with parts that are all `*`.

    Readers cannot tell such a part from suppressed rows.
    """
    if not (task.star and partition.suppressed):
        return partition.groups
    blank = np.ones(partition.parts, dtype=bool)
    for labels in boxes_of(partition):
        blank &= labels.are(TOP)
    parts = int((~blank).sum())
    number = np.where(blank, parts, np.cumsum(~blank) - 1)
    part = np.append(number, parts)[partition.part].astype(np.int32)
    return replace(partition, part=part, parts=parts + 1, regions=None).groups


def failures(task: Task, groups: Groups, whole: Groups) -> Iterator[str]:
    """Describe each model that fails: the level of the table, and possible repairs."""
    for model in task.models:
        failing = ~model.holds(groups)
        if not failing.any():
            continue
        rows = int(groups.sizes[failing].sum())
        where = f"{rows:,} of {task.total:,} {task.unit} are in groups where it fails"
        if model.holds(whole).all():
            yield f"{model.spec}: {where}, though it holds in the whole table."
            continue
        level = model.describe(model.attained(whole))
        yield (
            f"{model.spec}: {where}; the whole table attains {level};"
            f" {repair(model, whole)}.{elsewhere(model)}"
        )


def elsewhere(model: Model) -> str:
    """Advice to try the method that may find smaller groups in which a model holds."""
    name = method_for(model)
    if name is None:
        return ""
    return f" It may hold in smaller groups; the method {name} looks for them."


def repair(model: Model, whole: Groups) -> str:
    """The number of rows that would have to go before a model holds, in words."""
    if beyond_repair(model, whole):
        return "no removal of rows repairs that"
    removal = removal_for(model, whole)
    if removal is None:
        return "how many rows would have to go is not known"
    if removal.is_least:
        return f"at least {removal.rows:,} rows would have to go"
    return f"it holds without {removal.rows:,} rows of its most frequent values"


def beyond_repair(model: Model, whole: Groups) -> bool:
    """True if the table lacks rows or values that every group must have."""
    return any(not implied.holds(whole).all() for implied in model.implied())

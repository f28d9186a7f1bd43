# SPDX-License-Identifier: Apache-2.0
"""A saved recoding as a decision on rows that came later.

Nothing is searched: values go where they went before. Groups in which a model fails are
suppressed as far as the plan allows; values that were never seen are refused, or their
rows are suppressed besides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.frequency_set import FrequencySet, roll_up
from diversa.counts.groups import Groups
from diversa.counts.published_groups import published
from diversa.data.dictionary import Dictionary, as_text
from diversa.errors import NoSolutionError, PlanError, RoleError, SourceError, nearest
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.methods.decision import Decision, SearchSummary
from diversa.methods.method import make_task, settings
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.applied_boxes import AppliedBoxes, PlacedTuples
from diversa.recodings.box_style import style_of
from diversa.recodings.full_domain import FullDomain, failing_groups
from diversa.recodings.saved_attribute import SavedAttribute, Unseen
from diversa.recodings.saved_boxes import SavedBoxes
from diversa.recodings.saved_recoding import SavedRecoding
from diversa.search.task import Task, holding
from diversa.tables.counted_table import CountedTable

NAME = "saved recoding"
"""What a manifest says instead of the name of a search."""

REASON = "the recoding of an earlier release, applied to other rows"
"""How the groups were reached."""

ADVICE = "Allow more rows to be suppressed, or plan a release of these rows anew."
"""What to do where the groups do not hold."""

CHOICES = ("refuse", "suppress")
"""What may happen to rows with values that were never seen."""


def applied(
    saved: SavedRecoding,
    counted: CountedTable,
    plan: Plan,
    progress: Progress,
    *,
    unseen: str = "refuse",
) -> Decision:
    """Recode a later table as the saved recoding says.

    Args:
        saved: The recoding.
        counted: The later table, its hierarchies built by the saved attributes.
        plan: What must hold: the plan of the recoding.
        progress: Told of nothing; there is no search.
        unseen: What happens to rows with values that were never seen: "refuse" all
            rows, or "suppress" these.
    """
    if unseen not in CHOICES:
        raise PlanError(f"unseen: must be one of {', '.join(CHOICES)}, got '{unseen}'")
    check_columns(saved, counted)
    task = make_task(counted, plan, progress)
    words = {**settings(counted, plan), "columns": saved.columns}
    if saved.boxes is None:
        return at_levels(saved, counted, plan, task, words, unseen)
    return in_boxes(saved, saved.boxes, counted, plan, task, words, unseen)


def check_columns(saved: SavedRecoding, counted: CountedTable) -> None:
    """Refuse a table that lacks a column of the release."""
    columns = counted.table.columns
    faults = [
        f"columns: '{name}' is published and must be a column of the table;"
        f" {nearest(name, columns)}"
        for name in saved.columns
        if name not in columns
    ]
    if faults:
        raise RoleError("\n".join(faults))


def at_levels(
    saved: SavedRecoding,
    counted: CountedTable,
    plan: Plan,
    task: Task,
    words: dict[str, Any],
    unseen: str,
) -> Decision:
    """The node of the saved levels, without the groups that fail there."""
    levels = saved.levels or ()
    strange = [
        unseen_labels(attribute, hierarchy, level)
        for attribute, hierarchy, level in zip(
            saved.attributes, counted.hierarchies, levels, strict=True
        )
    ]
    if unseen == "refuse":
        require_seen(counted, levels, strange)
    node = roll_up(task.finest, levels)
    alien = np.zeros(len(node), dtype=bool)
    for own, codes in zip(strange, node.codes, strict=True):
        alien |= own[codes]
    groups = task.seen(node)
    kept = ~alien & holding([one for one in task.models if one.local], groups)
    require_holding(task, groups, kept, alien)
    outcome = Outcome(node, kept, task.rows)
    return Decision(
        saved.method,
        FullDomain(node=levels, failing=failing_groups(outcome), **words),
        summary(plan.search.objective, int(node.groups.sizes[alien].sum())),
        {name: metric.value(outcome) for name, metric in OBJECTIVES.items()},
        outcome.suppressed,
        node,
    )


def unseen_labels(
    attribute: SavedAttribute, hierarchy: Hierarchy, level: int
) -> NDArray[np.bool_]:
    """Which labels of a level were not there when the recoding was made."""
    known = attribute.labels[level]
    return np.array(
        [
            not attribute.missing
            if label is None
            else isinstance(label, Unseen) or as_text(label) not in known
            for label in hierarchy.labels[level]
        ],
        dtype=bool,
    )


def require_seen(
    counted: CountedTable, levels: tuple[int, ...], strange: list[NDArray[np.bool_]]
) -> None:
    """Refuse values that were never seen: how many, and never which."""
    faults = []
    for dictionary, hierarchy, level, own in zip(
        counted.dictionaries, counted.hierarchies, levels, strange, strict=True
    ):
        values = own[hierarchy.maps[level]]
        if values.any():
            rows = int(dictionary.counts[values].sum())
            faults.append(told(dictionary, int(values.sum()), rows))
    if faults:
        raise SourceError("\n".join(faults))


def told(dictionary: Dictionary, values: int, rows: int) -> str:
    """Say how many values of a column are new."""
    return (
        f"column '{dictionary.column}': must have values that the recoding has a label"
        f" for, got {values:,} others in {rows:,} rows; suppress these rows"
        " (unseen = suppress), or plan a release of this table anew"
    )


def in_boxes(
    saved: SavedRecoding,
    boxes: SavedBoxes,
    counted: CountedTable,
    plan: Plan,
    task: Task,
    words: dict[str, Any],
    unseen: str,
) -> Decision:
    """The saved boxes, without those in which a model fails now."""
    finest = task.finest
    box = boxes.place(finest, counted.dictionaries, saved.attributes)
    sizes, alien = finest.groups.sizes, box < -1
    if unseen == "refuse" and alien.any():
        raise SourceError(
            "table: must have rows that a box of the recoding covers, got"
            f" {int(sizes[alien].sum()):,} others of {task.rows:,} rows; suppress these"
            " rows (unseen = suppress), or plan a release of this table anew"
        )
    placed = PlacedTuples.of(finest, box)
    kept = holding(task.models, placed.groups)
    # What is suppressed and what was never seen is a group too where it is starred.
    everything = with_the_rest(finest, placed)
    groups = everything.groups
    rest = len(groups) - len(placed.boxes)
    lines = np.append(kept, np.zeros(rest, dtype=bool))
    require_holding(task, groups, lines, None, int(sizes[alien].sum()))
    left = placed.without(~kept)
    recoding = AppliedBoxes(
        placed=left,
        saved=boxes,
        attributes=saved.attributes,
        style=style_of(saved.method, plan.search),
        **words,
    )
    return Decision(
        saved.method,
        recoding,
        summary("loss", int(sizes[alien].sum())),
        recoding.metrics(),
        left.suppressed,
    )


def with_the_rest(finest: FrequencySet, placed: PlacedTuples) -> PlacedTuples:
    """The boxes and, as one more, the tuples that are in none."""
    rest = int(placed.boxes.max(initial=-1)) + 1
    box = np.append(placed.boxes, rest)[placed.part]
    return PlacedTuples.of(finest, box)


def require_holding(
    task: Task,
    groups: Groups,
    kept: NDArray[np.bool_],
    alien: NDArray[np.bool_] | None,
    unseen: int = 0,
) -> None:
    """Refuse groups that do not hold, or whose suppression is not allowed.

    Args:
        task: The models, and how many rows may go.
        groups: All groups of the table.
        kept: Those that are published.
        alien: Those of values that were never seen, which go besides.
        unseen: The rows of such values, where they are no groups of their own.
    """
    if alien is not None:
        unseen = int(groups.sizes[alien].sum())
    gone = int(groups.sizes[~kept].sum()) - unseen
    release = published(groups, kept, star=task.star)
    holds = kept.any() and gone <= task.limit
    if holds and holding(task.models, release).all():
        return
    lines = [
        f"the saved recoding does not satisfy the models with at most {task.limit:,} of"
        f" {task.rows:,} rows suppressed: {gone:,} rows are in groups where one fails."
    ]
    lines += [
        f"{model.spec}: the groups attain {model.describe(model.attained(groups))}."
        for model in task.models
        if not model.holds(groups).all()
    ]
    attained = {model.spec: model.attained(groups) for model in task.models}
    raise NoSolutionError("\n".join([*lines, ADVICE]), attained=attained)


def summary(objective: str, unseen: int) -> SearchSummary:
    """How the decision was reached, and what was lost to values never seen."""
    more = f"; {unseen:,} rows with values never seen are suppressed" if unseen else ""
    return SearchSummary(NAME, "best found", f"{REASON}{more}", objective)

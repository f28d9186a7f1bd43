# SPDX-License-Identifier: Apache-2.0
"""A saved recoding applied to later rows.

Nothing is searched: values become what they became before. Groups in which a model
fails are suppressed as far as the plan allows. Values that were never seen are refused,
or their rows are suppressed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from diversa.array_types import Bools
from diversa.counts.frequency_set import roll_up
from diversa.counts.groups import Groups
from diversa.counts.suppression import blank_groups, release_groups
from diversa.data.column_names import nearest_column
from diversa.data.dictionary import as_text
from diversa.errors import NoSolutionError, PlanError, RoleError, SourceError
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, settings
from diversa.methods.partitions import require_one_group
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.box_style import style_of
from diversa.recodings.earlier_boxes import EarlierBoxes, TuplesInBoxes
from diversa.recodings.file_attribute import SavedAttribute, Unseen
from diversa.recodings.file_boxes import NO_BOX, SavedBoxes
from diversa.recodings.full_domain import FullDomain, failing_groups
from diversa.recodings.recoding_file import SavedRecoding
from diversa.search.evaluator import Evaluator
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task, holding
from diversa.tables.count_table import CountTable

NAME = "saved recoding"
"""Name of the algorithm in the manifest."""

REASON = "the recoding of an earlier release, applied to other rows"
"""Reason for the optimality in the manifest."""

ADVICE = "Allow more rows to be suppressed, or plan a release of these rows anew."
"""Advice if the groups do not hold."""

CHOICES = ("refuse", "suppress")
"""Treatments of rows with values that were never seen."""


def apply_saved(
    saved: SavedRecoding,
    counted: CountTable,
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
    application = Application(saved, counted, plan, task, refuses=unseen == "refuse")
    if saved.boxes is None:
        return application.at_levels(saved.levels or ())
    return application.in_boxes(saved.boxes)


@dataclass(frozen=True, eq=False)
class Application:
    """A saved recoding and the later table that it is applied to."""

    saved: SavedRecoding
    """The recoding."""
    counted: CountTable = field(repr=False)
    """The later table."""
    plan: Plan = field(repr=False)
    """The plan of the recoding."""
    task: Task = field(repr=False)
    """The models, and how many rows may go."""
    refuses: bool
    """True to refuse values that were never seen; False to suppress their rows."""

    def at_levels(self, levels: tuple[int, ...]) -> Decision:
        """The node of the saved levels, without the groups that fail there."""
        unseen = [
            unseen_labels(attribute, hierarchy, level)
            for attribute, hierarchy, level in zip(
                self.saved.attributes, self.counted.hierarchies, levels, strict=True
            )
        ]
        if self.refuses:
            require_seen(self.counted, levels, unseen)
        node = roll_up(self.task.finest, levels)
        strange = np.zeros(len(node), dtype=bool)
        for labels, codes in zip(unseen, node.codes, strict=True):
            strange |= labels[codes]
        groups = self.task.groups_for_models(node)
        local = [model for model in self.task.models if model.local]
        kept = ~strange & holding(local, groups)
        kept &= Evaluator(self.task).holds_for_less(node, kept)
        rows = int(groups.sizes[strange].sum())
        require_holding(self.task, groups, kept, unseen=rows, blank=blank_groups(node))
        outcome = Outcome(node, kept, self.task.rows)
        return Decision(
            self.saved.method,
            FullDomain(node=levels, failing=failing_groups(outcome), **self._words),
            summary(self.plan.search.objective, rows),
            {name: metric.value(outcome) for name, metric in OBJECTIVES.items()},
            outcome.suppressed,
            node,
        )

    def in_boxes(self, boxes: SavedBoxes) -> Decision:
        """The saved boxes, without those in which a model fails now."""
        finest = self.task.finest
        require_one_group(self.saved.method, self.task)
        box = boxes.place(finest, self.counted.dictionaries, self.saved.attributes)
        rows = int(finest.groups.sizes[box == NO_BOX].sum())
        if self.refuses and rows:
            raise SourceError(
                "table: must have rows that a box of the recoding covers, got"
                f" {rows:,} others of {self.task.rows:,} rows; suppress these rows"
                " (unseen='suppress'), or plan a release of this table anew"
            )
        placed = TuplesInBoxes.of(finest, box)
        kept = holding(self.task.models, placed.groups)
        groups = placed.with_the_rest().groups
        rest = np.zeros(len(groups) - len(kept), dtype=bool)
        require_holding(self.task, groups, np.append(kept, rest), unseen=rows)
        recoding = EarlierBoxes(
            partition=placed.without(~kept),
            saved=boxes,
            attributes=self.saved.attributes,
            style=style_of(
                self.saved.method, self.plan.search, self.plan.privacy.models
            ),
            by_size=self.task.only_size,
            **self._words,
        )
        return Decision(
            self.saved.method,
            recoding,
            summary("loss", rows),
            recoding.metrics(),
            recoding.partition.suppressed,
        )

    @property
    def _words(self) -> dict[str, Any]:
        """Settings that every recoding has; later columns are not published."""
        shared = settings(self.counted, self.plan)
        # An older recoding may name columns that have no role: they are withheld now.
        columns = tuple(
            name for name in self.saved.columns if name in shared["columns"]
        )
        return {**shared, "columns": columns}


def check_columns(saved: SavedRecoding, counted: CountTable) -> None:
    """Refuse a table that lacks a column of the release."""
    columns = counted.table.columns
    faults = [
        f"columns: '{name}' is published and must be a column of the table;"
        f" {nearest_column(name, columns)}"
        for name in saved.columns
        if name not in columns
    ]
    if faults:
        raise RoleError("\n".join(faults))


def unseen_labels(attribute: SavedAttribute, hierarchy: Hierarchy, level: int) -> Bools:
    """Mask of the labels of a level that the saved recoding does not have."""
    saved = attribute.level_labels[level]

    def is_seen(label: object) -> bool:
        if label is None:
            return attribute.missing
        if label == TOP and saved <= {TOP}:  # it says nothing of any value
            return True
        return not isinstance(label, Unseen) and as_text(label) in saved

    labels = hierarchy.labels[level]
    return np.array([not is_seen(label) for label in labels], dtype=bool)


def require_seen(
    counted: CountTable, levels: tuple[int, ...], unseen: list[Bools]
) -> None:
    """Refuse values that were never seen, telling their number only."""
    faults = []
    for dictionary, hierarchy, level, labels in zip(
        counted.dictionaries, counted.hierarchies, levels, unseen, strict=True
    ):
        values = labels[hierarchy.maps[level]]
        rows = int(dictionary.counts[values].sum())
        if rows:
            faults.append(
                f"column '{dictionary.column}': must have values that the recoding has"
                f" a label for, got {int(values.sum()):,} others in {rows:,} rows;"
                " suppress these rows (unseen='suppress'), or plan a release of this"
                " table anew"
            )
    if faults:
        raise SourceError("\n".join(faults))


def require_holding(
    task: Task, groups: Groups, kept: Bools, *, unseen: int, blank: Bools | None = None
) -> None:
    """Refuse groups that do not hold, or whose suppression is not allowed.

    The `unseen` rows are suppressed beyond the limit. `blank` masks the groups that
    look like suppressed rows.
    """
    gone = int(groups.sizes[~kept].sum()) - unseen
    release = release_groups(groups, kept, star=task.star, blank=blank)
    allowed = bool(kept.any()) and gone <= task.limit
    if allowed and holding(task.models, release).all():
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
    """Summary of the decision, with the rows lost to values that were never seen."""
    more = f"; {unseen:,} rows with values never seen are suppressed" if unseen else ""
    return SearchSummary(NAME, "best found", f"{REASON}{more}", objective)

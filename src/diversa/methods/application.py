# SPDX-License-Identifier: Apache-2.0
"""A saved recoding applied to later rows.

Nothing is searched: values become what they became before. Groups in which a model
fails are suppressed as far as the plan allows. Values that were never seen are refused,
or their rows are suppressed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from diversa.array_types import Bools
from diversa.counts.frequency_set import FrequencySet, roll_up
from diversa.counts.groups import Groups
from diversa.counts.suppression import blank_groups, release_groups
from diversa.errors import NoSolutionError, PlanError, SourceError
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, settings
from diversa.methods.partitions import require_one_group
from diversa.methods.safe_labels import asks_for_rows
from diversa.methods.unseen_values import check_columns, require_seen, unseen_labels
from diversa.metrics import OBJECTIVES
from diversa.metrics.objective import Outcome
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.box_style import style_of
from diversa.recodings.earlier_boxes import EarlierBoxes, TuplesInBoxes
from diversa.recodings.file_boxes import NO_BOX, SavedBoxes
from diversa.recodings.full_domain import FullDomain, failing_groups
from diversa.recodings.recoding import Recoding
from diversa.recodings.recoding_file import SavedRecoding
from diversa.search.evaluator import Evaluator
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task, holding
from diversa.tables.count_table import CountTable

NAME = "saved recoding"
"""Name of the algorithm in the manifest."""

REASON = "the recoding of an earlier release, applied to other rows"
"""Reason for the optimality in the manifest."""

ADVICE = (
    "Allow more rows to be suppressed, or plan a release of these rows anew. Batches of"
    " few rows can grow one table, in which they wait for others: use append."
)
"""Advice if the groups do not hold."""

ALL_UNSEEN = (
    "every row has a value that the saved recoding has no label for, and nothing is"
    " left to publish; plan a release of these rows anew."
)
"""The message where all rows are left out for their values."""

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
    application = application_of(saved, counted, plan, progress, unseen=unseen)
    if saved.boxes is None:
        return application.at_levels(saved.levels or ())
    return application.in_boxes(saved.boxes)


def recode_all(
    saved: SavedRecoding,
    counted: CountTable,
    plan: Plan,
    progress: Progress,
    *,
    unseen: str = "refuse",
) -> tuple[Recoding, int]:
    """The recoding of a later table whatever the models say; see `apply_saved`.

    Beside it are the rows that it leaves out, whose values were never seen.
    """
    application = application_of(saved, counted, plan, progress, unseen=unseen)
    if saved.boxes is None:
        return application.levels_of_all(saved.levels or ())
    return application.boxes_of_all(saved.boxes)


def application_of(
    saved: SavedRecoding,
    counted: CountTable,
    plan: Plan,
    progress: Progress,
    *,
    unseen: str,
) -> Application:
    """A recoding and the later table; see `apply_saved`."""
    if unseen not in CHOICES:
        raise PlanError(f"unseen: must be one of {', '.join(CHOICES)}, got '{unseen}'")
    check_columns(saved, counted)
    task = make_task(counted, plan, progress)
    return Application(saved, counted, plan, task, refuses=unseen == "refuse")


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
        node = roll_up(self.task.finest, levels)
        strange = self._strange(node)
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
        require_one_group(self.saved.method, self.task)
        placed, rows = self._place(boxes)
        kept = holding(self.task.models, placed.groups)
        groups = placed.with_the_rest().groups
        rest = np.zeros(len(groups) - len(kept), dtype=bool)
        require_holding(self.task, groups, np.append(kept, rest), unseen=rows)
        recoding = self._boxes(boxes, placed.without(~kept))
        return Decision(
            self.saved.method,
            recoding,
            summary("loss", rows),
            recoding.metrics(),
            recoding.partition.suppressed,
        )

    def levels_of_all(self, levels: tuple[int, ...]) -> tuple[Recoding, int]:
        """The saved levels for every row that has labels there."""
        node = roll_up(self.task.finest, levels)
        strange = self._strange(node)
        failing = failing_groups(Outcome(node, ~strange, self.task.rows))
        recoding = FullDomain(node=levels, failing=failing, **self._words)
        return replace(recoding, star=False), int(node.group_rows[strange].sum())

    def boxes_of_all(self, boxes: SavedBoxes) -> tuple[Recoding, int]:
        """The saved boxes for every row that one of them covers."""
        placed, _ = self._place(boxes)
        recoding = self._boxes(boxes, placed)
        return replace(recoding, star=False), placed.suppressed

    def _strange(self, node: FrequencySet) -> Bools:
        """Mask of the groups with labels that the recoding does not have."""
        unseen = [
            unseen_labels(attribute, hierarchy, level)
            for attribute, hierarchy, level in zip(
                self.saved.attributes,
                self.counted.hierarchies,
                node.levels,
                strict=True,
            )
        ]
        if self.refuses:
            require_seen(self.counted, node.levels, unseen)
        strange = np.zeros(len(node), dtype=bool)
        for labels, codes in zip(unseen, node.codes, strict=True):
            strange |= labels[codes]
        return strange

    def _place(self, boxes: SavedBoxes) -> tuple[TuplesInBoxes, int]:
        """The tuples in their boxes, and the rows that no box covers."""
        finest = self.task.finest
        box = boxes.place(finest, self.counted.dictionaries, self.saved.attributes)
        rows = int(finest.groups.sizes[box == NO_BOX].sum())
        if self.refuses and rows:
            raise SourceError(
                "table: must have rows that a box of the recoding covers, got"
                f" {rows:,} others of {self.task.rows:,} rows; suppress these rows"
                " (unseen='suppress'), or plan a release of this table anew"
            )
        return TuplesInBoxes.of(finest, box), rows

    def _boxes(self, boxes: SavedBoxes, placed: TuplesInBoxes) -> EarlierBoxes:
        """The recoding of the tuples in their boxes."""
        return EarlierBoxes(
            partition=placed,
            saved=boxes,
            attributes=self.saved.attributes,
            style=style_of(
                self.saved.method, self.plan.search, self.plan.privacy.models
            ),
            by_size=asks_for_rows(self.task.models),
            **self._words,
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


def require_holding(
    task: Task, groups: Groups, kept: Bools, *, unseen: int, blank: Bools | None = None
) -> None:
    """Refuse groups that do not hold, or whose suppression is not allowed.

    The `unseen` rows are suppressed beyond the limit. `blank` masks the groups that
    look like suppressed rows.
    """
    if unseen == int(groups.sizes.sum()):
        raise NoSolutionError(ALL_UNSEEN, attained={})
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

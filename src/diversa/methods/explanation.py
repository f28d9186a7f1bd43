# SPDX-License-Identifier: Apache-2.0
"""The cost of a decision explained: what binds, and what to try next.

Plans that differ from the present one in one point are decided on the counts that are
there: another method, more suppression, another meaning of missing values; and, to see
what binds, one model less or one column less. Nothing is guessed: each is a search.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.codec.numbers import plain
from diversa.errors import InputError, NoSolutionError
from diversa.methods import run
from diversa.methods.decision import Decision
from diversa.methods.method import make_task
from diversa.methods.neighbours import Neighbour, Point, neighbours
from diversa.methods.release_shape import decide_by_release
from diversa.metrics.loss import loss_by_attribute
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.search.evaluator import Evaluator
from diversa.tables.count_table import CountTable

SECONDS = 1.0
"""Processor time for trials, unless the user gives more."""

MUCH = 0.9
"""A trial is worth telling if it loses at most this share of the present loss."""

WORTH = 0.1
"""The loss from which on leaving a column out is worth a thought."""

NOTHING_LEFT = 1 - 1e-9
"""The loss of a column of which nothing is left."""

TOLD = 3
"""The most trials that are told."""


@dataclass(frozen=True)
class PlanTrial:
    """A plan that differs in one point, and what it would lose."""

    point: Point
    """The difference."""
    change: str
    """The difference in words, such as `without 'zip'`."""
    key: str
    """The setting that says it, such as `method = "mondrian"`; empty where columns or
    models are left out."""
    loss: float | None
    """The loss (LM) of its release; None where it has none."""
    suppressed: int = 0
    """Rows that would be suppressed."""
    plan: Plan | None = field(default=None, repr=False, compare=False)
    """The plan that was tried."""

    def __str__(self) -> str:
        if self.loss is None:
            return f"{self.change}: no solution"
        rows = f", {self.suppressed:,} rows suppressed" if self.suppressed else ""
        key = f" ({self.key})" if self.key else ""
        return f"{self.change}{key}: loss {self.loss:.3g}{rows}"


@dataclass(frozen=True)
class NextStep:
    """The column of which one level more detail is nearest to holding."""

    column: str
    """The column."""
    groups: int
    """Groups in which a model fails there."""
    rows: int
    """Rows, or people, of these groups."""
    limit: int
    """Rows, or people, that may be suppressed."""

    def __str__(self) -> str:
        groups = "1 group" if self.groups == 1 else f"{self.groups:,} groups"
        return (
            f"one level more of '{self.column}' fails in {groups} with {self.rows:,}"
            f" rows, of which {self.limit:,} may be suppressed"
        )


@dataclass(frozen=True)
class Explanation:
    """The reasons for the cost of a decision, and plans to try instead."""

    loss: float
    """The loss of the decision."""
    trials: tuple[PlanTrial, ...]
    """Every trial that was made."""
    step: NextStep | None = None
    """The finer node that is nearest to holding; None without levels."""
    left_out: int = 0
    """Trials that were not made, for want of time."""
    hidden: tuple[str, ...] = ()
    """Columns of which the decision leaves nothing: `*` in every row."""

    @property
    def binding(self) -> tuple[PlanTrial, ...]:
        """Models and columns without which less would be lost, most binding first."""
        return self._better("model", "column")

    @property
    def advice(self) -> tuple[PlanTrial, ...]:
        """The best things to try that keep every model and column, then columns."""
        kept = self._better("method", "missing", "suppression")
        shown = {trial.point: trial for trial in reversed(kept)}
        best = sorted(shown.values(), key=lambda trial: trial.loss or 0.0)
        columns = self._better("column") if self.loss >= WORTH else ()
        return (*best, *columns)[:TOLD]

    def _better(self, *points: Point) -> tuple[PlanTrial, ...]:
        found = [
            trial
            for trial in self.trials
            if trial.point in points
            and trial.loss is not None
            and trial.loss <= MUCH * self.loss
        ]
        return tuple(sorted(found, key=lambda trial: trial.loss or 0.0))

    @property
    def lines(self) -> tuple[str, ...]:
        """The explanation in a few sentences."""
        said = [f"Loss {self.loss:.3g} (0 keeps every value, 1 none)."]
        if self.hidden:
            said.append(
                f"Nothing is left of {', '.join(self.hidden)}: `*` in all rows."
            )
        if self.step is not None:
            said.append(f"{str(self.step)[0].upper()}{str(self.step)[1:]}.")
        models = [trial for trial in self.binding if trial.point == "model"]
        said += [
            f"{trial.change[0].upper()}{trial.change[1:]}, loss {trial.loss:.3g}."
            for trial in models[:1]
        ]
        said += [f"Try {trial}." for trial in self.advice]
        if not self.advice:
            said.append("Nothing near this plan loses much less.")
        if self.left_out:
            said.append(f"{self.left_out} more trials were left out for want of time.")
        return tuple(said)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, object]:
        """The explanation as plain values."""
        return {
            "loss": plain(self.loss),
            "next_step": None
            if self.step is None
            else {
                "column": self.step.column,
                "failing_groups": self.step.groups,
                "failing_rows": self.step.rows,
                "limit": self.step.limit,
            },
            "trials": [
                {
                    "point": trial.point,
                    "change": trial.change,
                    "setting": trial.key,
                    "loss": plain(trial.loss),
                    "suppressed_rows": trial.suppressed,
                }
                for trial in self.trials
            ],
            "advice": [trial.change for trial in self.advice],
            "left_out": self.left_out,
            "hidden_columns": list(self.hidden),
        }


def check_seconds(seconds: object) -> None:
    """Refuse what is no time for trials."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0:
        raise InputError(
            f"explain: must be seconds of processor time, 0 or more, got {seconds!r}"
        )


def explain(
    counted: CountTable,
    plan: Plan,
    decision: Decision,
    progress: Progress = lambda *_: None,
    *,
    seconds: float = SECONDS,
) -> Explanation:
    """Explain the cost of a decision by trials on the counts that are there."""
    started = time.process_time()
    trials: list[PlanTrial] = []
    left_out = 0
    for neighbour in neighbours(counted, plan, decision.method):
        if time.process_time() - started > seconds:
            left_out += 1
            continue
        trials.append(try_plan(neighbour, progress))
    return Explanation(
        decision.loss,
        tuple(trials),
        next_step(counted, plan, decision),
        left_out,
        hidden_columns(counted, decision),
    )


def hidden_columns(counted: CountTable, decision: Decision) -> tuple[str, ...]:
    """The columns of several values of which a decision leaves nothing."""
    recoded = decision.recoding.recode(decision.counted or counted)
    by_column = loss_by_attribute(recoded)
    return tuple(name for name, loss in by_column.items() if loss >= NOTHING_LEFT)


def try_plan(neighbour: Neighbour, progress: Progress) -> PlanTrial:
    """Decide by another plan."""
    point, change, key, counted, plan = neighbour
    try:
        decision = decide_by_release(
            counted, lambda table: run(plan.search.method, table, plan, progress)
        )
    except (NoSolutionError, InputError):
        return PlanTrial(point, change, key, None, plan=plan)
    loss = decision.loss
    return PlanTrial(point, change, key, loss, decision.suppressed, plan)


def next_step(counted: CountTable, plan: Plan, decision: Decision) -> NextStep | None:
    """The finer node that is nearest to holding, and what fails there."""
    levels = decision.recoding.levels
    if levels is None:
        return None
    counted = decision.counted or counted
    task = make_task(counted, plan, lambda *_: None)
    judge = Evaluator(replace(task, limit=max(task.limit, 1)))
    names = [hierarchy.attribute for hierarchy in counted.hierarchies]
    node = [levels[name] for name in names]
    steps = []
    for place, name in enumerate(names):
        if node[place] <= task.least.get(name, 0):
            continue
        finer = (*node[:place], node[place] - 1, *node[place + 1 :])
        outcome = judge.outcome(finer)
        fails = ~outcome.kept
        rows = int(np.asarray(outcome.frequency_set.groups.sizes)[fails].sum())
        steps.append(NextStep(name, int(fails.sum()), rows, task.limit))
    failing = [step for step in steps if step.rows > step.limit]
    return min(failing, key=lambda step: (step.rows, step.column), default=None)

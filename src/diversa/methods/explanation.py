# SPDX-License-Identifier: Apache-2.0
"""The cost of a decision explained: what binds, and what to try next.

Plans that differ from the present one in one point are decided on the counts that are
there: another method, more suppression, another meaning of missing values; and, to see
what binds, one model less or one column less. Nothing is guessed: each is a search.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from diversa.codec.numbers import plain
from diversa.data.missing import MissingPolicy
from diversa.errors import InputError, NoSolutionError
from diversa.methods import run
from diversa.methods.decision import Decision
from diversa.methods.method import make_task
from diversa.methods.release_shape import decide_by_release
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.search.evaluator import Evaluator
from diversa.tables.count_table import CountTable
from diversa.tables.part_tables import with_cells, without_column
from diversa.tables.role_cells import cells_with_values

SECONDS = 1.0
"""Processor time for trials, unless the user gives more."""

SHARES = (Fraction(2, 100), Fraction(5, 100))
"""Shares of rows that may go, which are tried."""

MUCH = 0.9
"""A trial is worth telling if it loses at most this share of the present loss."""

WORTH = 0.1
"""The loss from which on leaving a column out is worth a thought."""

TOLD = 3
"""The most trials that are told."""

Point = Literal["method", "missing", "suppression", "model", "column"]
"""What a trial changes."""


@dataclass(frozen=True)
class Trial:
    """A plan that differs in one point, and what it would lose."""

    point: Point
    """What differs."""
    change: str
    """The difference in words, such as `without 'zip'`."""
    key: str
    """The setting that says it, such as `method = "mondrian"`; empty where columns or
    models are left out."""
    loss: float | None
    """The loss (LM) of its release; None where it has none."""
    suppressed: int = 0
    """Rows that would be suppressed."""

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
    """What binds a decision, and what to try instead."""

    loss: float
    """The loss of the decision."""
    trials: tuple[Trial, ...]
    """Every trial that was made."""
    step: NextStep | None = None
    """How far the next finer node is from holding; None without levels."""
    left_out: int = 0
    """Trials that were not made, for want of time."""

    @property
    def binding(self) -> tuple[Trial, ...]:
        """Models and columns without which less would be lost, most binding first."""
        return self._better("model", "column")

    @property
    def advice(self) -> tuple[Trial, ...]:
        """The best things to try that keep every model and column, then columns."""
        kept = self._better("method", "missing", "suppression")
        shown = {trial.point: trial for trial in reversed(kept)}
        best = sorted(shown.values(), key=lambda trial: trial.loss or 0.0)
        columns = self._better("column") if self.loss >= WORTH else ()
        return (*best, *columns)[:TOLD]

    def _better(self, *points: Point) -> tuple[Trial, ...]:
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
    trials: list[Trial] = []
    left_out = 0
    for point, change, key, table, other in neighbours(counted, plan):
        if time.process_time() - started > seconds:
            left_out += 1
            continue
        trials.append(try_plan(point, change, key, table, other, progress))
    return Explanation(
        float(decision.metrics["loss"]),
        tuple(trials),
        next_step(counted, plan, decision),
        left_out,
    )


Neighbour = tuple[Point, str, str, CountTable, Plan]
"""What differs, the difference, the setting, the table and the plan."""


def neighbours(counted: CountTable, plan: Plan) -> Iterator[Neighbour]:
    """The plans that differ in one point, most promising first."""
    yield from other_policies(counted, plan)
    yield from other_methods(counted, plan)
    privacy = plan.privacy
    for share in SHARES:
        if share > privacy.suppression:
            other = replace(plan, privacy=replace(privacy, suppression=share))
            yield (
                "suppression",
                f"up to {float(share):.0%} of the rows suppressed",
                f"suppression = {float(share)}",
                counted,
                other,
            )
    if len(privacy.models) > 1:
        for model in privacy.models:
            others = tuple(one for one in privacy.models if one is not model)
            other = replace(plan, privacy=replace(privacy, models=others))
            yield "model", f"without {model.spec}", "", counted, other
    names = plan.roles.quasi_identifiers
    if len(names) > 1 and counted.people is None:
        for name in names:
            rest = tuple(one for one in names if one != name)
            kept: dict[str, Any] = {
                key: tuple(one for one in getattr(plan.search, key) if one[0] != name)
                for key in ("weights", "least", "greatest", "floor")
            }
            other = replace(
                plan,
                roles=plan.roles.revise({"quasi_identifiers": rest}),
                search=replace(plan.search, **kept),
            )
            table = without_column(counted, name)
            yield "column", f"without '{name}'", "", table, other


def other_policies(counted: CountTable, plan: Plan) -> Iterator[Neighbour]:
    """The same plan with other meanings of missing sensitive values."""
    missing = any(one.dictionary.missing_code is not None for one in counted.sensitive)
    worst = plan.privacy.missing is MissingPolicy.WORST
    if not (worst and missing) or counted.floor:
        return
    own = replace(plan, privacy=replace(plan.privacy, missing=MissingPolicy.OWN))
    sensitive = tuple(
        replace(one, missing=MissingPolicy.OWN) for one in counted.sensitive
    )
    words = "missing values as a value of their own"
    table = replace(counted, sensitive=sensitive)
    yield "missing", words, 'missing = "own"', table, own
    kept = cells_with_values(counted.cells, [one.name for one in counted.sensitive])
    if counted.kinds is None and counted.people is None and kept.any():
        drop = replace(plan, privacy=replace(plan.privacy, missing=MissingPolicy.DROP))
        words = "rows with a missing sensitive value left out"
        yield "missing", words, 'missing = "drop"', with_cells(counted, kept), drop


def other_methods(counted: CountTable, plan: Plan) -> Iterator[Neighbour]:
    """The same plan by other methods whose labels imply nothing of single rows."""
    if counted.floor:
        return
    for name in ("mondrian", "full-domain"):
        if plan.search.method not in (name, "auto"):
            other = replace(plan, search=replace(type(plan.search)(), method=name))
            yield "method", f"the method {name}", f'method = "{name}"', counted, other


def try_plan(
    point: Point,
    change: str,
    key: str,
    counted: CountTable,
    plan: Plan,
    progress: Progress,
) -> Trial:
    """Decide by another plan."""
    try:
        decision = decide_by_release(
            counted, lambda table: run(plan.search.method, table, plan, progress)
        )
    except (NoSolutionError, InputError):
        return Trial(point, change, key, None)
    return Trial(
        point, change, key, float(decision.metrics["loss"]), decision.suppressed
    )


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

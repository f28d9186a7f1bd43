# SPDX-License-Identifier: Apache-2.0
"""The trial of a draft: what its release would lose, on the table or a sample of it.

The draft is decided as `anonymize` would decide it, and so are the plans near it. The
meaning of missing values is chosen by what it costs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from diversa.counts.cells import Cells
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import DiversaError, NoSolutionError
from diversa.files.owner_key import KEY_BYTES
from diversa.methods import run
from diversa.methods.decision import Decision
from diversa.methods.explanation import Explanation, PlanTrial, explain, try_plan
from diversa.methods.neighbours import other_policies
from diversa.methods.release_shape import decide_by_release
from diversa.plan.plan import Plan
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.part_tables import with_cells
from diversa.tables.table_input import TableInput

SAMPLE = 20_000
"""Most rows that are tried; a larger table is sampled."""

SECONDS = 1.0
"""Processor time for plans near the draft."""

TOO_MUCH = 0.1
"""The loss that another meaning of missing values must spare to be proposed."""


@dataclass(frozen=True, eq=False)
class DraftTrial:
    """The release that a draft would make."""

    plan: Plan
    """The draft, with the meaning of missing values that costs least."""
    method: str
    """The method that decided."""
    reason: str
    """The reason for the method."""
    rows: int
    """Rows that were tried."""
    rows_of_table: int
    """Rows of the table."""
    explanation: Explanation
    """The loss, what binds, and what to try."""
    policies: tuple[PlanTrial, ...] = ()
    """Other meanings of missing values that were tried."""
    loss_of_worst: float | None = None
    """The loss if a missing value may be any value, where that is not proposed."""

    @property
    def is_sample(self) -> bool:
        """True if some rows were not tried."""
        return self.rows < self.rows_of_table

    @property
    def lines(self) -> tuple[str, ...]:
        """The trial in sentences."""
        tried = f"all {self.rows:,} rows"
        if self.is_sample:
            tried = (
                f"a sample of {self.rows:,} of {self.rows_of_table:,} rows (more rows"
                " lose less)"
            )
        return (
            f"Tried on {tried}: {self.method} is chosen, because {self.reason}.",
            *self.explanation.lines,
        )

    def to_json(self) -> dict[str, object]:
        """The trial as plain values."""
        return {
            "method": self.method,
            "reason": self.reason,
            "rows": self.rows,
            "is_sample": self.is_sample,
            "missing": self.plan.privacy.missing.value,
            **self.explanation.to_json(),
        }


def try_draft(
    engine: Engine, table: Table, plan: Plan, *, seconds: float = SECONDS
) -> DraftTrial | None:
    """Try a draft on a table, or on a sample of its counts; None if that cannot be."""
    try:
        opened = TableInput.of_plan(table, plan).open_in(engine)
        counted = sample_of(count_table(opened, plan.bound_models()))
        if counted is None:
            return None
        with TemporaryDirectory() as folder:
            tried = with_known_noise(plan, Path(folder) / "key")
            trial = try_counts(counted, tried, table.rows, seconds=seconds)
    except DiversaError:
        return None  # the run will say what is the matter
    return replace(trial, plan=replace(trial.plan, search=plan.search))


def with_known_noise(plan: Plan, key: Path) -> Plan:
    """The plan with the same noise in every trial, so that suggestions can be repeated.

    Nothing is published by it.
    """
    key.touch(0o600)
    key.write_text("00" * KEY_BYTES)
    return replace(plan, search=replace(plan.search, secret=key))


def try_counts(
    counted: CountTable, plan: Plan, rows: int, *, seconds: float
) -> DraftTrial:
    """Try a draft on counts, with each meaning of missing values."""
    begin = time.process_time()
    worst = decide(counted, plan)
    policies = [
        (one, try_plan(one, lambda *_: None)) for one in other_policies(counted, plan)
    ]
    spent = float("inf") if worst is None else worst.loss
    costs = [cost(trial, one.counted, counted) for one, trial in policies]
    decision, chosen = worst, plan
    if min(costs, default=spent) < spent - TOO_MUCH:
        best, _ = policies[costs.index(min(costs))]
        counted, chosen = best.counted, best.plan
        decision = decide(counted, chosen)
    if decision is None:
        raise NoSolutionError("suggest: no release satisfies the models")
    left = max(0.0, seconds - (time.process_time() - begin))
    return DraftTrial(
        chosen,
        decision.method,
        method_reason(decision),
        counted.cells.rows,
        rows,
        explain(counted, chosen, decision, seconds=left),
        tuple(trial for _, trial in policies),
        None if chosen is plan else spent,
    )


def decide(counted: CountTable, plan: Plan) -> Decision | None:
    """The decision by a plan; None without a solution."""
    try:
        return decide_by_release(
            counted, lambda table: run(plan.search.method, table, plan, lambda *_: None)
        )
    except NoSolutionError:
        return None


def method_reason(decision: Decision) -> str:
    """The reason for which `auto` chose a method, from its summary."""
    return decision.reached.reason.rpartition("because ")[2]


def cost(trial: PlanTrial, counted: CountTable, whole: CountTable) -> float:
    """The loss of a trial, in which rows that are left out lose everything."""
    left = counted.cells.rows / whole.cells.rows
    return 1 - left + left * (1.0 if trial.loss is None else trial.loss)


def sample_of(counted: CountTable) -> CountTable | None:
    """The counts of a sample of the rows; None for many rows of few people."""
    cells = counted.cells
    if cells.rows <= SAMPLE:
        return counted
    if counted.kinds is not None or counted.people is not None:
        return None
    draw = np.random.default_rng(0)
    rows = draw.multivariate_hypergeometric(cells.counts, SAMPLE, method="marginals")
    drawn = replace(counted, cells=Cells(cells.dictionaries, cells.codes, rows))
    return with_cells(drawn, rows > 0)

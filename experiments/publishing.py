# SPDX-License-Identifier: Apache-2.0
"""A table counted once, and what every method makes of it for several models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from diversa.counts.groups import Groups
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import NoSolutionError, PlanError
from diversa.methods import METHODS
from diversa.methods.decision import Decision
from diversa.metrics.recoded import Recoded
from diversa.plan.keywords import make_plan, revise
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.table_input import TableInput
from experiments.adult import NUMBERS, Adult, Columns
from experiments.experiment import timed


@dataclass(frozen=True, eq=False)
class Found:
    """What a method decided, what it leaves of the table, and its processor time."""

    decision: Decision
    recoded: Recoded = field(repr=False)
    seconds: float

    @property
    def groups(self) -> Groups:
        """The published groups."""
        return self.recoded.groups


@dataclass(frozen=True, eq=False)
class Publisher:
    """A counted table that methods are tried on."""

    counted: CountTable = field(repr=False)
    plan: Plan

    def find(self, *models: str, times: int = 1, **words: Any) -> Found | None:  # noqa: ANN401
        """What a method makes of the table; None where it finds or accepts nothing.

        Args:
            models: The specs of the models.
            times: How often the search is timed; the last time counts.
            words: Words of a plan, such as the method.
        """
        try:
            plan = revise(self.plan, models=list(models), **words)
            method = METHODS[plan.search.method]
            for _ in range(times):
                decision, seconds = timed(partial(method, self.counted, plan, unseen))
        except (NoSolutionError, PlanError):
            return None
        recoded = decision.recoding.recode(self.counted)
        return Found(decision, recoded, seconds)


@contextmanager
def publisher(
    adult: Adult,
    columns: Columns,
    quasi_identifiers: Sequence[str],
    *sensitive: str,
    spans: bool = True,
) -> Iterator[Publisher]:
    """Count rows of Adult; age is a number, other columns have their hierarchies.

    Args:
        adult: Where the hierarchies stand.
        columns: The rows.
        quasi_identifiers: The columns that an adversary knows.
        sensitive: The columns that must stay secret.
        spans: Whether ages become spans of years, or what the folder says.
    """
    names = (*quasi_identifiers, *sensitive)
    frame = pa.table({name: pa.array(values(columns[name])) for name in names})
    numeric = {name: "number" for name in (*NUMBERS, "age") if name in names}
    plan = make_plan(
        quasi_identifiers=list(quasi_identifiers),
        sensitive=list(sensitive),
        models=["k-anonymity:1"],
        hierarchies=hierarchies(adult, names, spans=spans),
        columns=numeric if spans else {},
    )
    with DuckDBEngine() as engine:
        opened = TableInput.of_plan(frame, plan).open_in(engine)
        yield Publisher(count_table(opened, plan.bound_models()), plan)


def values(column: np.ndarray[Any, Any]) -> list[Any]:
    """The values of a column as Python has them."""
    return column.tolist()


def hierarchies(
    adult: Adult, names: Sequence[str], *, spans: bool
) -> dict[str, object]:
    """The hierarchies of some columns; ages in spans of 5, 10, 20 and 40 years."""
    kinds: dict[str, object] = {
        name: kind for name, kind in adult.kinds.items() if name in names
    }
    if "age" in kinds and spans:
        kinds["age"] = [5, 10, 20, 40]
    return kinds

# SPDX-License-Identifier: Apache-2.0
"""A sweep over a table: the best release for each value of a setting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Unpack

from diversa.engines.engine import EngineChoice
from diversa.open_tables.open_table import open as open_table
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.plan.uses import check_used
from diversa.progress import Phases, silent
from diversa.sweeps.sweep import Sweep


def sweep(
    source: object,
    plan: Plan | Path | str | None = None,
    *,
    over: Mapping[str, Iterable[object]],
    privacy: str | None = None,
    engine: EngineChoice = None,
    phases: Phases = silent,
    **words: Unpack[PlanKeywords],
) -> Sweep:
    """Count a table, and try several values of a setting; see `OpenTable.sweep`.

    Args:
        source: A path or a frame, as for `open`.
        plan: A plan or the path of a plan file; or give its words instead.
        over: What varies, with its values: `{"k": range(2, 21)}`.
        privacy: What privacy is measured by; the model that varies by default.
        engine: The engine that reads, or its name; DuckDB by default.
        phases: Told of every phase, for progress bars.
        words: The words of a plan, see `PlanKeywords`.
    """
    check_used("sweep", words)
    with open_table(source, plan, engine=engine, phases=phases, **words) as table:
        return table.sweep(over, privacy=privacy)

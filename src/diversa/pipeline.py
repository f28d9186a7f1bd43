# SPDX-License-Identifier: Apache-2.0
"""The whole way on one page: from a table to an audited release.

open -> roles -> values -> hierarchies -> count -> search -> recode -> write -> audit.
Read this file first; every step stands in the module it calls.
"""

from __future__ import annotations

from pathlib import Path

from diversa.clock import Clock, Phases, Progress, silent
from diversa.counting import Counted, count_table
from diversa.engines import default_engine
from diversa.engines.engine import Engine
from diversa.metrics import objective
from diversa.plan import Plan
from diversa.publish.recodings import FullDomain, published_columns, suppressed_groups
from diversa.publish.release import Release, publish_folder, publish_frame
from diversa.search.planner import SEARCHES, choose_all, search
from diversa.search.result import SearchResult
from diversa.search.task import Task


def anonymize(
    source: object,
    plan: Plan,
    *,
    out: Path | None = None,
    suffix: str | None = None,
    keep_order: bool = False,
    phases: Phases = silent,
) -> Release:
    """Publish a table so that every model of the plan holds in the release.

    Args:
        source: A path or a frame.
        plan: What must hold, and how.
        out: Folder of the release; without it a frame comes back.
        suffix: ".csv" or ".parquet"; the source's own by default.
        keep_order: Give a frame back in its own row order, with its own index.
        phases: Told of every phase, for progress bars.
    """
    clock = Clock(phases)
    with default_engine() as engine:
        counted = count(engine, source, plan, clock, ordered=keep_order)
        with clock.phase("search") as progress:
            task = make_task(counted, plan, progress)
            result = search(task, algorithm=plan.search.algorithm)
        recoding = full_domain(counted, plan, result)
        publish = publish_frame if out is None else publish_folder
        ...


def lattice(source: object, plan: Plan, *, phases: Phases = silent) -> SearchResult:
    """Find every node that satisfies the plan's models."""
    clock = Clock(phases)
    with default_engine() as engine:
        counted = count(engine, source, plan, clock, ordered=False)
        with clock.phase("search") as progress:
            task = make_task(counted, plan, progress)
            return SEARCHES[choose_all(task)](task)

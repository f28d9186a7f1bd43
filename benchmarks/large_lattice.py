# SPDX-License-Identifier: Apache-2.0
"""A lattice too large to enumerate: what is found in 30 s, and what the best node is.

The made-up encounters (`encounters`): 101,766 rows, 15 quasi-identifiers, 4,423,680
nodes; 5-anonymity and two readmissions in every group, 5 % of the rows may go. Compared
are the greedy way down, the anytime search in 30 s of processor time, and the same
search until it has proven its node to be the best of all.

Run with `python -m benchmarks large_lattice`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from benchmarks.arguments import arguments
from benchmarks.encounters import QUASI_IDENTIFIERS, encounters
from benchmarks.record import note
from benchmarks.search import seconds
from diversa.engines.registry import open_engine
from diversa.methods import make_task
from diversa.pipeline import open_and_count
from diversa.plan.keywords import make_plan
from diversa.progress import Clock, silent, unseen
from diversa.search.deadline import Deadline
from diversa.search.lattice.anytime import anytime
from diversa.search.lattice.descent import descent
from diversa.search.task import Task


def task() -> Task:
    """What the searches are asked."""
    table = pd.DataFrame(encounters())
    plan = make_plan(
        quasi_identifiers=list(QUASI_IDENTIFIERS),
        sensitive="readmitted",
        models=["k-anonymity:5", "distinct-l-diversity:2"],
        suppression=0.05,
    )
    with open_engine(None, table) as engine:
        counted = open_and_count(engine, table, plan, Clock(silent), ordered=False)
        return make_task(counted, plan, unseen)


def main() -> None:
    """Print what each search finds, and how long it takes."""
    asked = task()
    print(f"{asked.lattice.size:,} nodes over {asked.rows:,} rows")
    sizes = asked.finest.groups.sizes
    unit = seconds(lambda: [np.sort(sizes, kind="stable") for _ in range(100)])
    jobs = {
        "descent": (descent, asked),
        "anytime, 30 s": (anytime, asked),
        "anytime, to the end": (anytime, replace(asked, seconds=float("inf"))),
    }
    for name, (search, one) in jobs.items():
        clock = Deadline(float("inf"))
        result = search(one)
        if result.bound == result.cost or result.bound is None:  # to the end
            note("large_lattice", f"{name}, to 100 sorts", clock.used / unit)
        else:  # as long as it may: what it finds
            note("large_lattice", f"{name}, loss to bound", result.cost / result.bound)
        bound = "" if result.bound is None else f", bound {result.bound:.4f}"
        print(
            f"{name:20} loss {result.cost:.4f}{bound}, {result.optimality},"
            f" {result.checked:,} nodes counted, {clock.used:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    arguments(__doc__)
    main()

# SPDX-License-Identifier: Apache-2.0
"""The time of checking a group against its size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from diversa.counts.groups import Groups
from diversa.models import parse
from experiments.charts import curves
from experiments.delta_l_diversity.examples import paper_check
from experiments.experiment import (
    Cell,
    Charts,
    Experiment,
    Outcome,
    Settings,
    Table,
    timed,
)

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000)
RANGE = 10_000_000
"""Numbers are drawn below this, so that nearly all differ."""

SPECS = {
    "window, ours": "window-diversity:delta=500,l=2",
    "(ε,m), ours": "epsilon-m-anonymity:epsilon=1000,m=2",
}
FIGURE_3 = "Figure 3, in Python"
SORTING = "sorting alone"


def run(settings: Settings) -> Outcome:
    """Check one group of each size, with numbers drawn at random."""
    rows: list[tuple[Cell, ...]] = []
    for size in SIZES[:2] if settings.small else SIZES:
        random = np.random.default_rng(settings.seed)
        numbers = random.integers(0, RANGE, size)
        for name, check in checks(numbers).items():
            check()
            spent = min(timed(check)[1] for _ in range(3))
            rows.append((name, size, spent, spent / size * 1e9))
    table = Table(("check", "rows of the group", "seconds", "nanoseconds a row"), rows)
    return Outcome("random groups", {"time": table}, facts(table))


def checks(numbers: np.ndarray) -> dict[str, Callable[[], object]]:
    """What is timed for a group: the models on a fresh histogram, and the figure."""
    counts = dict(
        zip(*(a.tolist() for a in np.unique(numbers, return_counts=True)), strict=True)
    )
    groups = Groups.from_counts([counts], on="pay")
    ordered = np.sort(numbers).tolist()

    def judge(spec: str) -> object:
        fresh = Groups(
            groups.starts,
            groups.values,
            groups.counts,
            groups.combinations,
            groups.sensitive,
        )
        return parse(spec).holds(fresh)

    return {
        **{name: partial(judge, spec) for name, spec in SPECS.items()},
        FIGURE_3: lambda: paper_check(ordered, 500, 2),
        SORTING: lambda: np.sort(numbers),
    }


def facts(table: Table) -> dict[str, Cell]:
    """How the time of a row changes from the smallest group to the largest."""

    def growth(name: str) -> float:
        each = [
            float(cell or 0)
            for cell in table.where(check=name).column("nanoseconds a row")
        ]
        return each[-1] / each[0]

    largest = max(int(cell or 0) for cell in table.column("rows of the group"))
    ours, theirs = (
        float(
            table.where(check=name, rows_of_the_group=largest).column("seconds")[0] or 0
        )
        for name in ("window, ours", FIGURE_3)
    )
    return {
        "largest": largest,
        "ours": ours,
        "theirs": theirs,
        "growth_ours": growth("window, ours"),
        "growth_theirs": growth(FIGURE_3),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """Seconds against rows."""
    time = tables["time"]
    names = list(dict.fromkeys(map(str, time.column("check"))))
    chart = curves(
        "Time of checking a group against its size",
        {
            name: time.where(check=name).pairs("rows of the group", "seconds")
            for name in names
        },
        across="rows of the group",
        upwards="seconds of processor time",
        logarithmic=True,
        ratios_across=True,
    )
    return {"time": chart}


EXPERIMENT = Experiment("checking-time", "delta-l-diversity", run, draw)

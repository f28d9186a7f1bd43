# SPDX-License-Identifier: Apache-2.0
"""How often the three notions disagree on the nodes of a lattice of Adult."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
from numpy.typing import NDArray

from diversa.search.evaluator import Evaluator
from diversa.search.task import Task
from experiments.adult import QUASI_IDENTIFIERS, Adult
from experiments.charts import curves
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.microdata import bound

NOTIONS = {
    "(ε,m)": "epsilon-m-anonymity:epsilon={width},m=1",
    "literal": "delta-l-diversity:delta={half},l=1",
    "window": "window-diversity:delta={half},l=1",
}
"""The notions at equal width: ε = 2δ."""

WIDTHS = {"hours-per-week": (2, 5, 10, 20), "capital-gain": (100, 1000, 5000)}
LEVELS = {"hours-per-week": (1.25, 1.5, 1.75, 2), "capital-gain": (1.02, 1.05, 1.1)}
"""Widths and levels that some nodes satisfy and some do not."""

COLUMNS = (
    "sensitive",
    "width",
    "l",
    "nodes",
    "(ε,m) holds",
    "literal holds",
    "window holds",
    "(ε,m) and literal disagree",
    "literal and window disagree",
    "share",
    "steps up that break (ε,m)",
    "steps up that break window",
)


def run(settings: Settings) -> Outcome:
    """Judge every node of the lattice over the first four or five attributes."""
    adult = Adult(settings.adult)
    people = adult.microdata(adult.complete())
    names = QUASI_IDENTIFIERS[: 3 if settings.small else 5]
    rows: list[tuple[Cell, ...]] = []
    for on, widths in WIDTHS.items():
        task = people.task(
            names, f"window-diversity:delta=0,l=1,on={on}", sensitive=(on,)
        )
        for width in widths[:2] if settings.small else widths:
            levels = attained(task, on, width)
            for level in LEVELS[on]:
                verdicts = {name: each >= level for name, each in levels.items()}
                rows.append((on, width, level, task.lattice.size, *compared(verdicts)))
    table = Table(COLUMNS, rows)
    return Outcome(
        f"Adult, {people.rows:,} rows, quasi-identifiers {', '.join(names)}",
        {"nodes": table},
        facts(table),
    )


Verdicts = Mapping[str, NDArray[np.bool_]]
"""Which nodes satisfy each notion, in the shape of the lattice."""


def attained(task: Task, on: str, width: float) -> dict[str, NDArray[np.float64]]:
    """The level that every node attains, by each notion."""
    specs = [spec.format(width=width, half=width / 2) for spec in NOTIONS.values()]
    models = bound(specs, (on,))
    levels = {name: np.zeros(task.lattice.shape) for name in NOTIONS}
    evaluator = Evaluator(task)
    for node in product(*(range(height + 1) for height in task.lattice.heights)):
        groups = evaluator.outcome(node).frequency_set.groups
        for name, model in zip(NOTIONS, models, strict=True):
            levels[name][node] = model.attained(groups)
    return levels


def compared(verdicts: Verdicts) -> tuple[Cell, ...]:
    """How many nodes satisfy each notion, and on how many two of them disagree."""
    near, literal, window = verdicts.values()
    apart = int((literal != window).sum())
    return (
        int(near.sum()),
        int(literal.sum()),
        int(window.sum()),
        int((near != literal).sum()),
        apart,
        apart / literal.size,
        broken_steps(near),
        broken_steps(window),
    )


def broken_steps(holds: NDArray[np.bool_]) -> int:
    """Pairs of a node that satisfies and one right above it that does not."""
    return sum(
        int((np.delete(holds, -1, axis) & ~np.delete(holds, 0, axis)).sum())
        for axis in range(holds.ndim)
    )


def facts(table: Table) -> dict[str, Cell]:
    """What the page says."""

    def total(column: str) -> int:
        return sum(int(cell or 0) for cell in table.column(column))

    shares = [float(cell or 0) for cell in table.column("share")]
    return {
        "settings": len(table.rows),
        "judged": total("nodes"),
        "alias_apart": total("(ε,m) and literal disagree"),
        "apart": total("literal and window disagree"),
        "largest_share": max(shares),
        "share": total("literal and window disagree") / total("nodes"),
        "broken": total("steps up that break (ε,m)"),
        "broken_window": total("steps up that break window"),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """The share of nodes that are judged differently, against the width."""
    return {
        f"share-{sensitive}": share_chart(tables["nodes"].where(sensitive=sensitive))
        for sensitive in WIDTHS
    }


def share_chart(nodes: Table) -> str:
    """The chart of one sensitive attribute."""
    name = str(nodes.rows[0][0]).replace("-", " ")
    levels = sorted({float(cell or 0) for cell in nodes.column("l")})
    return curves(
        f"Share of nodes on which literal and window form disagree, {name}",
        {
            f"ℓ = {level:g}": nodes.where(l=level).pairs("width", "share")
            for level in levels
        },
        across=f"width 2δ, {name}",
        upwards="share of nodes",
    )


EXPERIMENT = Experiment("disagreement", "delta-l-diversity", run, draw)

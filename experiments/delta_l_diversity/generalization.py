# SPDX-License-Identifier: Apache-2.0
"""The algorithm that the paper left for later, against naive generalization.

Dealing cuts the table while no window is too full on either side, then deals the rows
of a part by their numbers. Naive are: going through all nodes of the lattice, and
Mondrian, which cuts only where both sides satisfy the model themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.adult import Adult, some
from experiments.charts import curves
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.publishing import Found, publisher

QUASI_IDENTIFIERS = ("sex", "race", "marital-status", "education", "workclass")
SENSITIVE = "age"
"""A number that is spread enough for several m; hours and gains are mostly equal."""

WIDTH = 5
MODELS = tuple(range(2, 8))

METHODS: dict[str, dict[str, Any]] = {
    "full-domain": {"method": "full-domain", "algorithm": "exhaustive"},
    "mondrian": {"method": "mondrian", "labels": "tight"},
    "dealing": {"method": "dealing", "labels": "tight"},
}

COLUMNS = ("method", "m", "loss", "groups", "mean group", "suppressed", "seconds")


def run(settings: Settings) -> Outcome:
    """The loss and the time of each method for growing m."""
    adult = Adult(settings.adult)
    people = adult.complete()
    if settings.small:
        people = some(people, slice(2_000))
    rows: list[tuple[Cell, ...]] = []
    with publisher(adult, people, QUASI_IDENTIFIERS, SENSITIVE) as table:
        for name, words in METHODS.items():
            for m in MODELS[:2] if settings.small else MODELS:
                model = f"epsilon-m-anonymity:epsilon={WIDTH},m={m}"
                found = table.find(model, times=1 if settings.small else 2, **words)
                rows.append((name, m, *measured(found)))
    table_of_all = Table(COLUMNS, rows)
    return Outcome(
        f"Adult, {len(people['age']):,} rows, age as the sensitive number",
        {"loss": table_of_all},
        facts(table_of_all),
    )


def measured(found: Found | None) -> tuple[Cell, ...]:
    """What is left of the table; nothing where there is no release."""
    if found is None:
        return (None,) * 5
    groups = len(found.groups)
    return (
        found.decision.metrics["loss"],
        groups,
        found.groups.rows / groups,
        found.decision.suppressed,
        found.seconds,
    )


def facts(table: Table) -> dict[str, Cell]:
    """How much less dealing loses than the better of the naive ways."""
    losses = {
        (method, m): float(loss)
        for method, m, loss, *_ in table.rows
        if isinstance(loss, int | float)
    }
    dealt = {m: loss for (method, m), loss in losses.items() if method == "dealing"}
    ratios = [
        loss / naive
        for m, loss in dealt.items()
        if (
            naive := min(
                (losses[n, m] for n in ("full-domain", "mondrian") if (n, m) in losses),
                default=0,
            )
        )
    ]
    return {
        "width": WIDTH,
        "most_dealt": max((int(m or 0) for m in dealt), default=0),
        "solved_by_lattice": sum(method == "full-domain" for method, _ in losses),
        "solved_by_mondrian": sum(method == "mondrian" for method, _ in losses),
        "solved_by_dealing": len(dealt),
        "asked": len(table.rows) // len(METHODS),
        "least_ratio": min(ratios, default=None),
        "largest_ratio": max(ratios, default=None),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """The loss of each method against m."""
    table = tables["loss"]
    chart = curves(
        "Loss of three methods against m",
        {name: table.where(method=name).pairs("m", "loss") for name in METHODS},
        across="m",
        upwards="loss",
    )
    return {"loss": chart}


EXPERIMENT = Experiment("future-algorithm", "delta-l-diversity", run, draw)

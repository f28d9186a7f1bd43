# SPDX-License-Identifier: Apache-2.0
"""Figures 5 and 6: the time of entropy 6-diversity against that of 6-anonymity.

All satisfying nodes, for the first 3, 4, ... attributes: by Incognito as in the paper,
by going through every node, and beside them the best node by our own search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.result import SearchResult
from diversa.search.task import Task
from experiments import lands_end
from experiments.adult import QUASI_IDENTIFIERS, Adult
from experiments.charts import curves
from experiments.experiment import (
    Cell,
    Charts,
    Experiment,
    Outcome,
    Settings,
    Table,
    timed,
)
from experiments.microdata import Microdata

MODELS = {
    "6-anonymity": "k-anonymity:6",
    "entropy 6-diversity": "entropy-l-diversity:6",
}
"""What is compared."""

Search = Callable[[Task], SearchResult]

INCOGNITO, EVERY, BEST = "Incognito", "every node", "our search, best node"

COLUMNS = (
    "attributes",
    "nodes",
    "model",
    "search",
    "seconds",
    "nodes counted",
    "satisfying",
)


def figure_5(settings: Settings) -> Outcome:
    """Adult, 3 to 8 quasi-identifiers, the occupation sensitive."""
    adult = Adult(settings.adult)
    people = adult.microdata(adult.complete())
    most = 5 if settings.small else 8
    searches = {INCOGNITO: incognito, EVERY: exhaustive, BEST: optimal}
    table = measure(people, QUASI_IDENTIFIERS[:most], "occupation", searches)
    return Outcome(f"Adult, {people.rows:,} rows", {"time": table}, facts(table))


def figure_6(settings: Settings) -> Outcome:
    """The synthetic Lands End, 3 to 7 quasi-identifiers, the cost sensitive."""
    names = lands_end.QUASI_IDENTIFIERS[: 5 if settings.small else 7]
    searches = {INCOGNITO: incognito, BEST: optimal}
    few = lands_end.lands_end(min(settings.rows, 5_000), settings.seed)
    measure(few, names[:3], "cost", searches)  # so that everything is compiled
    sold = lands_end.lands_end(settings.rows, settings.seed)
    table = measure(sold, names, "cost", searches, times=1)
    data = f"Lands End, synthetic, {sold.rows:,} rows"
    return Outcome(data, {"time": table}, {**facts(table), "rows": sold.rows})


def measure(
    table: Microdata,
    names: Sequence[str],
    sensitive: str,
    searches: Mapping[str, Search],
    *,
    times: int = 3,
) -> Table:
    """The processor time of each search; the last of several times counts."""
    rows: list[tuple[Cell, ...]] = []
    for size in range(3, len(names) + 1):
        for model, spec in MODELS.items():
            task = table.task(names[:size], spec, sensitive=(sensitive,))
            for name, search in searches.items():
                for _ in range(times):
                    result, spent = timed(partial(search, task))
                every = result.satisfying
                rows.append(
                    (
                        size,
                        task.lattice.size,
                        model,
                        name,
                        spent,
                        result.checked,
                        None if every is None else int(every.sum()),
                    )
                )
    return Table(COLUMNS, rows)


def facts(table: Table) -> dict[str, Cell]:
    """The ratios of both models at each size, and how our search compares."""

    def of(model: str, search: str) -> list[float]:
        some = table.where(model=model, search=search)
        return [max(float(cell or 0), 1e-6) for cell in some.column("seconds")]

    anonymity, diversity = (of(model, INCOGNITO) for model in MODELS)
    ratios = [b / a for a, b in zip(anonymity, diversity, strict=True)]
    best = of("entropy 6-diversity", BEST)
    every = [(of(model, EVERY), of(model, INCOGNITO)) for model in MODELS]
    listed = [pair for both in every if both[0] for pair in zip(*both, strict=True)]
    return {
        "least_ratio": min(ratios),
        "largest_ratio": max(ratios),
        "faster": sum(ratio < 1 for ratio in ratios),
        "sizes": len(ratios),
        "every_faster": sum(all_nodes < pruned for all_nodes, pruned in listed),
        "every_compared": len(listed),
        "incognito_at_most": diversity[-1],
        "anonymity_at_most": anonymity[-1],
        "best_at_most": best[-1],
        "attributes_at_most": 2 + len(ratios),
    }


def draw(title: str, tables: Mapping[str, Table]) -> Charts:
    """Seconds against attributes, for each model and search."""
    time = tables["time"]
    searches = list(dict.fromkeys(map(str, time.column("search"))))
    series = {
        f"{model}, {search}": time.where(model=model, search=search).pairs(
            "attributes", "seconds"
        )
        for search in searches
        for model in MODELS
    }
    chart = curves(
        title,
        series,
        across="quasi-identifiers",
        upwards="seconds of processor time",
        logarithmic=True,
    )
    return {"time": chart}


FIGURE_5 = Experiment(
    "figure-5",
    "l-diversity",
    figure_5,
    partial(draw, "Figure 5: time against the number of quasi-identifiers, Adult"),
)
FIGURE_6 = Experiment(
    "figure-6",
    "l-diversity",
    figure_6,
    partial(draw, "Figure 6: the same for Lands End (synthetic)"),
)

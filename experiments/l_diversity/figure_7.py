# SPDX-License-Identifier: Apache-2.0
"""Figure 7: what k-anonymity and two kinds of l-diversity leave of Adult.

The least height, average group size and discernibility over all satisfying nodes, for
k, l = 2, 4, 6, 8: of the whole table, and of 5 % samples of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

import numpy as np

from diversa.search.lattice.optimal import optimal
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.charts import curves
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.microdata import Microdata

SERIES = {
    "k-anonymity": "k-anonymity:{}",
    "entropy": "entropy-l-diversity:{}",
    "recursive (3,l)": "recursive-cl-diversity:c=3,l={}",
}
"""The models by their names in the figure."""

METRICS = ("height", "average-group-size", "discernibility")
GRAPHS = {METRICS[1]: "second", METRICS[2]: "third"}
LEVELS = (2, 4, 6, 8)
SHARE = 0.05
SAMPLES = 10

WHOLE = ("model", "k or l", *METRICS)
SPREAD = ("model", "k or l", "metric", "samples with a table", "least", "mean", "most")


def run(settings: Settings) -> Outcome:
    """The whole table, and ten samples of it, each drawn with a seed of its own."""
    adult = Adult(settings.adult)
    rows = adult.complete()
    people = adult.microdata(rows)
    everyone = costs(people)
    drawn, alike = [], []
    for turn in range(2 if settings.small else SAMPLES):
        random = np.random.default_rng(settings.seed + turn)
        sample = some(rows, random.random(people.rows) < SHARE)
        drawn.append(costs(adult.microdata(sample)))
        alike.append(float(np.median(np.unique(sample["age"], return_counts=True)[1])))
    whole = Table(
        WHOLE, [(*key, *(cost[m] for m in METRICS)) for key, cost in everyone.items()]
    )
    return Outcome(
        f"Adult, {people.rows:,} rows and {len(drawn)} samples of {SHARE:.0%}",
        {"whole": whole, "samples": spread(drawn)},
        {**facts(everyone, drawn), "rows_per_age": mean(alike)},
    )


Costs = Mapping[tuple[str, int], Mapping[str, float]]
"""The least cost by model, level and metric; infinite where no node satisfies."""


def costs(table: Microdata) -> Costs:
    """What the best node costs, for each model, level and metric."""
    return {
        (name, level): {
            metric: optimal(
                table.task(
                    QUASI_IDENTIFIERS[:4],
                    spec.format(level),
                    sensitive=("occupation",),
                    objective=metric,
                )
            ).cost
            for metric in METRICS
        }
        for name, spec in SERIES.items()
        for level in LEVELS
    }


def spread(drawn: list[Costs]) -> Table:
    """The least, the mean and the most of each cost over the samples."""
    rows: list[tuple[Cell, ...]] = []
    for key in drawn[0]:
        for metric in METRICS:
            each = [cost[key][metric] for cost in drawn if cost[key][metric] < np.inf]
            summary = (min(each), mean(each), max(each)) if each else (None,) * 3
            rows.append((*key, metric, len(each), *summary))
    return Table(SPREAD, rows)


def facts(whole: Costs, drawn: list[Costs]) -> dict[str, Cell]:
    """How far the curves are from each other."""

    def apart(costs: Costs, name: str) -> list[float]:
        return [
            costs[name, level]["height"] - costs["k-anonymity", level]["height"]
            for level in LEVELS
        ]

    def ratios(one: str, other: str, metric: str) -> list[float]:
        return [
            mean(cost[one, level][metric] for cost in drawn)
            / mean(cost[other, level][metric] for cost in drawn)
            for level in LEVELS
        ]

    sizes = ratios("entropy", "k-anonymity", "average-group-size")
    everywhere = [whole, *drawn]
    order = [
        cost["recursive (3,l)", level][metric] <= cost["entropy", level][metric]
        for cost in everywhere
        for level in LEVELS
        for metric in METRICS[1:]
    ]
    return {
        "samples": len(drawn),
        "entropy_steps": int(max(apart(whole, "entropy"))),
        "recursive_steps": int(max(apart(whole, "recursive (3,l)"))),
        "entropy_steps_in_samples": int(max(max(apart(c, "entropy")) for c in drawn)),
        "entropy_apart_at": ", ".join(
            str(level)
            for level, steps in zip(LEVELS, apart(whole, "entropy"), strict=True)
            if steps > 1
        ),
        "entropy_size_least": min(sizes),
        "entropy_size_most": max(sizes),
        "recursive_size": mean(
            ratios("recursive (3,l)", "entropy", "average-group-size")
        ),
        "recursive_discernibility": mean(
            ratios("recursive (3,l)", "entropy", "discernibility")
        ),
        "recursive_no_worse": sum(order),
        "compared": len(order),
        "average_at_2": whole["k-anonymity", 2]["average-group-size"],
        "entropy_average_at_2": whole["entropy", 2]["average-group-size"],
        "recursive_average_at_2": whole["recursive (3,l)", 2]["average-group-size"],
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """Height of the whole table; group size and discernibility of the samples."""
    whole, samples = tables["whole"], tables["samples"]
    height = {
        name: whole.where(model=name).pairs("k or l", "height") for name in SERIES
    }
    charts = {
        "height": curves(
            "Figure 7, first graph: least height, all rows of Adult",
            height,
            across="k or ℓ",
            upwards="least generalization height",
        )
    }
    for metric in METRICS[1:]:
        each = {name: samples.where(model=name, metric=metric).pairs for name in SERIES}
        words, graph = metric.replace("-", " "), GRAPHS[metric]
        charts[metric] = curves(
            f"Figure 7, {graph} graph: least {words}, {SHARE:.0%} samples of Adult",
            {name: pairs("k or l", "mean") for name, pairs in each.items()},
            across="k or ℓ",
            upwards=f"least {words}: mean, least and most of the samples",
            spreads={
                name: [
                    (x, least, most)
                    for (x, least), (_, most) in zip(
                        pairs("k or l", "least"), pairs("k or l", "most"), strict=True
                    )
                ]
                for name, pairs in each.items()
            },
        )
    return charts


EXPERIMENT = Experiment("figure-7", "l-diversity", run, draw)

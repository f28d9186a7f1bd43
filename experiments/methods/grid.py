# SPDX-License-Identifier: Apache-2.0
"""Every method with the main models on Adult: privacy against loss in one picture.

The quasi-identifiers are all attributes but the occupation, which is sensitive. Privacy
is measured alike whatever was promised: the share of people whose occupation an
adversary guesses right, who knows their group and names its most frequent value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diversa.attacks.skewness import skewness
from diversa.metrics.utility import utility
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.charts import curves
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.publishing import Found, publisher

SENSITIVE, LABEL = "occupation", "salary-class"

METHODS: dict[str, dict[str, Any]] = {
    "full-domain": {"method": "full-domain"},
    "full-domain, 2 % suppressed": {"method": "full-domain", "suppression": 0.02},
    "mondrian": {"method": "mondrian"},
    "local-recoding": {"method": "local-recoding"},
    "mdav": {"method": "mdav"},
    "anatomy": {"method": "anatomy"},
}
"""The methods and what they are asked with."""

EXACT = "anatomy"
"""Publishes quasi-identifiers as they are: it loses none, and hides nobody."""

MODELS: dict[str, tuple[str, ...]] = {
    "5-anonymity": ("k-anonymity:5",),
    "distinct 3-diversity": ("distinct-l-diversity:3",),
    "frequency 3-diversity": ("frequency-l-diversity:3",),
    "entropy 3-diversity": ("entropy-l-diversity:3",),
    "recursive (4,3)-diversity": ("recursive-cl-diversity:c=4,l=3",),
    "0.3-closeness": ("t-closeness:0.3",),
    "2-likeness": ("beta-likeness:2",),
}
"""The models and their specs."""

COLUMNS = (
    "method",
    "model",
    "loss",
    "groups",
    "suppressed share",
    "guessed right",
    "distance",
    "query error",
    "accuracy",
    "seconds",
    "on the frontier",
)


def run(settings: Settings) -> Outcome:
    """Try every method with every model."""
    adult = Adult(settings.adult)
    people = adult.training()
    if settings.small:
        people = some(people, slice(0, None, 100))
    rows: list[tuple[Cell, ...]] = []
    baseline: dict[str, Cell] = {}
    with publisher(adult, people, QUASI_IDENTIFIERS, SENSITIVE) as table:
        for method, words in METHODS.items():
            for model, specs in MODELS.items():
                found = table.find(*specs, times=1 if settings.small else 2, **words)
                if found is None:
                    rows.append((method, model, *(None,) * (len(COLUMNS) - 3)))
                    continue
                rows.append((method, model, *measured(found, settings, baseline)))
    best = frontier(
        [
            (float(row[2]), float(row[5] or 0))
            for row in rows
            if isinstance(row[2], int | float) and row[0] != EXACT
        ]
    )
    marked = [
        (*row, "yes" if row[0] != EXACT and (row[2], row[5]) in best else None)
        for row in rows
    ]
    releases = Table(COLUMNS, marked)
    return Outcome(
        f"Adult, {len(people['age']):,} rows, eight quasi-identifiers",
        {"releases": releases},
        {**baseline, **facts(releases), "blind": blind(people[SENSITIVE].tolist())},
    )


def measured(
    found: Found, settings: Settings, baseline: dict[str, Cell]
) -> tuple[Cell, ...]:
    """Privacy and utility of a release; `baseline` gets what raw rows teach."""
    histogram = found.groups.histogram(SENSITIVE)
    label = None if settings.small else LABEL
    left = utility(
        found.recoded,
        queries=50 if settings.small else 500,
        label=label,
        seed=settings.seed,
    )
    error, accuracy = left.measured["query-error"], left.measured["accuracy"]
    if accuracy is not None:
        baseline.update(raw_accuracy=accuracy.raw, majority=accuracy.majority)
    return (
        left["loss"],
        len(found.groups),
        left.suppressed / left.rows,
        float(histogram.max(histogram.counts).sum() / histogram.sizes.sum()),
        skewness(histogram).distance,
        None if error is None else error.median,
        None if accuracy is None else accuracy.release,
        found.seconds,
    )


def frontier(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points than which none is better in one way and no worse in the other.

    >>> frontier([(0.1, 0.9), (0.5, 0.3), (0.6, 0.4)])
    [(0.1, 0.9), (0.5, 0.3)]
    """
    kept: list[tuple[float, float]] = []
    for loss, guessed in sorted(points):
        if not kept or guessed < kept[-1][1]:
            kept.append((loss, guessed))
    return kept


def blind(occupations: list[str]) -> float:
    """The share that is guessed right without any release: the most frequent value."""
    return max(map(occupations.count, set(occupations))) / len(occupations)


def facts(table: Table) -> dict[str, Cell]:
    """What the page says of the methods."""
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in table.rows]
    there = [row for row in rows if row["loss"] is not None]
    on_it = [str(row["method"]) for row in there if row["on the frontier"] == "yes"]
    wins = {
        model: min(
            (row for row in there if row["model"] == model and row["method"] != EXACT),
            key=lambda row: float(row["loss"] or 0),
            default=None,
        )
        for model in MODELS
    }
    names = [str(row["method"]) for row in wins.values() if row is not None]
    usual = max(set(names), key=names.count)
    return {
        "asked": len(rows),
        "found": len(there),
        "frontier": ", ".join(dict.fromkeys(on_it)),
        "least_lossy": usual,
        "least_lossy_models": names.count(usual),
        "models": len(MODELS),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """People guessed right against loss, a colour for each method."""
    table = tables["releases"]
    every = [
        point
        for name in METHODS
        if name != EXACT
        for point in table.where(method=name).pairs("loss", "guessed right")
    ]
    series = {name: table.where(method=name) for name in METHODS}
    return {
        "frontier": curves(
            "Share of people whose occupation is guessed right, against loss",
            {
                name: some.pairs("loss", "guessed right")
                for name, some in series.items()
            },
            across="loss",
            upwards="share guessed right; dashed: the Pareto frontier",
            joined=False,
            frontier=frontier(every),
        ),
        "query-error": curves(
            "Median error of COUNT queries against loss",
            {name: some.pairs("loss", "query error") for name, some in series.items()},
            across="loss",
            upwards="median relative error of queries",
            joined=False,
        ),
        "accuracy": curves(
            "Accuracy of a classifier trained on the release against loss",
            {name: some.pairs("loss", "accuracy") for name, some in series.items()},
            across="loss",
            upwards="accuracy",
            joined=False,
        ),
    }


EXPERIMENT = Experiment("grid", "methods", run, draw)

# SPDX-License-Identifier: Apache-2.0
"""Every method with the main models on Adult: privacy against loss in one picture.

Roles are those of the l-diversity paper: seven quasi-identifiers; occupation and salary
class are sensitive. Models protect the occupation, and analysts learn to tell the
salary class, by which no group is formed. Privacy is measured alike whatever was
promised: the share of people whose occupation an adversary guesses right, who knows
their group and names its most frequent value.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any

from diversa.attacks.skewness import skewness
from diversa.methods import METHODS as ALL_METHODS
from diversa.metrics.utility import utility
from experiments.adult import QUASI_IDENTIFIERS, Adult, Columns, some
from experiments.charts import curves
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.publishing import Found, publisher

KNOWN = QUASI_IDENTIFIERS[:7]
SENSITIVE, LABEL = "occupation", "salary-class"

METHODS: dict[str, dict[str, Any]] = {
    "full-domain": {"method": "full-domain"},
    "full-domain, 2 % suppressed": {"method": "full-domain", "suppression": 0.02},
    "mondrian": {"method": "mondrian", "labels": "tight"},
    "local-recoding": {"method": "local-recoding", "labels": "tight"},
    "mdav": {"method": "mdav", "labels": "tight"},
    "anatomy": {"method": "anatomy", "nearby": False},
    "mbf": {"method": "mbf", "suppression": 0.5, "nearby": False},
}
"""The methods and what they are asked with; dealing needs a secret number."""

EXACT = ("anatomy", "mbf")
"""They publish quasi-identifiers as they are: they lose none, and hide nobody."""

MODELS: dict[str, str] = {
    "5-anonymity": "k-anonymity:5",
    "distinct 3-diversity": "distinct-l-diversity:3,on=occupation",
    "frequency 3-diversity": "frequency-l-diversity:3,on=occupation",
    "entropy 3-diversity": "entropy-l-diversity:3,on=occupation",
    "recursive (4,3)-diversity": "recursive-cl-diversity:c=4,l=3,on=occupation",
    "0.3-closeness": "t-closeness:0.3,on=occupation",
    "2-likeness": "beta-likeness:2,on=occupation",
    "2-diversity of kinds": "subtree-frequency-diversity:l=2,e=1,on=occupation",
    "(2,1)-diversity": "le-diversity:l=2,e=1,on=occupation",
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

BASELINE = ("number", "value")


def run(settings: Settings) -> Outcome:
    """Try every method with every model."""
    adult = Adult(settings.adult)
    people = adult.training()
    if settings.small:
        people = some(people, slice(0, None, 100))
    else:  # so that everything is compiled
        tried(adult, some(people, slice(0, None, 100)), settings, {})
    baseline: dict[str, Cell] = {
        "blind": blind(people[SENSITIVE].tolist()),
        "raw_accuracy": None,
        "majority": None,
    }
    rows = tried(adult, people, settings, baseline)
    best = frontier(
        [
            (float(row[2] or 0), float(row[5] or 0))
            for row in rows
            if row[0] not in EXACT
        ]
    )
    marked = [
        (*row, "yes" if row[0] not in EXACT and (row[2], row[5]) in best else None)
        for row in rows
    ]
    releases = Table(COLUMNS, marked)
    return Outcome(
        f"Adult, {len(people['age']):,} rows, seven quasi-identifiers",
        {
            "losses": losses(releases),
            "releases": releases,
            "baseline": Table(BASELINE, list(baseline.items())),
        },
        {**baseline, **facts(releases)},
    )


def tried(
    adult: Adult, people: Columns, settings: Settings, baseline: dict[str, Cell]
) -> list[tuple[Cell, ...]]:
    """Every method with every model; `baseline` gets what raw rows teach."""
    rows: list[tuple[Cell, ...]] = []
    with (
        publisher(adult, people, KNOWN, SENSITIVE, LABEL) as groups,
        publisher(adult, people, KNOWN, SENSITIVE) as buckets,
    ):
        for method, words in METHODS.items():
            table = buckets if method in EXACT else groups
            for model, spec in MODELS.items():
                found = table.find(spec, **words)
                if found is not None:
                    exact = method in EXACT
                    numbers = measured(found, settings, baseline, exact=exact)
                    rows.append((method, model, *numbers))
    return rows


def losses(releases: Table) -> Table:
    """The loss of every method for every model; nothing where there is no release."""
    loss = {(row[0], row[1]): row[2] for row in releases.rows}
    rows = [
        (model, *(loss.get((method, model)) for method in METHODS)) for model in MODELS
    ]
    return Table(("model", *METHODS), rows)


def measured(
    found: Found, settings: Settings, baseline: dict[str, Cell], *, exact: bool
) -> tuple[Cell, ...]:
    """Privacy and utility of a release; exact attributes teach what raw ones do."""
    histogram = found.groups.histogram(SENSITIVE)
    label = None if settings.small or exact else LABEL
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
    on_it = [str(row["method"]) for row in rows if row["on the frontier"] == "yes"]
    wins = {
        model: min(
            (
                row
                for row in rows
                if row["model"] == model and row["method"] not in EXACT
            ),
            key=lambda row: float(row["loss"] or 0),
            default=None,
        )
        for model in MODELS
    }
    names = [str(row["method"]) for row in wins.values() if row is not None]
    usual = max(set(names), key=names.count)
    return {
        "asked": len(METHODS) * len(MODELS),
        "found": len(rows),
        "frontier": "; ".join(dict.fromkeys(on_it)),
        "least_lossy": usual,
        "least_lossy_models": names.count(usual),
        "models": len(MODELS),
        "left_out": ", ".join(
            f"`{name}`"
            for name in ALL_METHODS
            if name not in {str(words["method"]) for words in METHODS.values()}
        ),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """People guessed right against loss, a colour for each method."""
    table = tables["releases"]
    every = [
        point
        for name in METHODS
        if name not in EXACT
        for point in table.where(method=name).pairs("loss", "guessed right")
    ]
    told = [float(cell) for cell in table.column("accuracy") if cell is not None]
    known = {str(name): value for name, value in tables["baseline"].rows}

    def dots(title: str, column: str, rules: Mapping[str, str], **words: Any) -> str:  # noqa: ANN401
        each = {
            name: table.where(method=name).pairs("loss", column) for name in METHODS
        }
        return curves(
            title,
            {name: points for name, points in each.items() if points},
            across="loss (0: as it was, 1: nothing left)",
            joined=False,
            rules={
                label: float(known[name] or 0)
                for name, label in rules.items()
                if known[name] is not None
            },
            **words,
        )

    return {
        "frontier": dots(
            "People whose occupation is guessed right, against loss",
            "guessed right",
            {"blind": "guessed right without any release"},
            upwards="share of people; dashed: the Pareto frontier",
            frontier=frontier(every),
        ),
        "query-error": dots(
            "Error of COUNT queries against loss",
            "query error",
            {},
            upwards="median relative error",
        ),
        "accuracy": dots(
            "Accuracy of a classifier trained on the release, against loss",
            "accuracy",
            {"raw_accuracy": "from the raw table", "majority": "always the majority"},
            upwards="share of held-out rows told right",
            start=floor(10 * min(told, default=0)) / 10,
        ),
    }


EXPERIMENT = Experiment("grid", "methods", run, draw)

# SPDX-License-Identifier: Apache-2.0
"""How many groups of an l-diverse Adult the skewness and similarity attacks expose."""

from __future__ import annotations

from fractions import Fraction

from diversa.attacks.similarity import similarity
from diversa.attacks.skewness import skewness
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table
from experiments.publishing import Found, publisher

SENSITIVE = "occupation"
RATIO = Fraction(2)
"""A group is skewed when a value is so many times as likely in it as in the table."""

MODELS = (
    "k-anonymity:6",
    "distinct-l-diversity:6",
    "frequency-l-diversity:3",
    "entropy-l-diversity:6",
    "recursive-cl-diversity:c=3,l=3",
    "t-closeness:0.3",
    "t-closeness:0.2",
    "t-closeness:0.2,distance=hierarchical",
    "beta-likeness:1",
)
"""What is promised before the release is attacked."""

METHODS: dict[str, dict[str, str]] = {
    "full-domain": {},
    "mondrian": {"labels": "tight"},
}

COLUMNS = (
    "method",
    "model",
    "loss",
    "groups",
    "skewed groups",
    "rows in them",
    "largest p/q",
    "largest distance",
    "groups of one kind",
    "rows of one kind",
    "largest share of a kind",
)


def run(settings: Settings) -> Outcome:
    """Attack the best release for each model and method."""
    adult = Adult(settings.adult)
    people = adult.complete()
    if settings.small:
        people = some(people, slice(0, None, 45))
    rows: list[tuple[Cell, ...]] = []
    with publisher(adult, people, QUASI_IDENTIFIERS[:5], SENSITIVE) as table:
        for method in METHODS:
            for model in MODELS:
                found = table.find(model, method=method, **METHODS[method])
                rows.append((method, model, *attacked(found)))
    exposed = Table(COLUMNS, rows)
    count = len(people["age"])
    return Outcome(
        described(count),
        {"exposed": exposed},
        facts(exposed),
    )


def described(rows: int) -> str:
    """The data of both studies, in words."""
    known = ", ".join(QUASI_IDENTIFIERS[:5])
    return f"Adult, {rows:,} rows, {known} known, {SENSITIVE} sensitive"


def attacked(found: Found | None) -> tuple[Cell, ...]:
    """What both attacks find in a release; nothing where there is none."""
    if found is None:
        return (None,) * (len(COLUMNS) - 2)
    histogram = found.groups.histogram(SENSITIVE)
    skewed = skewness(histogram, ratio=RATIO)
    similar = similarity(histogram)
    return (
        found.decision.metrics["loss"],
        len(found.groups),
        len(skewed.affected),
        skewed.exposed,
        skewed.worst,
        skewed.distance,
        len(similar.affected),
        similar.exposed,
        similar.worst,
    )


def facts(table: Table) -> dict[str, Cell]:
    """The shares of skewed groups with and without closeness."""
    share: dict[tuple[Cell, Cell], float] = {}
    alike: dict[tuple[Cell, Cell], Cell] = {}
    for row in table.rows:
        line = dict(zip(COLUMNS, row, strict=True))
        if line["groups"]:
            key = line["method"], line["model"]
            share[key] = float(line["skewed groups"] or 0) / float(line["groups"])
            alike[key] = line["groups of one kind"]
    entropy = "entropy-l-diversity:6"
    return {
        "ratio": int(RATIO),
        "entropy_skewed": share.get(("mondrian", entropy)),
        "entropy_lattice_skewed": share.get(("full-domain", entropy)),
        "close_skewed": share.get(("mondrian", "t-closeness:0.2")),
        "likeness_skewed": share.get(("mondrian", "beta-likeness:1")),
        "anonymity_of_one_kind": alike.get(("mondrian", "k-anonymity:6")),
        "distinct_of_one_kind": alike.get(("mondrian", "distinct-l-diversity:6")),
        "entropy_of_one_kind": alike.get(("mondrian", entropy)),
        "close_of_one_kind": alike.get(("mondrian", "t-closeness:0.2")),
    }


EXPERIMENT = Experiment("exposed-groups", "closeness", run)

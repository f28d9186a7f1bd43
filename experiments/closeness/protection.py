# SPDX-License-Identifier: Apache-2.0
"""Closeness against l-diversity: protection at equal loss, loss at equal protection.

Each model is asked for at several strengths; of the best release of each the loss is
measured, and how far the farthest group is from the whole table (the distance that
t-closeness bounds), whatever was promised.
"""

from __future__ import annotations

from collections.abc import Mapping

from diversa.attacks.skewness import skewness
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.charts import curves
from experiments.closeness.attacks import RATIO, SENSITIVE, described
from experiments.experiment import Cell, Charts, Experiment, Outcome, Settings, Table
from experiments.publishing import Publisher, publisher

FAMILIES = {
    "entropy l-diversity": ("entropy-l-diversity:{}", (2, 3, 4, 5, 6, 7, 8, 9, 10)),
    "t-closeness": ("t-closeness:{}", (0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15, 0.1)),
    "(1000,t)-closeness": ("nt-closeness:n=1000,t={}", (0.6, 0.5, 0.4, 0.3, 0.2, 0.1)),
    "(5000,t)-closeness": ("nt-closeness:n=5000,t={}", (0.6, 0.5, 0.4, 0.3, 0.2, 0.1)),
}
"""The models, from weak to strong."""

METHODS: dict[str, dict[str, str]] = {
    "full-domain": {},
    "mondrian": {"labels": "tight"},
}

COLUMNS = (
    "method",
    "family",
    "strength",
    "loss",
    "groups",
    "distance",
    "skewed rows",
    "largest p/q",
)


def run(settings: Settings) -> Outcome:
    """Publish with every model at every strength."""
    adult = Adult(settings.adult)
    people = adult.complete()
    if settings.small:
        people = some(people, slice(0, None, 90))
    rows: list[tuple[Cell, ...]] = []
    with publisher(adult, people, QUASI_IDENTIFIERS[:5], SENSITIVE) as table:
        for method in METHODS:
            for family, (spec, strengths) in FAMILIES.items():
                chosen = strengths[::3] if settings.small else strengths
                rows += [
                    line
                    for strength in chosen
                    if (line := released(table, method, family, spec, strength))
                ]
    releases = Table(COLUMNS, rows)
    count = len(people["age"])
    return Outcome(
        described(count),
        {
            "releases": releases,
            "equal-loss": equal_loss(releases),
            "equal-protection": equal_protection(releases),
        },
        facts(releases),
    )


def released(
    table: Publisher, method: str, family: str, spec: str, strength: float
) -> tuple[Cell, ...] | None:
    """The best release of one model; None where there is none."""
    found = table.find(spec.format(strength), method=method, **METHODS[method])
    if found is None:
        return None
    attack = skewness(found.groups.histogram(SENSITIVE), ratio=RATIO)
    return (
        method,
        family,
        strength,
        found.decision.metrics["loss"],
        len(found.groups),
        attack.distance,
        attack.share,
        attack.worst,
    )


def frontier(table: Table, method: str, family: str) -> list[tuple[float, float]]:
    """Loss and distance of the releases of a family that no other of it beats."""
    points = sorted(table.where(method=method, family=family).pairs("loss", "distance"))
    kept: list[tuple[float, float]] = []
    for loss, distance in points:
        if not kept or distance < kept[-1][1]:
            kept.append((loss, distance))
    return kept


LOSSES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
DISTANCES = (0.5, 0.4, 0.3, 0.25, 0.2, 0.15)


def equal_loss(table: Table) -> Table:
    """The least distance that a release of a family has within a loss."""
    rows: list[tuple[Cell, ...]] = []
    for method in METHODS:
        for most in LOSSES:
            each = [
                min(
                    (d for loss, d in frontier(table, method, f) if loss <= most),
                    default=None,
                )
                for f in FAMILIES
            ]
            if any(cell is not None for cell in each):
                rows.append((method, most, *each))
    return Table(("method", "loss at most", *FAMILIES), rows)


def equal_protection(table: Table) -> Table:
    """The least loss of a release of a family within a distance."""
    rows: list[tuple[Cell, ...]] = []
    for method in METHODS:
        for most in DISTANCES:
            each = [
                min(
                    (loss for loss, d in frontier(table, method, f) if d <= most),
                    default=None,
                )
                for f in FAMILIES
            ]
            rows.append((method, most, *each))
    return Table(("method", "distance at most", *FAMILIES), rows)


def facts(table: Table) -> dict[str, Cell]:
    """In how many comparisons closeness protects better, and costs less."""
    compared = {}
    for name, both in (
        ("loss", equal_loss(table)),
        ("protection", equal_protection(table)),
    ):
        pairs = [
            (float(a), float(b))
            for a, b in zip(
                both.column("entropy l-diversity"),
                both.column("t-closeness"),
                strict=True,
            )
            if a is not None and b is not None
        ]
        compared[f"{name}_compared"] = len(pairs)
        compared[f"{name}_better"] = sum(close < diverse for diverse, close in pairs)
        compared[f"{name}_equal"] = sum(close == diverse for diverse, close in pairs)
    place, count = table.columns.index("distance"), table.columns.index("groups")
    reached = {
        family: min(
            (
                float(row[place] or 0)
                for row in table.where(family=family).rows
                if int(row[count] or 0) > 1
            ),
            default=None,
        )
        for family in FAMILIES
    }
    return {
        **compared,
        "diversity_reaches": reached["entropy l-diversity"],
        "closeness_reaches": reached["t-closeness"],
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """Distance against loss, a chart for each method."""
    table = tables["releases"]
    return {
        method: curves(
            f"Distance of the farthest group against loss, {method}",
            {
                family: points
                for family in FAMILIES
                if (
                    points := sorted(
                        table.where(method=method, family=family).pairs(
                            "loss", "distance"
                        )
                    )
                )
            },
            across="loss",
            upwards="distance of the farthest group",
        )
        for method in METHODS
    }


EXPERIMENT = Experiment("protection", "closeness", run, draw)

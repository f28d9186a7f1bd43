# SPDX-License-Identifier: Apache-2.0
"""What an analyst loses: metrics, distributions and associations, before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diversa.metrics import meaning_of
from diversa.report import charts
from diversa.report.drawing import shortened
from diversa.report.elements import (
    figures,
    folded,
    part,
    percent,
    say,
    section,
    table,
)

FEW = 14
"""So many buckets have room for their names."""


def left(manifest: Mapping[str, Any]) -> str:
    """What is left of the data."""
    utility = manifest.get("evidence", {}).get("utility")
    if not utility:
        rows = [[name, value] for name, value in manifest["metrics"].items()]
        return section("What is left of the data", table(["metric", "value"], rows))
    return section(
        "What is left of the data",
        say(query_words(utility)) if utility["query_error"] else "",
        say(accuracy_words(utility["accuracy"])) if utility["accuracy"] else "",
        metrics_table(utility["metrics"]),
        part("Loss of each quasi-identifier", losses(utility)),
        part("Distributions before and after", distributions(utility["distributions"])),
        part("Do attributes still go together?", associations(utility["associations"])),
    )


def query_words(utility: Mapping[str, Any]) -> str:
    """What the errors of queries mean for somebody who counts."""
    error = utility["query_error"]
    return (
        f"Of {error['queries']:,} random COUNT questions, half are answered from the"
        f" release with an error of at most {percent(error['median'])}."
    )


def accuracy_words(accuracy: Mapping[str, Any]) -> str:
    """What a classifier still learns, which means nothing without its baselines."""
    return (
        f"'{accuracy['label']}' is predicted rightly for {percent(accuracy['release'])}"
        f" of {accuracy['rows']:,} rows that were held out by a classifier that learnt"
        f" from the release; from the raw table {percent(accuracy['raw'])}, always the"
        f" most frequent class {percent(accuracy['majority'])}."
    )


def metrics_table(metrics: Mapping[str, float | None]) -> str:
    """Every metric that applies, with what it says."""
    rows = [
        [name, value, meaning_of(name)]
        for name, value in metrics.items()
        if value is not None
    ]
    return table(["metric", "value", "what it says"], rows)


def losses(utility: Mapping[str, Any]) -> str:
    """The loss of each quasi-identifier."""
    rows = [
        [name, percent(loss), percent(utility["ncp_by_attribute"][name])]
        for name, loss in utility["loss_by_attribute"].items()
    ]
    return table(["quasi-identifier", "loss", "certainty penalty"], rows)


def distributions(spreads: Sequence[Mapping[str, Any]]) -> str:
    """Each attribute as the table has it and as the release shows it."""
    shown = figures(
        (spread["attribute"], distribution(place, spread))
        for place, spread in enumerate(spreads)
    )
    rows = [[spread["attribute"], percent(spread["distance"])] for spread in spreads]
    moved = table(["attribute", "rows that seem to have moved"], rows)
    return (shown + folded("As numbers", moved)) if shown else moved


def distribution(place: int, spread: Mapping[str, Any]) -> str:
    """One attribute: bars where there are few values, an area where there are many."""
    name, title = f"spread{place}", f"{spread['attribute']} before and after"
    labels, before, after = spread["buckets"], spread["before"], spread["after"]
    if len(labels) <= FEW:
        names = [shortened(label) for label in labels]
        shares = {"before": before, "after": after}
        return charts.histogram(name, title, names, shares, unit="share of rows")
    return charts.profile(name, title, list(ticks(labels)), before, after)


def ticks(labels: Sequence[str], *, count: int = 5) -> Iterator[tuple[int, str]]:
    """Some of the labels with their places: the first, the last, others between."""
    last = len(labels) - 1
    for place in sorted({round(step * last / (count - 1)) for step in range(count)}):
        yield place, shortened(labels[place], 9)


def associations(measured: Sequence[Mapping[str, Any]]) -> str:
    """How strongly pairs go together, before and after."""
    names = list(
        dict.fromkeys(name for pair in measured for name in pair["attributes"])
    )
    shown = figures(
        (when, pairs(measured, names, when)) for when in ("before", "after")
    )
    rows = [
        [
            " and ".join(pair["attributes"]),
            pair["measure"],
            pair["before"],
            pair["after"],
        ]
        for pair in measured
    ]
    numbers = table(["pair", "measure", "before", "after"], rows)
    return (shown + folded("As numbers", numbers)) if shown else numbers


def pairs(
    measured: Sequence[Mapping[str, Any]], names: Sequence[str], when: str
) -> str:
    """The associations of all pairs as a matrix."""
    strength = {frozenset(pair["attributes"]): pair[when] for pair in measured}
    strength |= {frozenset((name,)): 1.0 for name in names}
    values = [[strength[frozenset((name, other))] for other in names] for name in names]
    return charts.matrix(f"pairs-{when}", f"association {when}", names, values)

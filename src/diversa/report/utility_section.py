# SPDX-License-Identifier: Apache-2.0
"""The analyst's part of a report: metrics, distributions, associations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from diversa.metrics import meaning_of
from diversa.metrics.association import Association
from diversa.metrics.classification_accuracy import Accuracy
from diversa.metrics.count_queries import QueryError
from diversa.metrics.distributions import Distribution
from diversa.metrics.utility import Utility
from diversa.record.record import Record
from diversa.report import charts
from diversa.report.drawing import breadth, shorten
from diversa.report.elements import figures, fold, part, say, section, table
from diversa.report.language import format_value, own_phrase, percent, phrase

FEW = 14
"""The most buckets of a chart with a name for each."""

MOST_LETTERS = 12
"""The most letters of a label below a chart."""

LETTERS_BELOW = 46
"""The most letters below a chart, all labels together."""

FIRST = (
    "loss",
    "query-error-median",
    "accuracy",
    "average-group-size",
    "precision",
    "kl-divergence",
    "discernibility",
    "gcp",
)
"""Metrics in the order in which people ask for them; five of them are shown first."""

SHOWN = 5
"""Metrics that are shown first."""

MOST_CHARTS = 6
"""Distributions that are drawn; the others are folded."""

MOST_LOSSES = 12
"""Quasi-identifiers whose loss is shown first."""

MOST_PAIRS = 10
"""Pairs of attributes that are shown first."""

LARGEST_MATRIX = 16
"""The most attributes of a legible matrix."""


def release_utility(record: Record) -> str:
    """The section on the utility of a release; without evidence its metrics."""
    utility = None if record.evidence is None else record.evidence.utility
    if utility is None:
        return section(phrase("utility.title"), metrics_table(record.metrics))
    return utility_section(utility)


def utility_section(utility: Utility) -> str:
    """The section on a measured utility."""
    error, accuracy = utility.query_error, utility.accuracy
    return section(
        phrase("utility.title"),
        "" if error is None else say(query_words(error)),
        "" if accuracy is None else say(accuracy_words(accuracy)),
        metrics_table(utility.metrics),
        part(phrase("utility.losses"), losses(utility)),
        part(phrase("utility.distributions"), distributions(utility.distributions)),
        part(phrase("utility.associations"), associations(utility.associations)),
    )


def query_words(error: QueryError) -> str:
    """The error of count queries, in a sentence."""
    return phrase(
        "utility.queries",
        queries=format_value(error.queries),
        median=percent(error.median),
    )


def accuracy_words(accuracy: Accuracy) -> str:
    """The accuracy of a classifier beside its baselines, in a sentence."""
    return phrase(
        "utility.accuracy",
        label=accuracy.label,
        release=percent(accuracy.release),
        rows=format_value(accuracy.rows),
        raw=percent(accuracy.raw),
        majority=percent(accuracy.majority),
    )


def metrics_table(metrics: Mapping[str, float | None]) -> str:
    """The metrics that people ask for first; the others are folded."""
    applying = [name for name, value in metrics.items() if value is not None]
    asked = [name for name in FIRST if name in applying]
    first = [*asked, *(name for name in applying if name not in asked)][:SHOWN]
    rest = [name for name in applying if name not in first]
    more = phrase("utility.more_metrics", count=len(rest))
    return lines_of(metrics, first) + (
        fold(more, lines_of(metrics, rest)) if rest else ""
    )


def lines_of(metrics: Mapping[str, float | None], names: Sequence[str]) -> str:
    """A table of metrics with their meanings."""
    heads = [phrase(f"utility.{head}") for head in ("metric", "value", "says")]
    return table(heads, [[name, metrics[name], says(name)] for name in names])


def says(name: str) -> str:
    """The meaning of a metric, in the page's language if it is built in."""
    return own_phrase(f"metrics.{name.partition(':')[0]}", meaning_of(name))


def losses(utility: Utility) -> str:
    """The loss of each quasi-identifier; of many, those that lose most come first."""
    lost, penalty = utility.loss_by_attribute, utility.ncp_by_attribute
    names = list(lost)
    if len(names) > MOST_LOSSES:
        names.sort(key=lambda name: -lost[name])
    rows = [[name, percent(lost[name]), percent(penalty[name])] for name in names]
    heads = [
        phrase(f"utility.{head}") for head in ("quasi_identifier", "loss", "penalty")
    ]
    rest = rows[MOST_LOSSES:]
    more = phrase("utility.more_losses", count=len(rest))
    return table(heads, rows[:MOST_LOSSES]) + (
        fold(more, table(heads, rest)) if rest else ""
    )


def distributions(spreads: Sequence[Distribution]) -> str:
    """The distribution of each attribute, before and after."""
    drawn = [
        (spread.attribute, distribution(spread))
        for spread in spreads
        if len(spread.buckets) > 1  # of a column that is all `*` nothing is seen
    ]
    rest = drawn[MOST_CHARTS:]
    more = fold(phrase("utility.more_charts", count=len(rest)), figures(rest))
    rows = [[spread.attribute, shift(spread)] for spread in spreads]
    heads = [phrase("utility.attribute"), phrase("utility.moved")]
    return (
        figures(drawn[:MOST_CHARTS])
        + (more if rest else "")
        + fold(phrase("as_numbers"), table(heads, rows))
    )


def shift(spread: Distribution) -> str:
    """The share of rows that seem to have moved; a word if all are `*`."""
    if spread.buckets == ("*",):
        return phrase("utility.all_stars")
    return percent(spread.distance)


def distribution(spread: Distribution) -> str:
    """One attribute: bars for few values, an area for many."""
    title = phrase("utility.before_and_after", attribute=spread.attribute)
    labels = [own_phrase(f"buckets.{label}", label) for label in spread.buckets]
    before, after = spread.before, spread.after
    if len(labels) <= FEW:
        names = [shorten(label) for label in labels]
        shares = {"before": before, "after": after}
        return charts.histogram(title, names, shares, unit=phrase("share_of_rows"))
    return charts.profile(title, list(ticks(labels)), before, after)


def ticks(labels: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Some of the labels with their places: the first, the last, others between.

    Their number depends on the room that each takes.
    """
    last = len(labels) - 1
    longest = min(MOST_LETTERS, max(map(breadth, labels)))
    count = max(2, min(5, LETTERS_BELOW // (longest + 2)))
    for place in sorted({round(step * last / (count - 1)) for step in range(count)}):
        yield place, shorten(labels[place], MOST_LETTERS)


def associations(measured: Sequence[Association]) -> str:
    """The associations of pairs of attributes, before and after."""
    if not measured:
        return ""
    names = list(dict.fromkeys(name for pair in measured for name in pair.attributes))
    drawn = [
        (phrase("before"), pairs(measured, names, "before")),
        (phrase("after"), pairs(measured, names, "after")),
    ]
    lost = sorted(measured, key=lambda pair: abs(pair.after) - abs(pair.before))
    note = say(phrase("utility.association_note"), lead=True)
    if len(names) > LARGEST_MATRIX:
        matrices = fold(phrase("utility.matrices"), figures(drawn))
    else:
        matrices = figures(drawn)
    first, every = pairs_table(lost[:MOST_PAIRS]), pairs_table(lost)
    if len(measured) <= MOST_PAIRS:
        return note + matrices + fold(phrase("as_numbers"), every)
    title = phrase("utility.all_pairs", count=len(measured))
    return note + matrices + first + fold(title, every)


def pairs_table(measured: Sequence[Association]) -> str:
    """A table of pairs of attributes and their associations."""
    rows = [
        [
            phrase("utility.and", pair=pair.attributes),
            own_phrase(f"measures.{pair.measure}", pair.measure),
            pair.before,
            pair.after,
        ]
        for pair in measured
    ]
    heads = [phrase("utility.pair"), phrase("utility.measure")]
    return table([*heads, phrase("before"), phrase("after")], rows)


def pairs(
    measured: Sequence[Association],
    names: Sequence[str],
    when: Literal["before", "after"],
) -> str:
    """The associations of all pairs as a matrix."""
    strength = {
        frozenset(pair.attributes): pair.before if when == "before" else pair.after
        for pair in measured
    }
    strength |= {frozenset((name,)): 1.0 for name in names}
    values = [[strength[frozenset((name, other))] for other in names] for name in names]
    title = phrase("utility.association", when=phrase(when))
    return charts.matrix(title, names, values)

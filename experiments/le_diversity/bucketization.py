# SPDX-License-Identifier: Apache-2.0
"""Figures 2 to 7: loss, degree of diversity and time of (l,1)- and of l-diversity.

Maximal bucket first (MBF) on the training rows of Adult. The quasi-identifiers are
published as they are; education is sensitive. With e = 1 values under one parent are
one bucket, with e = 0 every value is one.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram, sum_entries
from diversa.metrics.degree_of_diversity import degree_of_diversity
from diversa.metrics.reconstruction_loss import group_losses
from diversa.models.e_similarity import buckets
from diversa.search.buckets.buckets import Bucketing, most_groups
from experiments.adult import Adult, Columns, some
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
from experiments.microdata import Microdata, Steps

QUASI_IDENTIFIERS = ("age", "workclass", "marital-status", "sex", "race")
SENSITIVE = "education"
NUMBERS_OF_ROWS = tuple(range(5_000, 30_001, 5_000))
LEVELS = tuple(range(2, 9))
ROWS, LEVEL = 30_000, 4
"""What stays the same while the other is varied."""

MODELS = {0: "l-diversity", 1: "(l,1)-diversity"}
"""The models by their e."""

TIMES = 9
"""How often a time is taken; the least counts."""

COLUMNS = (
    "model",
    "rows",
    "l",
    "buckets",
    "groups",
    "suppressed",
    "suppressed share",
    "loss of published rows",
    "loss of all rows",
    "DOT",
    "mean pair distance",
    "DOT, dealt",
    "seconds",
    "seconds, dealt",
)


def run(settings: Settings) -> Outcome:
    """Both series, against the rows and against l."""
    adult = Adult(settings.adult)
    people = adult.everyone()
    few = NUMBERS_OF_ROWS[:1] if settings.small else NUMBERS_OF_ROWS
    by_rows = [
        line(bucketed(adult, some(people, slice(rows)), e), e, LEVEL, settings)
        for e in MODELS
        for rows in few
    ]
    most = {e: bucketed(adult, some(people, slice(ROWS)), e) for e in MODELS}
    by_level = [line(most[e], e, level, settings) for e in MODELS for level in LEVELS]
    both = {"rows": Table(COLUMNS, by_rows), "level": Table(COLUMNS, by_level)}
    buckets = bucket_sizes(adult, people)
    return Outcome(
        f"Adult, the first rows of {len(people['age']):,}",
        {**both, "buckets": buckets},
        {
            **facts(both["rows"], both["level"], people),
            "largest_share": buckets.column("share of the largest")[0],
        },
    )


def line(bucketing: Bucketing, e: int, l: int, settings: Settings) -> tuple[Cell, ...]:
    """What MBF makes of rows that are in buckets."""
    rows, seed = int(bucketing.counts.sum()), settings.seed
    counts = bucketing.counts
    groups = most_groups(counts, l)
    start = (MODELS[e], rows, l, len(counts), groups)
    if groups == 0:
        return (*start, rows, 1.0, 0.0, float(rows), *(None,) * 5)
    times = 1 if settings.small else TIMES
    runs = [timed(partial(bucketing.group, l, seed=seed)) for _ in range(times)]
    slow = [timed(partial(greedily, bucketing, l, seed)) for _ in range(times)]
    histogram = slow[0][0]
    if len(histogram) != groups:
        raise AssertionError("the greedy way of the paper makes as many groups")
    gone, lost = rows - int(histogram.sizes.sum()), group_losses(histogram)
    diversity = degree_of_diversity(histogram)
    return (
        *start,
        gone,
        gone / rows,
        lost,
        lost + gone,
        diversity.dot,
        diversity.pair_distance,
        degree_of_diversity(runs[0][0].groups.histogram()).dot,
        min(seconds for _, seconds in slow),
        min(seconds for _, seconds in runs),
    )


def bucketed(adult: Adult, people: Columns, e: int) -> Bucketing:
    """The rows in the buckets of e."""
    kinds = dict.fromkeys(QUASI_IDENTIFIERS, Steps()) | {
        SENSITIVE: adult.kinds[SENSITIVE]
    }
    chosen = {name: people[name] for name in (*QUASI_IDENTIFIERS, SENSITIVE)}
    finest = Microdata.of_values(chosen, kinds).finest(QUASI_IDENTIFIERS, (SENSITIVE,))
    tree = finest.groups.sensitive[0].tree
    return Bucketing(finest, buckets(tree, Fraction(e)))


def greedy(counts: list[int], l: int) -> NDArray[np.bool_]:
    """The algorithm of the paper: which buckets have a row in each of its groups.

    Take a row from each of the l largest buckets while there are l; then put every
    row that is left into a group that has none of its bucket, if there is one.

    >>> greedy([5, 2, 2, 1], 3).sum(axis=1).tolist()
    [4, 3]
    """
    heap = [(-count, bucket) for bucket, count in enumerate(counts) if count]
    heapq.heapify(heap)
    groups = []
    while len(heap) >= l:
        taken = [heapq.heappop(heap) for _ in range(l)]
        groups.append([bucket for _, bucket in taken])
        for count, bucket in taken:
            if count < -1:
                heapq.heappush(heap, (count + 1, bucket))
    held = np.zeros((len(groups), len(counts)), dtype=bool)
    for number, members in enumerate(groups):
        held[number, members] = True
    for count, bucket in heap:
        held[np.flatnonzero(~held[:, bucket])[:-count], bucket] = True
    return held


def greedily(bucketing: Bucketing, l: int, seed: int) -> Histogram:
    """The groups of the paper's algorithm; rows of a bucket are drawn at random."""
    held = greedy(bucketing.counts.tolist(), l)
    random = np.random.default_rng(seed)
    table = bucketing.finest.groups
    entry = np.repeat(np.arange(len(table.counts)), table.counts)
    value = table.combinations[table.values[entry], 0]
    group, drawn = [], []
    for bucket in range(held.shape[1]):
        members = np.flatnonzero(held[:, bucket])
        rows = random.permutation(value[bucketing.bucket[value] == bucket])
        group.append(members)
        drawn.append(rows[: len(members)])
    numbers, values = np.concatenate(group), np.concatenate(drawn)
    ones = np.ones(len(numbers), dtype=np.int64)
    entries = sum_entries(numbers, len(held), values, table.combinations.size, ones)
    return Groups(*entries, table.combinations, table.sensitive).histogram()


def bucket_sizes(adult: Adult, people: Columns) -> Table:
    """The rows of each bucket at e = 1 and of each value, the largest first."""
    rows: list[tuple[Cell, ...]] = []
    for e in MODELS:
        counts = np.sort(bucketed(adult, people, e).counts)[::-1].tolist()
        share = counts[0] / sum(counts)
        listed = ", ".join(f"{count:,}" for count in counts)
        rows.append((e, len(counts), listed, share))
    return Table(("e", "buckets", "rows of each", "share of the largest"), rows)


def facts(by_rows: Table, by_level: Table, people: Columns) -> dict[str, Cell]:
    """What the page says of the claims of the paper."""

    def pairs(column: str) -> list[tuple[float, float]]:
        """Both models side by side, where both have groups."""
        plain, similar = (
            [
                cell
                for table in (by_rows, by_level)
                for cell in table.where(model=model).column(column)
            ]
            for model in MODELS.values()
        )
        both = zip(plain, similar, strict=True)
        return [
            (float(a), float(b)) for a, b in both if a is not None and b is not None
        ]

    feasible = [
        int(level or 0)
        for level, groups in zip(
            by_level.where(model=MODELS[1]).column("l"),
            by_level.where(model=MODELS[1]).column("groups"),
            strict=True,
        )
        if groups
    ]
    losses, published = pairs("loss of all rows"), pairs("loss of published rows")
    diversity, seconds = pairs("DOT"), pairs("seconds")
    dealt = pairs("seconds, dealt")
    usual = {
        model: by_level.where(model=model, l=LEVEL).column("suppressed share")[0]
        for model in MODELS.values()
    }
    return {
        "compared": len(losses),
        "loss_higher": sum(b >= a for a, b in losses),
        "published_loss_higher": sum(b > a for a, b in published),
        "diversity_compared": len(diversity),
        "diversity_higher": sum(b > a for a, b in diversity),
        "time_higher": sum(b > a for a, b in seconds),
        "time_compared": len(seconds),
        "time_ratio_least": min(b / a for a, b in seconds),
        "time_ratio_most": max(b / a for a, b in seconds),
        "dealt_ratio_least": min(b / a for a, b in dealt),
        "dealt_ratio_most": max(b / a for a, b in dealt),
        "speed_up": max(
            slow / quick for (slow, _), (quick, _) in zip(seconds, dealt, strict=True)
        ),
        "most_feasible": max(feasible),
        "suppressed_at_4": usual[MODELS[0]],
        "suppressed_at_4_e": usual[MODELS[1]],
        "ages": len(np.unique(people["age"])),
        "rows": len(people["age"]),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """Figures 2 to 7, and the suppressed share beside the loss."""
    loss = "information loss, a suppressed row charged 1"
    degree, time = "degree of diversity, DOT", "seconds of processor time"
    figures = {
        "figure-2": ("Figure 2", "rows", "loss of all rows", loss),
        "figure-3": ("Figure 3", "l", "loss of all rows", loss),
        "figure-4": ("Figure 4", "rows", "DOT", degree),
        "figure-5": ("Figure 5", "l", "DOT", degree),
        "figure-6": ("Figure 6, MBF", "rows", "seconds", time),
        "figure-7": ("Figure 7, MBF", "l", "seconds", time),
        "dealt-rows": ("Dealt by Diversa", "rows", "seconds, dealt", time),
        "dealt-level": ("Dealt by Diversa", "l", "seconds, dealt", time),
        "suppressed-rows": ("Beside Figure 2", "rows", *("suppressed share",) * 2),
        "suppressed-level": ("Beside Figure 3", "l", *("suppressed share",) * 2),
    }
    spelled = {"rows": f"n, rows of Adult (ℓ = {LEVEL})", "l": f"ℓ (n = {ROWS:,})"}
    return {
        name: curves(
            f"{figure}: {upwards.partition(',')[0]} against {spelled[across][0]}",
            {
                model.replace("l", "ℓ", 1): tables["level" if across == "l" else "rows"]
                .where(model=model)
                .pairs(across, column)
                for model in MODELS.values()
            },
            across=spelled[across],
            upwards=upwards,
        )
        for name, (figure, across, column, upwards) in figures.items()
    }


EXPERIMENT = Experiment("bucketization", "le-diversity", run, draw)

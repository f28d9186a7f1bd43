# SPDX-License-Identifier: Apache-2.0
"""Whether the union of two groups that satisfy a notion satisfies it, at random."""

from __future__ import annotations

import numpy as np

from diversa.counts.groups import Groups
from diversa.models import parse
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table

PAIRS = 20_000
NOTIONS = {
    "(15,2)-anonymity": "epsilon-m-anonymity:epsilon=15,m=2",
    "literal (7.5,2)-diversity": "delta-l-diversity:delta=7.5,l=2",
    "window (7.5,2)-diversity": "window-diversity:delta=7.5,l=2",
    "frequency 2-diversity": "frequency-l-diversity:2",
}
"""The notions at equal width."""

COUNTER_EXAMPLE = ((40, 60), (50, 80))
"""Two groups of the paper's own Example 1."""


def run(settings: Settings) -> Outcome:
    """The paper's own pair of groups, then random ones."""
    pairs = 500 if settings.small else PAIRS
    random = np.random.default_rng(settings.seed)
    first = [draw(random) for _ in range(pairs)]
    second = [draw(random) for _ in range(pairs)]
    rows: list[tuple[Cell, ...]] = []
    for name, spec in NOTIONS.items():
        both, broken = judge(spec, first, second)
        own = judge(spec, [COUNTER_EXAMPLE[0]], [COUNTER_EXAMPLE[1]])
        verdict = "no claim" if own[0] == 0 else "breaks" if own[1] else "holds"
        rows.append((name, verdict, pairs, both, broken))
    columns = (
        "notion",
        "{40, 60} with {50, 80}",
        "random pairs",
        "both hold",
        "union fails",
    )
    literal = rows[1]
    return Outcome(
        f"{pairs:,} random pairs of groups of 2 to 6 numbers from 0 to 100",
        {"unions": Table(columns, rows)},
        {"both": literal[3], "broken": literal[4], "window_broken": rows[2][4]},
    )


Group = tuple[int, ...]


def draw(random: np.random.Generator) -> Group:
    """A group of a few numbers."""
    return tuple(random.integers(0, 101, random.integers(2, 7)).tolist())


def judge(spec: str, first: list[Group], second: list[Group]) -> tuple[int, int]:
    """In how many pairs both groups hold, and in how many of these the union fails."""
    model = parse(spec)
    unions = [a + b for a, b in zip(first, second, strict=True)]
    one, other, union = (model.holds(counted(some)) for some in (first, second, unions))
    both = one & other
    return int(both.sum()), int((both & ~union).sum())


def counted(groups: list[Group]) -> Groups:
    """Count the rows of each number."""
    counts: list[dict[object, int]] = [
        {value: group.count(value) for value in group} for group in groups
    ]
    return Groups.from_counts(counts, on="pay")


EXPERIMENT = Experiment("monotonicity", "delta-l-diversity", run)

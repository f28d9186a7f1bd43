# SPDX-License-Identifier: Apache-2.0
"""The examples of the paper, by each of the notions that share its name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from diversa.attacks.proximity import proximity
from diversa.counts.groups import Groups
from diversa.models import parse
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table

GROUPS = {
    "Figure 1, ages 17 to 25": (490, 500, 510, 1000),
    "Figure 1, ages 26 to 35": (500, 600, 700),
    "Figure 1, ages 36 to 45": (1000, 510, 680),
    "Figure 2, G1": (40, 60),
    "Figure 2, G2": (40, 50, 60),
    "Example 1, E1": (40, 60),
    "Example 1, E2": (50, 80),
    "Example 1, E1 and E2": (40, 50, 60, 80),
    "one row": (40,),
}
"""The sensitive values of every group that the paper shows, and of a single row."""

NOTIONS = {
    "(15,m)-anonymity": "epsilon-m-anonymity:epsilon=15,m=1",
    "literal (7.5,l)": "delta-l-diversity:delta=7.5,l=1",
    "window (7.5,l)": "window-diversity:delta=7.5,l=1",
    "literal (15,l)": "delta-l-diversity:delta=15,l=1",
    "window (15,l)": "window-diversity:delta=15,l=1",
}
"""The notions, each by the width that makes it comparable to (15,m) or to the paper."""

OTHERS = (
    "distinct-l-diversity:2",
    "frequency-l-diversity:2",
    "ke-anonymity:k=4,e=510",
    "variance-control:100",
    "t-closeness:0.15,distance=ordered",
    "epsilon-m-anonymity:epsilon=10,m=2",
    "delta-l-diversity:delta=10,l=2",
    "window-diversity:delta=10,l=2",
)
"""Models that a publisher may ask for, with the first group of Figure 1 in mind."""


def run(settings: Settings) -> Outcome:
    """The level of every group by every notion, and what stops the proximity attack."""
    del settings
    levels = [
        (name, shown(values), *(attained([values], spec) for spec in NOTIONS.values()))
        for name, values in GROUPS.items()
    ]
    figure = [values for name, values in GROUPS.items() if name.startswith("Figure 1")]
    table = counted(figure)
    attack = proximity(counted([figure[0]]).histogram(), width=Fraction(20))
    stops = []
    for spec in OTHERS:
        model = parse(spec)
        holds = model.holds(table)
        stops.append(
            (spec, "yes" if holds[0] else "no", "yes" if holds.all() else "no")
        )
    checked = [
        (count, "True" if paper_check([40] * count, 15, 4) else "False", 1)
        for count in (0, 1, 2)
    ]
    return Outcome(
        "the tables of the paper",
        {
            "levels": Table(("group", "values", *NOTIONS), levels),
            "stops": Table(("model", "first group passes", "Figure 1 passes"), stops),
            "check": Table(("equal rows", "Figure 3 says of l = 4", "level"), checked),
        },
        {"posterior": attack.worst, "first_group": shown(figure[0])},
    )


def shown(values: Sequence[int]) -> str:
    """A group as the paper writes it."""
    return "{" + ", ".join(map(str, values)) + "}"


def counted(groups: Sequence[Sequence[int]]) -> Groups:
    """Groups of numbers, each with one row for every number."""
    return Groups.from_counts([dict.fromkeys(group, 1) for group in groups], on="pay")


def attained(groups: Sequence[Sequence[int]], spec: str) -> Cell:
    """The level that groups attain."""
    return parse(spec).attained(counted(groups))


def paper_check(rows: Sequence[float], delta: float, l: float) -> bool:
    """The algorithm of Figure 3, as printed, on the sorted rows of a group.

    >>> paper_check([490, 500, 510, 1000], 10, 2), paper_check([490], 10, 2)
    (False, True)
    """
    i, j, x, level = 0, 1, 0, float("inf")
    while j < len(rows):
        while rows[i] + delta < rows[x] - delta:
            i += 1
        while j < len(rows) and rows[j] - delta <= rows[i] + delta:
            j += 1
        level = min(level, len(rows) / (j - i))
        x += 1
    return level >= l


EXPERIMENT = Experiment("proximity-examples", "delta-l-diversity", run)

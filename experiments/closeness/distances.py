# SPDX-License-Identifier: Apache-2.0
"""The distances between distributions, side by side on what is desired of one.

Identity, no negative distance, probability scaling (a change counts more where the
probability is small), defined where a probability is 0, aware of meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, log

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import parse
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table

DISTANCES = {
    "equal (EMD)": "t-closeness:1,distance=equal",
    "ordered (EMD)": "t-closeness:1,distance=ordered",
    "hierarchical (EMD)": "t-closeness:1,distance=hierarchical",
    "smoothed Jensen-Shannon": (
        "t-closeness:1,distance=smoothed-js,ground=ordered,bandwidth=1/2"
    ),
}
"""Those that models know, and how each is asked for."""

Shares = Mapping[object, int]
"""How many rows have each value."""

SALARIES: Shares = dict.fromkeys(range(3, 12), 1)
"""Nine salaries in thousands, one row each."""

TREE = {
    "any": {"low": [3, 4, 5], "middle": [6, 7, 8], "high": [9, 10, 11], "pair": [0, 1]}
}
"""A taxonomy of the salaries, and of a yes and a no."""


def run(settings: Settings) -> Outcome:
    """The numbers behind each desideratum."""
    del settings
    rows = [
        (name, *numbers(distance))
        for name, distance in (
            *((name, by_model(spec)) for name, spec in DISTANCES.items()),
            ("Jensen-Shannon", jensen_shannon),
            ("Kullback-Leibler", kullback_leibler),
        )
    ]
    columns = (
        "distance",
        "of a distribution to itself",
        "1 % to 11 %",
        "40 % to 50 %",
        "a value that is absent",
        "{3, 4, 5} to all",
        "{6, 8, 11} to all",
    )
    table = Table(columns, rows)
    return Outcome(
        "nine salaries and two values, made up as in the closeness paper",
        {"numbers": table, "desiderata": desiderata(table)},
    )


Distance = Callable[[Shares, Shares], float]
"""From a group and a table to a number."""


def by_model(spec: str) -> Distance:
    """The distance of a model: of a group from a table."""
    model = parse(spec)

    def distance(group: Shares, table: Shares) -> float:
        groups = Groups.from_counts(
            [group], on="s", table=table, taxonomy=tree_of(table)
        )
        return model.attained(groups)

    return distance


def tree_of(table: Shares) -> Taxonomy:
    """The part of the taxonomy that a table needs."""
    kinds = {
        kind: [leaf for leaf in leaves if leaf in table]
        for kind, leaves in TREE["any"].items()
    }
    return Taxonomy(tree={"any": {kind: some for kind, some in kinds.items() if some}})


def shares(group: Shares, table: Shares) -> tuple[list[float], list[float]]:
    """Both distributions over the values of the table."""
    rows, every = sum(group.values()), sum(table.values())
    return (
        [group.get(value, 0) / rows for value in table],
        [count / every for count in table.values()],
    )


def kullback_leibler(group: Shares, table: Shares) -> float:
    """Of the table from the group, as an adversary who believed the group first."""
    p, q = shares(group, table)
    if any(b > 0 and a == 0 for a, b in zip(p, q, strict=True)):
        return inf
    return divergence(q, p)


def jensen_shannon(group: Shares, table: Shares) -> float:
    """The mean divergence of both from their mean."""
    p, q = shares(group, table)
    middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return (divergence(p, middle) + divergence(q, middle)) / 2


def divergence(p: Sequence[float], q: Sequence[float]) -> float:
    """Σ p log(p/q) in nats."""
    return sum(a * log(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def numbers(distance: Distance) -> tuple[Cell, ...]:
    """What the desiderata are read from."""
    rare = distance({0: 11, 1: 89}, {0: 1, 1: 99})
    usual = distance({0: 5, 1: 5}, {0: 4, 1: 6})
    absent = distance({1: 10}, {0: 1, 1: 9})
    low = distance({3: 1, 4: 1, 5: 1}, SALARIES)
    spread = distance({6: 1, 8: 1, 11: 1}, SALARIES)
    return distance(SALARIES, SALARIES), rare, usual, absent, low, spread


def desiderata(table: Table) -> Table:
    """Yes or no for each desideratum."""

    def word(*, is_met: bool) -> str:
        return "yes" if is_met else "**no**"

    rows = []
    for name, *cells in table.rows:
        itself, rare, usual, absent, low, spread = (float(cell or 0) for cell in cells)
        rows.append(
            (
                name,
                word(is_met=abs(itself) < 1e-12),
                word(is_met=min(itself, rare, usual, absent, low, spread) > -1e-12),
                word(is_met=rare > usual * (1 + 1e-9)),
                word(is_met=absent < inf),
                word(is_met=low > spread * (1 + 1e-9)),
            )
        )
    columns = (
        "distance",
        "identity",
        "never negative",
        "probability scaling",
        "defined at zero",
        "aware of meaning",
    )
    return Table(columns, rows)


EXPERIMENT = Experiment("distances", "closeness", run)

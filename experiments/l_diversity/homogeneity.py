# SPDX-License-Identifier: Apache-2.0
"""The homogeneity attack on every minimal k-anonymous table.

The first five attributes are quasi-identifiers. A table is minimal when no finer node
of the lattice is k-anonymous; it is vulnerable when all rows of some group have one
sensitive value.
"""

from __future__ import annotations

from diversa.attacks.homogeneity import homogeneity
from diversa.counts.groups import Groups
from experiments import lands_end
from experiments.adult import QUASI_IDENTIFIERS, Adult
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table
from experiments.microdata import Microdata, bound, groups_at, minimal_nodes

COLUMNS = (
    "sensitive",
    "node",
    "height",
    "groups",
    "smallest group",
    "homogeneous groups",
    "rows revealed",
    "mean homogeneous group",
    "entropy l",
    "c of recursive (c,2)",
)


def run(settings: Settings) -> Outcome:
    """Attack every minimal 6-anonymous Adult and 3-anonymous Lands End table."""
    adult = Adult(settings.adult)
    people = adult.microdata(adult.complete())
    sold = lands_end.lands_end(settings.rows, settings.seed)
    six = attack(
        people, QUASI_IDENTIFIERS[:5], k=6, sensitive=("occupation", "salary-class")
    )
    three = attack(sold, lands_end.QUASI_IDENTIFIERS[:5], k=3, sensitive=("cost",))
    four = attack(people, QUASI_IDENTIFIERS[:5], k=4, sensitive=("occupation",))
    averages = [people.rows / float(groups or 1) for groups in four.column("groups")]
    return Outcome(
        f"Adult, {people.rows:,} rows; Lands End, synthetic, {sold.rows:,} rows",
        {"adult": six, "lands-end": three},
        {
            "people": people.rows,
            "sold": sold.rows,
            **facts("occupation", six.where(sensitive="occupation")),
            **facts("salary", six.where(sensitive="salary-class")),
            **facts("cost", three),
            **skew(people),
            "smallest_average_at_4": min(averages),
            "largest_average_at_4": max(averages),
        },
    )


def attack(
    table: Microdata,
    quasi_identifiers: tuple[str, ...],
    *,
    k: int,
    sensitive: tuple[str, ...],
) -> Table:
    """What the attack finds in every minimal k-anonymous table."""
    task = table.task(quasi_identifiers, f"k-anonymity:{k}")
    nodes = minimal_nodes(task)
    rows: list[tuple[Cell, ...]] = []
    for name in sensitive:
        watched = table.task(
            quasi_identifiers, f"distinct-l-diversity:1,on={name}", sensitive=(name,)
        )
        rows += [
            (
                name,
                " ".join(map(str, node)),
                sum(node),
                *found(groups_at(watched, node), name),
            )
            for node in nodes
        ]
    return Table(COLUMNS, rows)


def found(groups: Groups, name: str) -> tuple[Cell, ...]:
    """What the attack finds in one table, and how diverse the table is."""
    exposure = homogeneity(groups.histogram(name))
    hit = len(exposure.affected)
    entropy, recursive = bound(
        ["entropy-l-diversity:1", "recursive-cl-diversity:c=1,l=2"], (name,)
    )
    return (
        len(groups),
        int(groups.sizes.min()),
        hit,
        exposure.exposed,
        exposure.exposed / hit if hit else None,
        entropy.attained(groups),
        recursive.attained(groups),
    )


def facts(name: str, table: Table) -> dict[str, Cell]:
    """What the page says of the tables of one sensitive attribute."""
    revealed = [int(rows or 0) for rows in table.column("rows revealed")]
    means = [float(mean or 0) for mean in table.column("mean homogeneous group")]
    safe = [row for row, rows in zip(table.rows, revealed, strict=True) if not rows]
    ratio = COLUMNS.index("c of recursive (c,2)")
    entropy = COLUMNS.index("entropy l")
    return {
        f"{name}_minimal": len(table.rows),
        f"{name}_vulnerable": sum(rows > 0 for rows in revealed),
        f"{name}_most_revealed": max(revealed),
        f"{name}_least_mean": min((mean for mean in means if mean), default=None),
        f"{name}_safe_c": min((float(row[ratio] or 0) for row in safe), default=None),
        f"{name}_safe_entropy": max(
            (float(row[entropy] or 0) for row in safe), default=None
        ),
    }


def skew(people: Microdata) -> dict[str, Cell]:
    """What the paper says of how unevenly ages and salaries are spread."""
    ages = people.dictionaries["age"].values.astype(int)[people.codes["age"]]
    salary = people.dictionaries["salary-class"].counts
    return {
        "aged_81_to_90": int(((ages >= 81) & (ages <= 90)).sum()),
        "aged_31_to_40": int(((ages >= 31) & (ages <= 40)).sum()),
        "occupations": people.dictionaries["occupation"].size,
        "salary_ratio": float(salary.max() / salary.min()),
    }


EXPERIMENT = Experiment("homogeneity", "l-diversity", run)

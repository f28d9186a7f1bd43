# SPDX-License-Identifier: Apache-2.0
"""Time against rows, attributes and the size of the lattice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from diversa.search.lattice.optimal import optimal
from diversa.search.partitions.mondrian import mondrian
from experiments.adult import QUASI_IDENTIFIERS, Adult
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
from experiments.lands_end import QUASI_IDENTIFIERS as SALE
from experiments.lands_end import lands_end
from experiments.microdata import Microdata

ROWS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
SPECS = ("k-anonymity:10", "entropy-l-diversity:3")

DATA = {"rows": "Lands End (synthetic)", "attributes": "Adult"}
"""Which table is looked at when rows or attributes vary."""

COLUMNS = (
    "varied",
    "rows",
    "attributes",
    "nodes",
    "distinct tuples",
    "counting",
    "full-domain, best node",
    "mondrian",
)


def run(settings: Settings) -> Outcome:
    """Rows of the synthetic Lands End; attributes, and so nodes, of Adult."""
    adult = Adult(settings.adult)
    people = adult.microdata(adult.complete())
    sizes = ROWS[:1] if settings.small else ROWS
    measure(lands_end(1_000, settings.seed), SALE[:5], "cost")  # everything is compiled
    rows: list[tuple[Cell, ...]] = [
        ("rows", *measure(lands_end(size, settings.seed), SALE[:5], "cost"))
        for size in sizes
    ]
    most = 4 if settings.small else 8
    for count in range(2, most + 1):
        names = QUASI_IDENTIFIERS[:count]
        measure(people, names, "occupation")
        rows.append(("attributes", *measure(people, names, "occupation")))
    table = Table(COLUMNS, rows)
    data = (
        f"Lands End, synthetic, up to {sizes[-1]:,} rows; Adult, {people.rows:,} rows"
    )
    return Outcome(data, {"time": table}, facts(table))


def measure(
    table: Microdata, names: tuple[str, ...], sensitive: str
) -> tuple[Cell, ...]:
    """The time of counting in memory, of the best node and of Mondrian's groups."""
    task, counting = timed(lambda: table.task(names, *SPECS, sensitive=(sensitive,)))
    _, lattice = timed(partial(optimal, task))
    _, parts = timed(partial(mondrian, task))
    return (
        table.rows,
        len(names),
        task.lattice.size,
        len(task.finest.groups),
        counting,
        lattice,
        parts,
    )


def facts(table: Table) -> dict[str, Cell]:
    """How time grows from the fewest to the most."""
    rows, attributes = table.where(varied="rows"), table.where(varied="attributes")

    def grown(some: Table, column: str) -> float:
        each = [float(cell or 0) for cell in some.column(column)]
        return each[-1] / max(each[0], 1e-9)

    return {
        "rows_times": grown(rows, "rows"),
        "lattice_times": grown(rows, "full-domain, best node"),
        "mondrian_times": grown(rows, "mondrian"),
        "nodes_times": grown(attributes, "nodes"),
        "lattice_by_nodes_times": grown(attributes, "full-domain, best node"),
    }


def draw(tables: Mapping[str, Table]) -> Charts:
    """Seconds against rows, attributes and nodes."""
    time = tables["time"]
    charts = {}
    for varied, across in (
        ("rows", "rows"),
        ("attributes", "attributes"),
        ("attributes", "nodes"),
    ):
        some = time.where(varied=varied)
        charts[across] = curves(
            f"Time against {across}, {DATA[varied]}",
            {name: some.pairs(across, name) for name in COLUMNS[5:]},
            across=across,
            upwards="seconds of processor time",
            logarithmic=True,
            ratios_across=across != "attributes",
        )
    return charts


EXPERIMENT = Experiment("scaling", "methods", run, draw)

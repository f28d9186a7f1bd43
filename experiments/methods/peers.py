# SPDX-License-Identifier: Apache-2.0
"""Other tools beside ours, on the same rows, where they can do the job.

Theirs are measured in their own environment (`theirs`, by `make peers`) and read here;
ours are measured now, on the same rows of Adult.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from diversa.counts.frequency_set import frequency_set
from diversa.counts.groups import Groups
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.experiment import (
    Cell,
    Experiment,
    Outcome,
    Settings,
    Table,
    timed,
)
from experiments.microdata import Microdata, bound
from experiments.publishing import Publisher, publisher

THEIRS = Path(__file__).parents[2] / "docs" / "experiments" / "data" / "theirs.json"
"""What `make peers` has measured."""

SENSITIVE = "occupation"

LEVELS = {
    "k": "k-anonymity:1",
    "distinct l": "distinct-l-diversity:1",
    "entropy l": "entropy-l-diversity:1",
    "t": "t-closeness:1",
    "basic β": "beta-likeness:1",
}
"""What pycanon tells of a table, and our models of it."""

COLUMNS = ("job", "tool", "version", "seconds", "loss", "suppressed")


def run(settings: Settings) -> Outcome:
    """Do their jobs on their rows."""
    theirs = json.loads(THEIRS.read_text(encoding="utf-8"))
    adult = Adult(settings.adult)
    people = some(adult.training(), slice(theirs["rows"]))
    versions = theirs["versions"]
    levels, seconds = timed(partial(attained, adult.microdata(people)))
    levels, seconds = timed(partial(attained, adult.microdata(people)))
    with (
        publisher(adult, people, QUASI_IDENTIFIERS, SENSITIVE, spans=False) as nodes,
        publisher(adult, people, QUASI_IDENTIFIERS, SENSITIVE) as parts,
    ):
        rows: list[tuple[Cell, ...]] = [
            their("levels of a table", theirs["audit"], versions),
            ("levels of a table", "Diversa", version(), seconds, None, None),
            their("5-anonymity on a lattice, 2 % to go", theirs["lattice"], versions),
            ours(
                "5-anonymity on a lattice, 2 % to go",
                nodes,
                suppression=0.02,
                method="full-domain",
            ),
            their("5-anonymity by Mondrian", theirs["partition"], versions),
            ours("5-anonymity by Mondrian", parts, method="mondrian", boxes="tight"),
            ours("5-anonymity by Mondrian", parts, method="mondrian"),
            ours("5-anonymity by Mondrian", parts, method="local-recoding"),
        ]
    asked = theirs["audit"]["levels"]
    compared = [(name, asked[name], levels[name]) for name in LEVELS]
    table = Table(COLUMNS, rows)
    return Outcome(
        f"Adult, the first {theirs['rows']:,} rows, eight quasi-identifiers; the others"
        f" measured on {theirs['date']} with Python {theirs['python']}",
        {
            "jobs": table,
            "levels": Table(("level", "pycanon", "Diversa"), compared),
        },
        facts(table, theirs),
    )


def version() -> str:
    """Our version."""
    from diversa.version import __version__

    return __version__


def their(
    job: str, found: dict[str, Any], versions: dict[str, str]
) -> tuple[Cell, ...]:
    """A line of another tool."""
    tool = found["tool"]
    return (
        job,
        tool,
        versions[tool],
        found["seconds"],
        found.get("loss"),
        found.get("suppressed"),
    )


def ours(job: str, table: Publisher, **words: Any) -> tuple[Cell, ...]:  # noqa: ANN401
    """A line of ours: the search alone, with everything compiled."""
    found = table.find("k-anonymity:5", times=2, **words)
    if found is None:
        return (job, "Diversa", version(), None, None, None)
    more = ", ".join(
        f"{key} {value}" for key, value in words.items() if key != "suppression"
    )
    return (
        job,
        f"Diversa ({more.removeprefix('method ')})",
        version(),
        found.seconds,
        found.decision.metrics["loss"],
        found.decision.suppressed,
    )


def attained(table: Microdata) -> dict[str, float]:
    """The levels of a table, each model alone on groups that are counted once."""
    names = QUASI_IDENTIFIERS
    finest = frequency_set(
        table.cells([*names, SENSITIVE]),
        [table.hierarchy(name) for name in names],
        [table.sensitive(SENSITIVE)],
    )
    groups: Groups = finest.groups
    models = bound(list(LEVELS.values()), (SENSITIVE,))
    return {
        name: model.attained(groups) for name, model in zip(LEVELS, models, strict=True)
    }


def facts(table: Table, theirs: dict[str, Any]) -> dict[str, Cell]:
    """How often ours are as fast, and how the losses compare."""
    seconds = dict(zip(table.column("tool"), table.column("seconds"), strict=True))
    losses = dict(zip(table.column("tool"), table.column("loss"), strict=True))

    def ratio(of: dict[Cell, Cell], their: str, our: str) -> float | None:
        a, b = of.get(their), of.get(our)
        return float(a) / float(b) if a and b else None

    lattice, tight = "Diversa (full-domain)", "Diversa (mondrian, boxes tight)"
    return {
        "date": theirs["date"],
        "rows": theirs["rows"],
        "audit_times": ratio(seconds, "pycanon", "Diversa"),
        "lattice_times": ratio(seconds, "anjana", lattice),
        "mondrian_times": ratio(seconds, "anonypy", tight),
        "lattice_loss": losses.get(lattice),
        "anjana_loss": losses.get("anjana"),
        "anonypy_loss": losses.get("anonypy"),
        "mondrian_loss": losses.get(tight),
        "coded_loss": losses.get("Diversa (mondrian)"),
    }


EXPERIMENT = Experiment("peers", "methods", run)

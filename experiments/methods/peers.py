# SPDX-License-Identifier: Apache-2.0
"""Other tools beside ours, on the same rows, where they can do the job.

Theirs are measured in their own environment (`theirs`, by `make peers`) and read here;
ours are measured now, on the same rows of Adult, each in a process of its own: the
whole call, from a table in memory to an audited release. The first call loads and
compiles; those after it do not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

import diversa
from diversa.audits.audit_result import Audit
from diversa.version import __version__
from experiments.adult import QUASI_IDENTIFIERS, Adult, some
from experiments.experiment import (
    Cell,
    Experiment,
    Outcome,
    Settings,
    Table,
    timed,
)
from experiments.publishing import hierarchies

THEIRS = Path(__file__).parents[2] / "docs" / "experiments" / "data" / "theirs.json"
"""What `make peers` has measured."""

SENSITIVE = "occupation"
TWO = ["sex", "salary-class"]
"""Quasi-identifiers by which groups are large, so that levels are not all 1."""

LEVELS = {
    "k": "k-anonymity:1",
    "distinct l": "distinct-l-diversity:1",
    "entropy l": "entropy-l-diversity:1",
    "t": "t-closeness:1",
    "basic β": "beta-likeness:1",
}
"""What pycanon tells of a table, and our models of it."""

OURS: dict[str, dict[str, Any]] = {
    "Diversa": {},
    "Diversa (full-domain)": {"method": "full-domain", "suppression": 0.02},
    "Diversa (mondrian, boxes tight)": {"method": "mondrian", "labels": "tight"},
    "Diversa (mondrian)": {"method": "mondrian", "labels": "tight"},
    "Diversa (local-recoding)": {"method": "local-recoding", "labels": "tight"},
}
"""What we are asked for: an audit, or a release by a method."""

JOBS = {
    "audit": ("levels of a table", ("Diversa",)),
    "lattice": ("5-anonymity on a lattice, 2 % to go", ("Diversa (full-domain)",)),
    "partition": (
        "5-anonymity by Mondrian",
        (
            "Diversa (mondrian, boxes tight)",
            "Diversa (mondrian)",
            "Diversa (local-recoding)",
        ),
    ),
}
"""What each of the others does, and which of ours do the same."""

COLUMNS = (
    "job",
    "tool",
    "version",
    "seconds",
    "seconds of the first call",
    "loss",
    "suppressed",
)


def run(settings: Settings) -> Outcome:
    """Do their jobs on their rows."""
    theirs = json.loads(THEIRS.read_text(encoding="utf-8"))
    # Whoever tries it on little data does not look at the times.
    measure = partial(measured, later=0) if settings.small else in_a_process
    ours = {name: measure(name, settings.adult, theirs["rows"]) for name in OURS}
    rows: list[tuple[Cell, ...]] = []
    for job, (words, names) in JOBS.items():
        their = theirs[job]
        tool = their["tool"]
        rows.append(line(words, tool, theirs["versions"][tool], their))
        rows += [line(words, name, __version__, ours[name]) for name in names]
    known = {"eight attributes": "audit", "sex and salary class": "two"}
    levels = [
        (words, level, theirs[name]["levels"][level], ours["Diversa"][name][level])
        for words, name in known.items()
        for level in LEVELS
    ]
    table = Table(COLUMNS, rows)
    return Outcome(
        f"Adult, the first {theirs['rows']:,} rows, eight quasi-identifiers; the others"
        f" measured on {theirs['date']} with Python {theirs['python']}",
        {
            "jobs": table,
            "levels": Table(("known", "level", "pycanon", "Diversa"), levels),
        },
        facts(table, theirs),
    )


def line(job: str, tool: str, version: str, found: dict[str, Any]) -> tuple[Cell, ...]:
    """A line of the table."""
    return (
        job,
        tool,
        version,
        found["seconds"],
        found["first"],
        found.get("loss"),
        found.get("suppressed"),
    )


def in_a_process(name: str, adult: Path, rows: int) -> dict[str, Any]:
    """What one of ours takes, in a process that has not called it before."""
    told = subprocess.run(
        [sys.executable, "-m", __name__, name, str(adult), str(rows)],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def measured(name: str, folder: Path, rows: int, *, later: int = 2) -> dict[str, Any]:
    """The first call, the last of so many later ones, and what it gave."""
    adult = Adult(folder)
    people = some(adult.training(), slice(rows))
    names = (*QUASI_IDENTIFIERS, SENSITIVE)
    frame = pa.table({name: pa.array(people[name].tolist()) for name in names})
    known = {"quasi_identifiers": list(QUASI_IDENTIFIERS), "sensitive": SENSITIVE}
    words = OURS[name]
    if not words:
        models = list(LEVELS.values())
        call: partial[Any] = partial(diversa.audit, frame, models=models, **known)
    else:
        spans = words["method"] != "full-domain"
        kinds = hierarchies(adult, QUASI_IDENTIFIERS, spans=spans)
        more: dict[str, Any] = {"kinds": {"age": "number"}} if spans else {}
        call = partial(
            diversa.anonymize,
            frame,
            models="k-anonymity:5",
            hierarchies=kinds,
            **known,
            **words,
            **more,
        )
    calls = [timed(call) for _ in range(1 + later)]
    result, seconds = calls[-1]
    taken = {"first": calls[0][1], "seconds": seconds}
    if words:
        return {
            **taken,
            "loss": result.metrics["loss"],
            "suppressed": result.suppressed,
        }
    two = call(quasi_identifiers=TWO)
    return {**taken, "audit": levels_of(result), "two": levels_of(two)}


def levels_of(audit: Audit) -> dict[str, float | None]:
    """The levels that an audit tells."""
    verdicts = (verdict.attained for verdict in audit.models)
    return dict(zip(LEVELS, verdicts, strict=True))


def facts(table: Table, theirs: dict[str, Any]) -> dict[str, Cell]:
    """How often ours are as fast, and how the losses compare."""
    seconds = dict(zip(table.column("tool"), table.column("seconds"), strict=True))
    losses = dict(zip(table.column("tool"), table.column("loss"), strict=True))
    gone = dict(zip(table.column("tool"), table.column("suppressed"), strict=True))

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
        "lattice_gone": gone.get(lattice),
        "anjana_gone": gone.get("anjana"),
        "anonypy_loss": losses.get("anonypy"),
        "mondrian_loss": losses.get(tight),
        "coded_loss": losses.get("Diversa (mondrian)"),
    }


EXPERIMENT = Experiment("peers", "methods", run)

if __name__ == "__main__":
    tool, folder, count = sys.argv[1:]
    print(json.dumps(measured(tool, Path(folder), int(count))))

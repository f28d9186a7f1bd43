# SPDX-License-Identifier: Apache-2.0
"""What a run found, kept as files: tables as CSV, facts as JSON."""

from __future__ import annotations

import csv
import datetime as dt
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diversa.version import __version__
from experiments.experiment import Cell, Experiment, Outcome, Settings, Table

FIGURES = 7
"""Significant figures that are kept of a number."""


@dataclass(frozen=True)
class Record:
    """What is kept of the last run of an experiment."""

    made: Mapping[str, Any]
    """With which version, seed and data it was run, when, and how long it took."""
    facts: Mapping[str, Cell]
    """Single numbers and words, by name."""
    tables: Mapping[str, Table]
    """Tables by name."""


def keep(
    folder: Path,
    experiment: Experiment,
    outcome: Outcome,
    settings: Settings,
    seconds: float,
) -> None:
    """Write the tables and the facts of a run."""
    folder.mkdir(parents=True, exist_ok=True)
    record = {
        "version": __version__,
        "seed": settings.seed,
        "data": outcome.data,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "small": settings.small,
        "processor seconds": round(seconds, 1),
        "facts": {name: rounded(fact) for name, fact in outcome.facts.items()},
        "tables": list(outcome.tables),
    }
    text = json.dumps(record, indent=2, ensure_ascii=False)
    (folder / f"{experiment.name}.json").write_text(text + "\n", encoding="utf-8")
    for name, table in outcome.tables.items():
        write_table(folder / f"{experiment.name}-{name}.csv", table)


def read_record(folder: Path, experiment: Experiment) -> Record | None:
    """Read what a run has kept; None where there was none."""
    file = folder / f"{experiment.name}.json"
    if not file.is_file():
        return None
    made = json.loads(file.read_text(encoding="utf-8"))
    tables = {
        name: read_table(folder / f"{experiment.name}-{name}.csv")
        for name in made.pop("tables")
    }
    return Record(made, made.pop("facts"), tables)


def rounded(cell: Cell) -> Cell:
    """A number with as many figures as anybody reads; infinite is a word."""
    if not isinstance(cell, float):
        return cell
    if math.isinf(cell):
        return "∞"
    if cell == int(cell):
        return int(cell)
    return float(f"{cell:.{FIGURES}g}")


def write_table(file: Path, table: Table) -> None:
    """Write a table as CSV; nothing stands for None."""
    with file.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(table.columns)
        for row in table.rows:
            writer.writerow([rounded(cell) for cell in row])


def read_table(file: Path) -> Table:
    """Read a table; what looks like a number is one."""
    with file.open(encoding="utf-8", newline="") as source:
        head, *rows = csv.reader(source)
    return Table(tuple(head), [[read_cell(text) for text in row] for row in rows])


def read_cell(text: str) -> Cell:
    """Read a cell.

    >>> read_cell("12"), read_cell("0.5"), read_cell("none"), read_cell("")
    (12, 0.5, 'none', None)
    """
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text or None

# SPDX-License-Identifier: Apache-2.0
"""Measure pycanon, anjana and anonypy in an environment of their own: `make peers`.

This file imports nothing of ours: those packages hold NumPy and pandas back. It writes
what they took and what they made of Adult, with versions and the date, for `peers` to
show beside ours.
"""

from __future__ import annotations

import datetime as dt
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anonypy
import pandas as pd
from anjana.anonymity import k_anonymity as anjana_k_anonymity
from pycanon import anonymity

ROWS = 3_000
"""The first rows of the training file without missing values: what ends in minutes."""

FILE = [
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "salary-class",
]
"""The columns of the file."""

SENSITIVE = "occupation"
KNOWN = [
    "age",
    "sex",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "salary-class",
]


TWO = ["sex", "salary-class"]
"""Quasi-identifiers by which groups are large, so that levels are not all 1."""


def timed(action: Callable[[], Any]) -> tuple[Any, float]:
    """What an action gives, and its processor time."""
    start = time.process_time()
    result = action()
    return result, time.process_time() - start


def audit(people: pd.DataFrame, names: list[str]) -> dict[str, Any]:
    """The levels that pycanon finds."""
    asked = {
        "k": lambda: anonymity.k_anonymity(people, names),
        "distinct l": lambda: anonymity.l_diversity(people, names, [SENSITIVE]),
        "entropy l": lambda: anonymity.entropy_l_diversity(people, names, [SENSITIVE]),
        "t": lambda: anonymity.t_closeness(people, names, [SENSITIVE]),
        "basic β": lambda: anonymity.basic_beta_likeness(people, names, [SENSITIVE]),
    }
    levels, seconds = {}, 0.0
    for name, action in asked.items():
        level, spent = timed(action)
        levels[name], seconds = float(level), seconds + spent
    return {"tool": "pycanon", "seconds": seconds, "first": seconds, "levels": levels}


def lattice(people: pd.DataFrame, folder: Path) -> dict[str, Any]:
    """What anjana generalizes to, with 2 % of the rows to go."""
    files = {
        name: pd.read_csv(
            folder / "hierarchies" / f"{name}.csv", sep=";", header=None, dtype=str
        )
        for name in KNOWN
    }
    steps = {
        name: {level: file[level].to_numpy() for level in file.columns}
        for name, file in files.items()
    }
    release, seconds = timed(
        lambda: anjana_k_anonymity(people.copy(), [], KNOWN, 5, 2, steps)
    )
    gone = len(people) - len(release)
    costs = [label_costs(people[name], files[name]) for name in KNOWN]
    lost = sum(
        release[name].map(cost).sum() for name, cost in zip(KNOWN, costs, strict=True)
    )
    loss = (lost / len(KNOWN) + gone) / len(people)
    smallest = int(release.groupby(KNOWN).size().min()) if len(release) else 0
    return {
        "tool": "anjana",
        "seconds": seconds,
        "first": seconds,
        "loss": float(loss),
        "suppressed": gone,
        "smallest": smallest,
    }


def label_costs(column: pd.Series, file: pd.DataFrame) -> dict[str, float]:
    """The share of the values that each label of a hierarchy stands for."""
    there = file[file[0].isin(set(column))]
    most = max(1, there[0].nunique() - 1)
    return {
        label: (there[there[level] == label][0].nunique() - 1) / most
        for level in reversed(file.columns)
        for label in there[level].unique()
    }


def partition(people: pd.DataFrame) -> dict[str, Any]:
    """What Mondrian makes of the table in anonypy."""
    table = people.copy()
    table["age"] = table["age"].astype(int)
    for name in table.columns:
        if name != "age":
            table[name] = table[name].astype("category")
    made, seconds = timed(
        lambda: anonypy.Preserver(table, KNOWN, SENSITIVE).anonymize_k_anonymity(5)
    )
    release = pd.DataFrame(made)
    for name in KNOWN:  # each label is a list of one text
        release[name] = release[name].map(
            lambda label: str(label[0] if isinstance(label, list) else label)
        )
    ages = table["age"].max() - table["age"].min()
    lost = 0.0
    for name in KNOWN:
        costs = (
            release[name].map(lambda text: age_span(text) / ages)
            if name == "age"
            else release[name].map(members) / max(1, table[name].nunique() - 1)
        )
        lost += float((costs * release["count"]).sum())
    loss = lost / len(KNOWN) / release["count"].sum()
    return {
        "tool": "anonypy",
        "seconds": seconds,
        "first": seconds,
        "loss": loss,
        "suppressed": 0,
    }


def age_span(text: str) -> int:
    """How many years a published age spans."""
    low, _, high = text.partition("-")
    return int(high or low) - int(low)


def members(text: str) -> int:
    """How many values a published set has beyond the first."""
    return text.count(",")


def first_people(file: Path) -> pd.DataFrame:
    """The first rows without a missing value, of a file with names or without."""
    people = pd.read_csv(
        file, names=FILE, header=None, dtype=str, skipinitialspace=True, comment="|"
    )
    people = people[(people["age"] != "age") & ~people.isin(["?"]).any(axis=1)]
    return people[[*KNOWN, SENSITIVE]].head(ROWS).reset_index(drop=True)


def main(folder: Path, out: Path) -> None:
    """Measure all three and write what was found."""
    people = first_people(folder / "adult.data")
    found = {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "python": platform.python_version(),
        "rows": len(people),
        "versions": {tool: version(tool) for tool in ("pycanon", "anjana", "anonypy")},
        "audit": audit(people, KNOWN),
        "two": audit(people, TWO),
        "lattice": lattice(people, folder),
        "partition": partition(people),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

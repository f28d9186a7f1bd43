# SPDX-License-Identifier: Apache-2.0
"""Example tables: one from the l-diversity paper, one made up."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import numpy as np

Columns = dict[str, list[Any]]
"""A table: column names to values."""

INPATIENTS = (
    ("13053", "28", "Russian", "Heart Disease"),
    ("13068", "29", "American", "Heart Disease"),
    ("13068", "21", "Japanese", "Viral Infection"),
    ("13053", "23", "American", "Viral Infection"),
    ("14853", "50", "Indian", "Cancer"),
    ("14853", "55", "Russian", "Heart Disease"),
    ("14850", "47", "American", "Viral Infection"),
    ("14850", "49", "American", "Viral Infection"),
    ("13053", "31", "American", "Cancer"),
    ("13053", "37", "Indian", "Cancer"),
    ("13068", "36", "Japanese", "Cancer"),
    ("13068", "35", "American", "Cancer"),
)
"""Figure 1 of the l-diversity paper: twelve inpatients."""

HOSPITAL_PLAN = """\
[roles]
identifiers = ["name"]
quasi_identifiers = ["zip", "born", "sex", "admitted"]
sensitive = ["condition"]
kept = ["ward"]

[hierarchies]
zip = { kind = "masking", length = 5 }
born = { kind = "intervals", widths = [5, 10, 20, 40], origin = 1900 }
sex = { kind = "suppression" }
admitted = { kind = "dates" }

[privacy]
models = ["k-anonymity:5", "entropy-l-diversity:3"]
suppression = 0.02
"""
"""A plan for the hospital table."""

CONDITIONS = {
    "Hypertension": 22,
    "Influenza": 18,
    "Diabetes": 14,
    "Asthma": 11,
    "Fracture": 10,
    "Heart Disease": 9,
    "Cancer": 7,
    "Depression": 5,
    "Hepatitis": 3,
    "HIV": 1,
}
"""Conditions of the made-up hospital with their weights."""

FIRST = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ines", "Jan")
LAST = ("Abel", "Bauer", "Costa", "Dietz", "Evans", "Fischer", "Gomez", "Hall")


def inpatients() -> Columns:
    """Figure 1 of the l-diversity paper, as columns."""
    names = ("zip", "age", "nationality", "condition")
    return dict(zip(names, map(list, zip(*INPATIENTS, strict=True)), strict=True))


def hospital(*, rows: int = 1000, seed: int = 7) -> Columns:
    """A made-up hospital table, as columns: nobody in it exists."""
    random = np.random.default_rng(seed)
    weights = np.array(list(CONDITIONS.values()), dtype=float)
    places = random.choice([13053, 13068, 14850, 14853, 20115], rows)
    first = random.choice(FIRST, rows).tolist()
    last = random.choice(LAST, rows).tolist()
    days = np.datetime64("2025-01-01") + random.integers(0, 365, rows)
    return {
        "name": [
            f"{a} {b} {n}" for n, (a, b) in enumerate(zip(first, last, strict=True))
        ],
        "zip": (places + random.integers(0, 4, rows)).astype(str).tolist(),
        "born": random.integers(1935, 2006, rows).tolist(),
        "sex": random.choice(["female", "male"], rows).tolist(),
        "admitted": days.tolist(),
        "ward": random.choice(["north", "south", "west"], rows).tolist(),
        "condition": random.choice(
            list(CONDITIONS), rows, p=weights / weights.sum()
        ).tolist(),
    }


def write_csv(columns: Columns, path: Path) -> Path:
    """Write an example table as CSV."""
    path.write_text(csv_text(columns), encoding="utf-8", newline="")
    return path


def csv_text(columns: Columns) -> str:
    """An example table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()

# SPDX-License-Identifier: Apache-2.0
"""The Adult table in the three sizes that the papers and the tools use."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.hierarchies import LevelsFile
from diversa.hierarchies.hierarchy import HierarchyKind
from experiments.microdata import Microdata

QUASI_IDENTIFIERS = (
    "age",
    "sex",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "salary-class",
)
"""The quasi-identifiers in the order of the l-diversity paper."""

NUMBERS = ("hours-per-week", "capital-gain")
"""Columns that are numbers."""

COLUMNS = (*QUASI_IDENTIFIERS, "occupation", *NUMBERS)
"""The columns that experiments look at."""

FILE = (
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
    "classification",
)
"""The columns of the files, which the copy of the UCI repository does not name."""

Columns = dict[str, NDArray[Any]]
"""The value of each row, by column."""


@dataclass(frozen=True)
class Adult:
    """The folder of the data, and the rows in it."""

    folder: Path

    def complete(self) -> Columns:
        """The 45,222 rows of both files without a missing value."""
        parts = [
            whole_rows(self.folder / name) for name in ("adult.data", "adult.test")
        ]
        return {
            name: np.concatenate([part[name] for part in parts]) for name in COLUMNS
        }

    def training(self) -> Columns:
        """The 30,162 rows of the training file without a missing value."""
        return whole_rows(self.folder / "adult.data")

    def everyone(self) -> Columns:
        """All 32,561 rows of the training file."""
        return read(self.folder / "adult.data")[0]

    def microdata(self, columns: Columns) -> Microdata:
        """Rows with the hierarchies that stand in the folder."""
        return Microdata.of_values(columns, self.kinds, numbers=NUMBERS)

    @property
    def kinds(self) -> dict[str, HierarchyKind]:
        """The hierarchies of the folder."""
        return {
            file.stem: LevelsFile(file)
            for file in sorted((self.folder / "hierarchies").glob("*.csv"))
        }


def whole_rows(path: Path) -> Columns:
    """The rows of a file without a missing value."""
    columns, is_whole = read(path)
    return some(columns, is_whole)


@lru_cache(maxsize=4)
def read(path: Path) -> tuple[Columns, NDArray[np.bool_]]:
    """Read a file: its columns, and which rows lack no value.

    Some copies end labels of test rows with a dot.
    """
    lines = lines_of(path)
    told = dict(zip(FILE, zip(*lines, strict=True), strict=True))
    told["salary-class"] = tuple(label.rstrip(".") for label in told["classification"])
    columns: Columns = {name: np.array(told[name]) for name in COLUMNS}
    columns |= {name: columns[name].astype(np.int64) for name in NUMBERS}
    return columns, np.array(["?" not in line for line in lines])


def lines_of(path: Path) -> list[list[str]]:
    """The rows of a file, with a line of names or without, empty lines and notes."""
    with path.open(encoding="utf-8") as file:
        lines = [line for line in csv.reader(file, skipinitialspace=True) if line]
    return [line for line in lines if line[0] != FILE[0] and line[0][:1] != "|"]


def some(columns: Columns, rows: NDArray[Any] | slice) -> Columns:
    """Some rows of a table."""
    return {name: column[rows] for name, column in columns.items()}

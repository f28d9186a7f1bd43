# SPDX-License-Identifier: Apache-2.0
"""Levels files: one line per value, its label on each level, `*` last.

The layout of ARX: no header, `;` between the levels; a comma or a tab will do.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.rows import from_rows
from diversa.hierarchies.text_lines import check_delimiter, read_lines


@dataclass(frozen=True)
class LevelsFile:
    """The rows of a file; lines of values that the data lacks are welcome.

    Labels are names: values are grouped by what their lines say, whatever it means.
    """

    file: Path
    """The path of the file."""
    delimiter: str | None = None
    """Between the levels: found from the file when None."""
    encoding: str | None = None
    """A byte order mark decides when None, then UTF-8, then Latin-1."""
    top: bool = True
    """Add `*` as the last level when there is more than one label on it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "file", Path(self.file))
        check_delimiter(self.delimiter, where="levels")

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        lines = read_lines(self.file, delimiter=self.delimiter, encoding=self.encoding)
        rows = ((f"line {number}", fields) for number, fields in lines)
        return from_rows(dictionary, rows, by=self.file.name, top=self.top)


def label_rows(hierarchy: Hierarchy) -> list[list[str]]:
    """Each value with its labels, as lines of a levels file; no missing value."""
    columns = [
        [names[code] for code in codes.tolist()]
        for codes, names in zip(hierarchy.maps, hierarchy.labels, strict=True)
    ]
    return [
        [plain_text(label) for label in row]
        for row in zip(*columns, strict=True)
        if row[0] is not None
    ]


def write_levels_file(hierarchy: Hierarchy, path: Path) -> None:
    """Write a hierarchy as a levels file, the missing value left out."""
    with path.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, delimiter=";", lineterminator="\n")
        writer.writerows(label_rows(hierarchy))


def find_levels_files(directory: Path, columns: Iterable[str]) -> dict[str, Path]:
    """Find the levels files of columns by their names.

    `<data>_hierarchy_<column>.csv`, as ARX names them, or `<column>.csv`. Columns
    without a file are left out; two files for one column are an error.
    """
    files = sorted(directory.glob("*.csv"))
    return {
        column: file
        for column in columns
        if (file := only_file(column, files, directory=directory)) is not None
    }


def only_file(column: str, files: Iterable[Path], *, directory: Path) -> Path | None:
    """Choose the file of a column, or refuse to choose between two."""
    ending = f"_hierarchy_{column}"
    hits = [file for file in files if file.stem == column or file.stem.endswith(ending)]
    if len(hits) > 1:
        raise HierarchyError(
            f"{directory}: there must be one levels file for '{column}', got"
            f" {', '.join(file.name for file in hits)}; name one in the plan"
        )
    return hits[0] if hits else None

# SPDX-License-Identifier: Apache-2.0
"""Sheets of Excel workbooks (`.xlsx`) as text files, as if they were saved as CSV.

A sheet has no types that speak for a column, so its cells become texts: a date is ISO,
a whole number has no point, an empty cell is a missing value.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from diversa.errors import SourceError, nearest


def write_sheet(path: Path, sheet: str | None, target: Path) -> None:
    """Write a sheet of a workbook as CSV in UTF-8.

    Args:
        path: The workbook.
        sheet: The name of the sheet; None for the first one.
        target: Where to.
    """
    workbook = open_workbook(path)
    try:
        rows = chosen_sheet(workbook, sheet, path).iter_rows(values_only=True)
        with target.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows(map(texts, filled(rows)))
    finally:
        workbook.close()


def open_workbook(path: Path) -> Any:  # noqa: ANN401 - openpyxl need not be there
    """Open a workbook to read it row by row."""
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise SourceError(
            f"{path}: an Excel file needs the package openpyxl, got none; install the"
            " extra excel of diversa, or save the sheet as CSV"
        ) from None
    try:
        return openpyxl.load_workbook(path, read_only=True, data_only=True)
    except (BadZipFile, KeyError, ValueError, TypeError, SyntaxError, EOFError):
        raise SourceError(
            f"{path}: must be an Excel workbook, got something else; save the sheet as"
            " CSV"
        ) from None


def chosen_sheet(workbook: Any, sheet: str | None, path: Path) -> Any:  # noqa: ANN401
    """The sheet that is meant; only tables, no charts."""
    names = [part.title for part in workbook.worksheets]
    wanted = names[0] if sheet is None and names else sheet
    if wanted not in names:
        raise SourceError(
            f"{path}: sheet must be one of the workbook, got '{sheet}';"
            f" {nearest(sheet or '', names)}"
        )
    return workbook[wanted]


def filled(rows: Iterable[tuple[object, ...]]) -> Iterator[list[object]]:
    """The rows that hold something, as wide as the first of them.

    >>> list(filled([(None, None), ("a", "b", None), (1, None, None), (None,) * 3]))
    [['a', 'b'], [1, None]]
    """
    width = 0
    for row in rows:
        cells = list(row)
        if all(cell is None for cell in cells):
            continue
        used = max(n for n, cell in enumerate(cells, 1) if cell is not None)
        width = width or used
        yield (cells + [None] * width)[: max(width, used)]


def texts(cells: Iterable[object]) -> list[str]:
    """The texts of cells.

    >>> texts([None, 28.0, 1.5, True, dt.datetime(2024, 3, 1), "013"])
    ['', '28', '1.5', 'true', '2024-03-01', '013']
    """
    return [text(cell) for cell in cells]


def text(cell: object) -> str:
    """The text of a cell."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, dt.datetime):
        day = cell.time() == dt.time()
        return cell.date().isoformat() if day else cell.isoformat(sep=" ")
    return str(cell)

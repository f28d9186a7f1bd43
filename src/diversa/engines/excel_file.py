# SPDX-License-Identifier: Apache-2.0
"""Sheets of Excel workbooks (`.xlsx`) as text files, as if they were saved as CSV.

A sheet has no types that speak for a column, so its cells become texts: a date is ISO,
a whole number has no point, an empty cell is a missing value.
"""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from diversa.engines.unpacking import UnpackingLimit
from diversa.errors import DiversaError, SourceError, nearest

MOST_ROWS = 1_048_576
"""Rows that a sheet can have; a row may claim any number."""


def check_workbook(path: Path, limit: UnpackingLimit) -> None:
    """Refuse a workbook whose parts unpack to too much; no part exceeds its entry."""
    with readable(path), ZipFile(path) as parts:
        limit.check(sum(part.file_size for part in parts.infolist()))


def write_sheet(
    path: Path, sheet: str | None, target: Path, limit: UnpackingLimit
) -> None:
    """Write a sheet of a workbook as CSV in UTF-8.

    Without a name it is the first sheet. Cells may share one long text, so the bytes
    that are written have a limit.
    """
    with open_workbook(path) as workbook:
        rows = find_sheet(workbook, sheet, path).iter_rows(values_only=True)
        with closing(rows), target.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            size = 0
            for row in without_blank_rows(limit_rows(rows, path)):
                # Writing gives the characters; one takes a byte at least.
                size += writer.writerow(texts(row))
                limit.check(size)


def limit_rows(
    rows: Iterable[tuple[object, ...]], path: Path
) -> Iterator[tuple[object, ...]]:
    """Give rows until there are more than a sheet can have."""
    for number, row in enumerate(rows):
        if number == MOST_ROWS:
            raise SourceError(
                f"{path}: a sheet must have at most {MOST_ROWS:,} rows, got more; save"
                " it as CSV"
            )
        yield row


@contextmanager
def open_workbook(path: Path) -> Iterator[Any]:
    """Open a workbook to read it row by row."""
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise SourceError(
            f"{path}: an Excel file needs the package openpyxl, got none; install the"
            " extra excel of diversa, or save the sheet as CSV"
        ) from None
    with readable(path), path.open("rb") as file:
        workbook = openpyxl.load_workbook(file, read_only=True, data_only=True)
        try:
            yield workbook
        finally:
            workbook.close()


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Refuse a file that cannot be read as a workbook."""
    try:
        yield
    except (DiversaError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        # What openpyxl raises for parts that are damaged has no class of its own.
        raise SourceError(
            f"{path}: must be an Excel workbook, got something else, or a damaged one;"
            " save the sheet as CSV"
        ) from None


def find_sheet(workbook: Any, sheet: str | None, path: Path) -> Any:  # noqa: ANN401
    """The sheet that is meant; only tables, no charts."""
    names = [part.title for part in workbook.worksheets]
    wanted = names[0] if sheet is None and names else sheet
    if wanted not in names:
        raise SourceError(
            f"{path}: sheet must be one of the workbook, got '{sheet}';"
            f" {nearest(sheet or '', names)}"
        )
    return workbook[wanted]


def without_blank_rows(rows: Iterable[tuple[object, ...]]) -> Iterator[list[object]]:
    """The rows that hold something, as wide as the first of them.

    >>> rows = [(None, None), ("a", "b", None), (1, None, None), (None,) * 3]
    >>> list(without_blank_rows(rows))
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

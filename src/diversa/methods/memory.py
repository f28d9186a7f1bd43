# SPDX-License-Identifier: Apache-2.0
"""The memory that a method needs, told before it starts.

An engine spills what does not fit; a search works on all cells at once. Where a limit
is given, a method that would pass it says so, and what to do. Bytes are measured by
`python -m benchmarks memory`, and rounded up.
"""

from __future__ import annotations

from typing import NamedTuple

from diversa.errors import InputError
from diversa.tables.count_table import CountTable


class CellBytes(NamedTuple):
    """Bytes of a cell while a method works."""

    fixed: int
    """Bytes of a cell, however many columns it has."""
    column: int
    """Bytes of each quasi-identifier of a cell."""


CELL_BYTES = {
    "mondrian": CellBytes(100, 25),
    "local-recoding": CellBytes(160, 25),
    "mdav": CellBytes(80, 100),
    "dealing": CellBytes(330, 30),
    "anatomy": CellBytes(120, 5),
    "mbf": CellBytes(120, 5),
}
"""By method. Full-domain generalization has none: its floor rises until cells fit."""


def bytes_needed(method: str, cells: int, columns: int) -> int:
    """The bytes that a method takes for so many cells, about."""
    fixed, column = CELL_BYTES.get(method, CellBytes(0, 0))
    return cells * (fixed + column * columns)


def check_memory(method: str, counted: CountTable) -> None:
    """Refuse a method that would pass the memory limit."""
    cells, columns = len(counted.cells.counts), len(counted.dictionaries)
    need = bytes_needed(method, cells, columns)
    if counted.memory is None or need <= counted.memory:
        return
    raise InputError(
        f"memory: must be at least {megabytes(need)} for the method {method} on"
        f" {cells:,} distinct tuples of {columns} quasi-identifiers, got"
        f" {megabytes(counted.memory)}; allow more, leave out a"
        " quasi-identifier, or take the method full-domain, which counts coarser values"
    )


def megabytes(number: int) -> str:
    """A number of bytes as people write it, rounded up.

    >>> megabytes(1), megabytes(1_500_000_000)
    ('1MB', '1500MB')
    """
    return f"{-(-number // 10**6)}MB"

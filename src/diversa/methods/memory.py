# SPDX-License-Identifier: Apache-2.0
"""Memory that a method needs, checked before it starts.

An engine spills what does not fit, but a search works on all cells at once. If a limit
is given, a method that would pass it is refused, with advice. Bytes are measured by
`python -m benchmarks memory`, and rounded up.
"""

from __future__ import annotations

from typing import NamedTuple

from diversa.errors import InputError
from diversa.tables.count_table import CountTable


class CellBytes(NamedTuple):
    """Bytes of a cell while a method works."""

    fixed: int
    """Bytes per cell, whatever its columns."""
    column: int
    """Bytes per quasi-identifier of a cell."""


CELL_BYTES = {
    "mondrian": CellBytes(100, 25),
    "local-recoding": CellBytes(160, 25),
    "mdav": CellBytes(80, 100),
    "dealing": CellBytes(330, 30),
    "anatomy": CellBytes(120, 5),
    "mbf": CellBytes(120, 5),
}
"""Bytes by method. Full-domain generalization has none: its floor rises until cells
fit."""


def bytes_needed(method: str, cells: int, columns: int) -> int:
    """Estimate of the bytes that a method takes."""
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
    """Format a number of bytes in megabytes, rounded up.

    >>> megabytes(1), megabytes(1_500_000_000)
    ('1MB', '1500MB')
    """
    return f"{-(-number // 10**6)}MB"

# SPDX-License-Identifier: Apache-2.0
"""Rows: one list per value, the value first and then its label on each level.

The layout of a levels file (`levels_file`), also given as Python lists. Rows may differ
in length, like the branches of a tree: a short one repeats its value, so `Private, *`
beside `Self-emp-inc, Self-employed, *` reads `Private, Private, *`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary, is_missing
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import find_all, plain_text
from diversa.hierarchies.hierarchy import Hierarchy, check_height

Places = Iterable[tuple[str, Sequence[str]]]
"""Rows of text, each with the place it comes from, for messages."""


@dataclass(frozen=True)
class Rows:
    """A table of levels: values that the data lacks are welcome, gaps are not.

    Example:
        >>> jobs = Dictionary.build("job", ["Private", "Self-emp-inc"], [2, 1])
        >>> rows = (("Private", "*"), ("Self-emp-inc", "Self-employed", "*"))
        >>> Rows(rows).build(jobs).labels[1:]
        (('Private', 'Self-employed'), ('*',))
    """

    rows: tuple[tuple[object, ...], ...]
    """The value and its labels, leaf first."""
    top: bool = True
    """Add `*` as the last level when there is more than one label on it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple(row) for row in self.rows))

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        rows = (
            (f"row {number}", as_labels(row))
            for number, row in enumerate(self.rows, 1)
            if row and not is_missing(row[0])
        )
        return from_rows(dictionary, rows, by="the rows", top=self.top)


def as_labels(row: Iterable[object]) -> list[str]:
    """Write a row as text, without the missing labels that fill up a frame.

    >>> as_labels([39.0, "30-39", None])
    ['39', '30-39']
    """
    labels = ["" if is_missing(cell) else plain_text(cell) for cell in row]
    while len(labels) > 1 and not labels[-1]:
        labels.pop()
    return labels


def from_rows(dictionary: Dictionary, rows: Places, *, by: str, top: bool) -> Hierarchy:
    """Make a hierarchy from rows of labels that cover the values of a column.

    Equal rows may repeat; `top` adds `*` as the last level.
    """
    table = by_value(dictionary, rows, by=by)
    levels_of = find_all(dictionary, table, by=by)
    # All rows count, so that the height does not depend on the data at hand.
    length = max(map(len, table.values()), default=1)
    check_height(dictionary.column, length - 1)
    padded = [pad(row, length) for row in levels_of]
    columns = [[row[level] for row in padded] for level in range(1, length)]
    return Hierarchy.from_labels(dictionary, columns, top=top)


def pad(row: Sequence[str], length: int) -> list[str]:
    """Lengthen a row by repeating its value, as a taxonomy does.

    Rows meet at their roots: `b, X, *` beside `a, A, X, *` hangs b next to A, below X.

    >>> pad(["b", "X", "*"], 4)
    ['b', 'b', 'X', '*']
    """
    return [row[0]] * (length - len(row)) + list(row)


def by_value(
    dictionary: Dictionary, rows: Places, *, by: str
) -> dict[str, Sequence[str]]:
    """Index rows by their value; refuse rows that contradict each other."""
    table: dict[str, Sequence[str]] = {}
    for place, row in rows:
        if "" in row[1:]:
            raise HierarchyError(
                f"hierarchy of '{dictionary.column}': {place} of {by} must be a value"
                " and its labels, got an empty label"
            )
        if table.setdefault(row[0], row) != row:
            shown = "a value" if dictionary.sensitive else f"'{row[0]}'"
            raise HierarchyError(
                f"hierarchy of '{dictionary.column}': {place} of {by} must agree with"
                f" the rows before it, got other labels for {shown}; keep one of them"
            )
    return table

# SPDX-License-Identifier: Apache-2.0
"""Changes of a hierarchy: other widths, merged labels, files of levels.

The result is always a kind that a plan can declare, so that the plan alone gives the
same release elsewhere.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import plain_text, spellings
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.levels_file import label_rows
from diversa.hierarchies.rows import Rows
from diversa.open_tables.open_table import OpenTable
from diversa.studio.steps.hierarchies import hierarchy_of

MOST_BYTES = 5_000_000
"""The largest file of levels that is read."""


def with_widths(
    kind: HierarchyKind | None, widths: Sequence[float], origin: float = 0
) -> Intervals:
    """Intervals of these widths; other settings of intervals stay.

    Raises:
        HierarchyError: A width is no multiple of the one before.
    """
    numbers = tuple(as_whole(width) for width in widths)
    begin = as_whole(origin)
    if isinstance(kind, Intervals) and kind.widths:
        return replace(kind, widths=numbers, origin=begin)
    return Intervals(numbers, origin=begin)


def as_whole(number: float) -> int | float:
    """A whole number as such: 5.0 is 5.

    >>> as_whole(5.0), as_whole(2.5)
    (5, 2.5)
    """
    return int(number) if float(number).is_integer() else float(number)


def merge_labels(
    hierarchy: Hierarchy, level: int, labels: Sequence[str], name: str
) -> Rows:
    """Join labels of a level to one on the next level, which is made if needed.

    If the next level repeats the chosen labels, they are joined there. Otherwise a
    level is inserted on which all others stay as they are. Further up, the labels above
    them are joined too, so that levels nest.

    Raises:
        HierarchyError: There are fewer than two such labels, or the name is taken.
    """
    table = label_rows(hierarchy)
    chosen, name = set(labels), name.strip()
    check_merge(hierarchy.attribute, level, {row[level] for row in table}, chosen, name)
    joined = [row for row in table if row[level] in chosen]
    unchanged = level + 1 < len(table[0]) and all(
        row[level + 1] == row[level] for row in joined
    )
    if not unchanged:
        for row in table:
            row.insert(level + 1, row[level])
    for row in joined:
        row[level + 1] = name
    for above in range(level + 2, len(table[0])):
        join_holders(table, above, {row[above] for row in joined}, name)
    return Rows(tuple(tuple(row) for row in table))


def check_merge(
    attribute: str, level: int, there: set[str], chosen: set[str], name: str
) -> None:
    """Refuse labels that cannot be merged, or a name that is taken."""
    if len(chosen & there) < 2 or not chosen <= there:
        raise HierarchyError(
            f"hierarchy of '{attribute}': at least two labels of level {level} must be"
            " chosen to be merged"
        )
    if not name or name == TOP or name in there - chosen:
        raise HierarchyError(
            f"hierarchy of '{attribute}': the merged label must have a name that no"
            " other label of the level has"
        )


def join_holders(
    table: list[list[str]], level: int, holders: set[str], name: str
) -> None:
    """Join the labels above joined ones, so that levels nest."""
    if len(holders) > 1:
        for row in table:
            row[level] = name if row[level] in holders else row[level]


def read_levels(table: OpenTable, attribute: str, content: bytes) -> Rows:
    """Read a file of levels, in the layout of ARX, for a quasi-identifier.

    It has a line for each value, and `;`, `,` or a tab between the levels. Values that
    it lacks go straight to the top.

    Raises:
        HierarchyError: It is no such file, or contradicts itself.
    """
    dictionary, _ = hierarchy_of(table, attribute)
    rows = split_lines(content)
    length = max(map(len, rows))
    known = {row[0] for row in rows}
    lacking = [
        [plain_text(value), *[TOP] * max(1, length - 1)]
        for value in dictionary.values
        if not any(text in known for text in spellings(value))
    ]
    kind = Rows(tuple(tuple(row) for row in [*rows, *lacking]))
    kind.build(dictionary)
    return kind


def check_size(size: int) -> None:
    """Refuse a file of levels that is too large to be read."""
    if size > MOST_BYTES:
        raise HierarchyError(
            f"levels: a file must have at most {MOST_BYTES:,} bytes, got more"
        )


def split_lines(content: bytes) -> list[list[str]]:
    """The lines of a file of levels, split at its most frequent separator."""
    check_size(len(content))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    first = text.split("\n", 1)[0]
    separator = max(";,\t", key=first.count)
    rows: list[list[str]] = []
    with suppress(csv.Error):
        rows = [
            [cell.strip() for cell in row]
            for row in csv.reader(io.StringIO(text), delimiter=separator)
            if any(cell.strip() for cell in row)
        ]
    if not rows or "\x00" in text:
        raise HierarchyError(
            "levels: a file must have a line for each value, with ';' between the"
            " value and its labels, got something else"
        )
    return rows


def write_levels(table: OpenTable, attribute: str) -> str:
    """The hierarchy of a quasi-identifier as a file of levels, in the layout of ARX."""
    _, hierarchy = hierarchy_of(table, attribute)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerows(label_rows(hierarchy))
    return text.getvalue()

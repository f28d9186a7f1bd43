# SPDX-License-Identifier: Apache-2.0
"""The step *hierarchies*: how each quasi-identifier may be generalized.

A hierarchy is shown as its levels and as a tree; its widths can be changed, categories
merged, and a file of another tool read or written. What is made is always a kind that a
plan can declare, so that the plan alone gives the same release elsewhere.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import plain_text, spellings
from diversa.hierarchies.declaration import declaration_of
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.previews import grid
from diversa.hierarchies.rows import Rows
from diversa.open_tables.open_table import OpenTable

MOST_LABELS = 1000
"""Labels of a level that are listed."""

MOST_LEAVES = 150
"""Nodes of a tree that are drawn; a larger one is cut at its leaves."""

SAMPLE = 8
"""Values that are shown on every level."""

MOST_BYTES = 5_000_000
"""Size of a file of levels that is read."""


@dataclass(frozen=True)
class LabelCount:
    """A label of a level."""

    label: str
    """What is published."""
    values: int
    """Values of the table below it."""
    rows: int
    """Rows that would have it."""


@dataclass(frozen=True)
class Level:
    """A level of a hierarchy."""

    number: int
    """0 is the value itself."""
    labels: int
    """Different labels on the level."""
    smallest: int
    """Rows of the rarest of them."""
    shown: tuple[LabelCount, ...]
    """Some of them, in order."""


@dataclass(frozen=True)
class HierarchyView:
    """How a quasi-identifier is generalized."""

    attribute: str
    """The column."""
    kind: str
    """The kind of hierarchy: intervals, masking, dates, levels, ..."""
    declared: bool
    """Whether the plan declares it; else it was chosen by the values."""
    declaration: Mapping[str, Any]
    """As a plan file would hold it."""
    widths: tuple[float, ...]
    """The widths of intervals, level by level; none for other kinds."""
    origin: float
    """Where intervals begin."""
    levels: tuple[Level, ...]
    """From the values up to the top."""
    sample: tuple[tuple[str, ...], ...]
    """Some values with their label on each level."""
    tree: Mapping[str, Any]
    """The labels from the top down: `name`, `value` (rows) and `children`."""
    uncovered: tuple[LabelCount, ...] = ()
    """Values that no label but the top covers: they are hidden from level 1 on."""


def show_hierarchy(table: OpenTable, attribute: str) -> HierarchyView:
    """Show the hierarchy of a quasi-identifier.

    Raises:
        HierarchyError: The column is no quasi-identifier of the table.
    """
    dictionary, hierarchy = hierarchy_of(table, attribute)
    declared = table.plan.hierarchies.get(attribute)
    kinds = {choice.column: choice.kind for choice in table.counted.choices}
    return view_of(dictionary, hierarchy, declared or kinds[attribute], declared)


def try_hierarchy(
    table: OpenTable, attribute: str, kind: HierarchyKind
) -> HierarchyView:
    """Show what another hierarchy would be, which the table was not opened with."""
    dictionary, _ = hierarchy_of(table, attribute)
    return view_of(dictionary, kind.build(dictionary), kind, kind)


def hierarchy_of(table: OpenTable, attribute: str) -> tuple[Dictionary, Hierarchy]:
    """The values of a quasi-identifier and its hierarchy."""
    counted = table.counted
    for dictionary, hierarchy in zip(
        counted.dictionaries, counted.own_hierarchies, strict=True
    ):
        if dictionary.column == attribute:
            return dictionary, hierarchy
    names = ", ".join(one.column for one in counted.dictionaries)
    raise HierarchyError(
        f"hierarchy: must be that of a quasi-identifier, got '{attribute}'; there are:"
        f" {names}"
    )


def view_of(
    dictionary: Dictionary,
    hierarchy: Hierarchy,
    kind: HierarchyKind,
    declared: HierarchyKind | None,
) -> HierarchyView:
    """A hierarchy as it is shown."""
    declaration = declaration_of(kind)
    intervals = kind if isinstance(kind, Intervals) else None
    return HierarchyView(
        hierarchy.attribute,
        str(declaration["kind"]),
        declared is not None,
        declaration,
        () if intervals is None else tuple(map(float, intervals.widths)),
        0.0 if intervals is None else float(intervals.origin),
        tuple(
            level_of(dictionary, hierarchy, level)
            for level in range(hierarchy.height + 1)
        ),
        tuple(grid(hierarchy, SAMPLE)[1:-1]),
        tree_of(dictionary, hierarchy),
        uncovered_of(dictionary, hierarchy),
    )


def uncovered_of(
    dictionary: Dictionary, hierarchy: Hierarchy
) -> tuple[LabelCount, ...]:
    """The values that go straight to the top, where others have labels in between."""
    if hierarchy.height < 2:
        return ()
    first, labels = hierarchy.maps[1], hierarchy.labels[1]
    return tuple(
        LabelCount(shown_label(value), 1, int(rows))
        for value, rows, code in zip(
            dictionary.values, dictionary.counts, first.tolist(), strict=True
        )
        if labels[code] == TOP
    )


def level_of(dictionary: Dictionary, hierarchy: Hierarchy, level: int) -> Level:
    """A level with the values and rows below its labels."""
    codes = hierarchy.maps[level]
    values = np.bincount(codes, minlength=hierarchy.sizes[level])
    rows = np.bincount(
        codes, weights=dictionary.counts, minlength=hierarchy.sizes[level]
    ).astype(np.int64)
    return Level(
        level,
        hierarchy.sizes[level],
        int(rows.min()) if len(rows) else 0,
        tuple(
            LabelCount(shown_label(label), int(values[code]), int(rows[code]))
            for code, label in enumerate(hierarchy.labels[level][:MOST_LABELS])
        ),
    )


def shown_label(label: object) -> str:
    """A label as people read it."""
    return "(missing)" if label is None else plain_text(label)


def tree_of(dictionary: Dictionary, hierarchy: Hierarchy) -> dict[str, Any]:
    """The labels as a tree from the top down.

    Levels that would have too many nodes are left out from the bottom.
    """
    lowest = next(
        (level for level, size in enumerate(hierarchy.sizes) if size <= MOST_LEAVES),
        hierarchy.height,
    )
    top = hierarchy.height
    nodes: list[dict[str, Any]] = []
    for level in range(lowest, top + 1):
        rows = np.bincount(
            hierarchy.maps[level],
            weights=dictionary.counts,
            minlength=hierarchy.sizes[level],
        )
        upper: list[dict[str, Any]] = [
            {"name": shown_label(label), "value": int(count), "children": []}
            for label, count in zip(hierarchy.labels[level], rows.tolist(), strict=True)
        ]
        if nodes:
            for code, parent in enumerate(hierarchy.step(level - 1, level).tolist()):
                upper[parent]["children"].append(nodes[code])
        nodes = upper
    if len(nodes) == 1:
        return nodes[0]
    total = int(dictionary.counts.sum())
    return {"name": hierarchy.attribute, "value": total, "children": nodes}


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
        return Intervals(
            numbers,
            origin=begin,
            low=kind.low,
            high=kind.high,
            open_ends=kind.open_ends,
            top=kind.top,
        )
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
    """Join labels of a level to one on the next level, which is made where need be.

    Where the next level has the chosen labels as they are, they are joined there; else
    a level is put in between, on which all others stay as they are. Further up, what
    holds the joined ones is joined too, so that levels nest.

    Args:
        hierarchy: The hierarchy.
        level: The level of the labels.
        labels: At least two labels of the level.
        name: What is published instead of them.

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
    """Make one label of those that hold what was joined, so that levels nest."""
    if len(holders) > 1:
        for row in table:
            row[level] = name if row[level] in holders else row[level]


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


@dataclass(frozen=True)
class Imported:
    """A file of levels, held against the values of a column."""

    kind: Rows
    """The hierarchy; every value of the table is in it."""
    lines: int
    """Lines of the file."""
    uncovered: tuple[str, ...]
    """Values of the table that the file lacks: they go straight to the top."""
    uncovered_rows: int
    """Rows that have such a value."""


def read_levels(table: OpenTable, attribute: str, content: bytes) -> Imported:
    """Read a file of levels, in the layout of ARX, for a quasi-identifier.

    Args:
        table: The open table.
        attribute: The quasi-identifier.
        content: The file: a line per value, `;`, `,` or a tab between the levels.

    Raises:
        HierarchyError: It is no such file, or contradicts itself.
    """
    dictionary, _ = hierarchy_of(table, attribute)
    rows = split_lines(content)
    length = max(map(len, rows))
    known = {row[0] for row in rows}
    lacking = [
        code
        for code, value in enumerate(dictionary.values)
        if not any(text in known for text in spellings(value))
    ]
    texts = [plain_text(dictionary.values[code]) for code in lacking]
    filled = [[text, *[TOP] * max(1, length - 1)] for text in texts]
    kind = Rows(tuple(tuple(row) for row in [*rows, *filled]))
    kind.build(dictionary)
    lost = int(dictionary.counts[lacking].sum()) if lacking else 0
    return Imported(kind, len(rows), tuple(texts), lost)


def split_lines(content: bytes) -> list[list[str]]:
    """The lines of a file of levels, by the separator that it has most often."""
    if len(content) > MOST_BYTES:
        raise HierarchyError(
            f"levels: a file must have at most {MOST_BYTES:,} bytes, got more"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    first = text.split("\n", 1)[0]
    separator = max(";,\t", key=first.count)
    rows = [
        [cell.strip() for cell in row]
        for row in csv.reader(io.StringIO(text), delimiter=separator)
        if any(cell.strip() for cell in row)
    ]
    if not rows or "\x00" in text:
        raise HierarchyError(
            "levels: a file must have a line for each value, with ';' between the"
            " value and its labels, got none"
        )
    return rows


def write_levels(table: OpenTable, attribute: str) -> str:
    """The hierarchy of a quasi-identifier as a file of levels, in the layout of ARX."""
    _, hierarchy = hierarchy_of(table, attribute)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerows(label_rows(hierarchy))
    return text.getvalue()

# SPDX-License-Identifier: Apache-2.0
"""The step *hierarchies*: the levels of each quasi-identifier, and their tree.

Changes of a hierarchy are in `hierarchy_changes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import plain_text
from diversa.hierarchies.declaration import declaration_of
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.previews import grid
from diversa.open_tables.open_table import OpenTable

MOST_LABELS = 1000
"""The most labels of a level that are listed."""

MOST_LEAVES = 150
"""The most leaves of a tree that is drawn; a larger one is cut at its leaves."""

SAMPLE = 8
"""Number of values that are shown on every level."""


@dataclass(frozen=True)
class LabelCount:
    """A label of a level."""

    label: str
    """The published text."""
    values: int
    """Number of values below it."""
    rows: int
    """Number of rows that would have it."""


@dataclass(frozen=True)
class LevelView:
    """A level of a hierarchy."""

    number: int
    """0 is the value itself."""
    labels: int
    """Number of different labels on the level."""
    smallest: int
    """Rows of the rarest of them."""
    shown: tuple[LabelCount, ...]
    """Some of them, in order."""


@dataclass(frozen=True)
class HierarchyView:
    """The hierarchy of a quasi-identifier as it is shown."""

    attribute: str
    kind: str
    """The kind of hierarchy: intervals, masking, dates, levels, ..."""
    declared: bool
    """True if the plan declares it; else it was chosen by the values."""
    declaration: Mapping[str, Any]
    """The same as in a plan file."""
    widths: tuple[float, ...]
    """The widths of intervals, level by level; none for other kinds."""
    origin: float
    """A point at which an interval begins."""
    levels: tuple[LevelView, ...]
    """From the values up to the top."""
    sample: tuple[tuple[str, ...], ...]
    """Some values with their label on each level."""
    tree: Mapping[str, Any]
    """The labels from the top down: `name`, `value` (rows) and `children`."""
    uncovered: tuple[LabelCount, ...] = ()
    """Values without a label below the top: they are hidden from level 1 on."""


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
    """Show a hierarchy with which the table was not opened."""
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
            level_view(dictionary, hierarchy, level)
            for level in range(hierarchy.height + 1)
        ),
        tuple(grid(hierarchy, SAMPLE)[1:-1]),
        tree_of(dictionary, hierarchy),
        values_without_label(dictionary, hierarchy),
    )


def values_without_label(
    dictionary: Dictionary, hierarchy: Hierarchy
) -> tuple[LabelCount, ...]:
    """The values that go straight to the top while others have labels between."""
    if hierarchy.height < 2:
        return ()
    first, labels = hierarchy.maps[1], hierarchy.labels[1]
    return tuple(
        LabelCount(label_text(value), 1, int(rows))
        for value, rows, code in zip(
            dictionary.values, dictionary.counts, first.tolist(), strict=True
        )
        if labels[code] == TOP
    )


def level_view(dictionary: Dictionary, hierarchy: Hierarchy, level: int) -> LevelView:
    """A level with the values and rows below its labels."""
    values, rows = hierarchy.leaves(level), rows_of(dictionary, hierarchy, level)
    return LevelView(
        level,
        hierarchy.sizes[level],
        min(rows, default=0),
        tuple(
            LabelCount(label_text(label), int(values[code]), rows[code])
            for code, label in enumerate(hierarchy.labels[level][:MOST_LABELS])
        ),
    )


def rows_of(dictionary: Dictionary, hierarchy: Hierarchy, level: int) -> list[int]:
    """The rows of each label of a level."""
    size = hierarchy.sizes[level]
    rows = np.bincount(hierarchy.maps[level], dictionary.counts, size)
    return rows.astype(np.int64).tolist()


def label_text(label: object) -> str:
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
        rows = rows_of(dictionary, hierarchy, level)
        upper: list[dict[str, Any]] = [
            {"name": label_text(label), "value": count, "children": []}
            for label, count in zip(hierarchy.labels[level], rows, strict=True)
        ]
        if nodes:
            for code, parent in enumerate(hierarchy.step(level - 1, level).tolist()):
                upper[parent]["children"].append(nodes[code])
        nodes = upper
    if len(nodes) == 1:
        return nodes[0]
    total = int(dictionary.counts.sum())
    return {"name": hierarchy.attribute, "value": total, "children": nodes}

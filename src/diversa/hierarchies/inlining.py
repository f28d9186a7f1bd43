# SPDX-License-Identifier: Apache-2.0
"""Hierarchies without files, as a saved recoding holds them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from diversa.data.dictionary import Dictionary
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.declaration import KINDS
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.levels_file import LevelsFile
from diversa.hierarchies.rows import Rows
from diversa.hierarchies.taxonomy import Taxonomy, parents_of
from diversa.hierarchies.text_lines import read_lines


def without_files(kind: HierarchyKind, dictionary: Dictionary) -> HierarchyKind | None:
    """The same hierarchy as a plan can declare it without naming a file.

    None for a hierarchy that only Python can hold, such as functions.
    """
    if isinstance(kind, Coding):
        inner = without_files(kind.then or automatic(dictionary), dictionary)
        return None if inner is None else replace(kind, then=inner)
    if isinstance(kind, LevelsFile):
        lines = read_lines(kind.file, delimiter=kind.delimiter, encoding=kind.encoding)
        return Rows(tuple(tuple(labels) for _, labels in lines), top=kind.top)
    if isinstance(kind, Taxonomy) and kind.file is not None:
        parents = parents_of(dictionary, kind.ways_up(), by=kind.file.name)
        return Taxonomy(tree=nest(parents.items()), top=kind.top)
    return kind if type(kind) in KINDS.values() else None


def nest(parents: Iterable[tuple[str, str | None]]) -> list[object]:
    """A nested tree from each node and its parent.

    >>> nest([("any", None), ("lungs", "any")])
    [{'cat': 'any', 'subcats': [{'cat': 'lungs', 'subcats': []}]}]
    """
    pairs = list(parents)
    below: dict[str, list[object]] = {name: [] for name, _ in pairs}
    roots: list[object] = []
    for name, parent in pairs:
        siblings = roots if parent is None else below[parent]
        siblings.append({"cat": name, "subcats": below[name]})
    return roots

# SPDX-License-Identifier: Apache-2.0
"""Cells of categories: values by falling frequency, below the nodes of a hierarchy.

A value is named if it is declared in a taxonomy, or if enough rows have it, before and
after the noise. All other values are one cell, which is named by what it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Floats, Ints
from diversa.data.dictionary import as_text
from diversa.data.missing import MISSING
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.recodings.public_cells import PublicCells
from diversa.recodings.set_labels import MOST_NAMES
from diversa.search.partitions.tree_cells import Blur, TreeCells

MOST_UNNAMED = 0.1
"""Share of the rows of a node without a name of their own that are given up for the
other values below it."""


@dataclass(frozen=True)
class Cell:
    """A cell: some codes that are never told apart."""

    codes: tuple[int, ...]
    """The codes; none for a declared value that the table does not have."""
    name: object
    """The value or the node of the hierarchy; None for a missing value."""
    rows: float
    """The blurred rows."""
    depth: int
    """The depth of the border before it."""
    is_rest: bool = False
    """True for the values without a name."""

    def has(self, names: Sequence[object], value: object) -> bool:
        """True if a value is in the cell."""
        return any(names[code] is value for code in self.codes)

    @property
    def text(self) -> str:
        """The name in a set."""
        return MISSING if self.name is None else as_text(self.name)


def category_cells(
    hierarchy: Hierarchy, rows: Ints, blur: Blur, *, declared: bool
) -> TreeCells:
    """The cells of categories; in a declared hierarchy every leaf is named."""
    blurred = blur.noise.blur(f"values of {hierarchy.attribute}", rows)
    named = (rows >= blur.least) & (blurred >= blur.naming_limit)
    branches = Branches(hierarchy, rows, blurred, named, blur, declared)
    cells = list(branches.cells(0, 0))
    inside = {code for cell in cells for code in cell.codes}
    rest = tuple(code for code in range(len(rows)) if code not in inside)
    if rest:
        together = float(blurred[list(rest)].sum())
        cells.append(Cell(rest, TOP, together, 0, is_rest=True))
    cell = np.zeros(len(rows), dtype=np.int64)
    for number, one in enumerate(cells):
        cell[list(one.codes)] = number
    return TreeCells(
        cell,
        np.array([one.rows for one in cells]),
        np.array([one.depth for one in cells]),
        in_the_middle=False,
        label=CategoryLabels(hierarchy, cells),
        public=list_cells(hierarchy, cells),
    )


def list_cells(hierarchy: Hierarchy, cells: Sequence[Cell]) -> PublicCells:
    """The cells by value, and by the nodes whose values they have all."""
    names, nodes = hierarchy.labels[0], frozenset(hierarchy.tree.names)
    found = [n for n, cell in enumerate(cells) if cell.has(names, None)]
    rest = [n for n, cell in enumerate(cells) if cell.is_rest]
    return PublicCells(
        values=tuple(
            ()
            if cell.is_rest
            else tuple(
                dict.fromkeys(
                    [as_text(names[c]) for c in cell.codes if names[c] is not None]
                    or [cell.text]
                )
            )
            for cell in cells
        ),
        names=tuple(
            cell.text if len(cell.codes) > 1 and cell.name in nodes else None
            for cell in cells
        ),
        rest=rest[0] if rest else None,
        missing=found[0] if found else None,
    )


@dataclass(frozen=True, eq=False)
class Branches:
    """The nodes of a hierarchy with what is known of them."""

    hierarchy: Hierarchy = field(repr=False)
    """The hierarchy."""
    rows: Ints = field(repr=False)
    """The rows of each value."""
    blurred: Floats = field(repr=False)
    """The same with noise."""
    named: Bools = field(repr=False)
    """Mask of the values that may be named."""
    blur: Blur
    """The noise."""
    declared: bool
    """True if every leaf is named."""

    @cached_property
    def below(self) -> list[list[int]]:
        """The children of each node."""
        children: list[list[int]] = [[] for _ in self.hierarchy.tree.names]
        for node, parent in enumerate(self.hierarchy.tree.parents.tolist()):
            if parent >= 0:
                children[parent].append(node)
        return children

    @cached_property
    def codes_at(self) -> list[list[int]]:
        """The values of each node, without those below it."""
        codes: list[list[int]] = [[] for _ in self.hierarchy.tree.names]
        for code, node in enumerate(self.hierarchy.tree.nodes.tolist()):
            codes[node].append(code)
        return codes

    @cached_property
    def codes_below(self) -> list[list[int]]:
        """The values of each node and of those below it."""
        codes = [list(own) for own in self.codes_at]
        for node in range(len(codes) - 1, 0, -1):  # parents have smaller numbers
            codes[int(self.hierarchy.tree.parents[node])] += codes[node]
        return codes

    def cells(self, node: int, depth: int) -> list[Cell]:
        """The cells below a node, the most frequent branches first."""
        values = [*(self._value(code) for code in self.codes_at[node])]
        parts: list[list[Cell]] = [[cell] for cell in values if cell is not None]
        for child in self.below[node]:
            if not self.below[child]:
                parts.append(self._leaf(child))
            else:
                parts.append(self._branch(child, self.cells(child, depth + 1)))
        parts = [part for part in parts if part]
        parts.sort(key=lambda part: (-sum(c.rows for c in part), part[0].text))
        return [
            self._deeper(cell, depth) if place == 0 else cell
            for part in parts
            for place, cell in enumerate(part)
        ]

    def _deeper(self, cell: Cell, depth: int) -> Cell:
        return Cell(cell.codes, cell.name, cell.rows, depth, cell.is_rest)

    def _leaf(self, node: int) -> list[Cell]:
        """The cells of a node that has no node below it."""
        codes = self.codes_at[node]
        if self.declared:
            return [self._cell(codes, self._name(node))]
        return [cell for cell in map(self._value, codes) if cell is not None]

    def _value(self, code: int) -> Cell | None:
        """The cell of a value, if it may be named."""
        if not (self.named[code] or self.declared):
            return None
        return self._cell([code], self.hierarchy.labels[0][code])

    def _cell(self, codes: Sequence[int], name: object) -> Cell:
        if len(codes) == 1:
            name = self.hierarchy.labels[0][codes[0]]
        rows = float(self.blurred[list(codes)].sum())
        return Cell(tuple(codes), name, rows, 0)

    def _name(self, node: int) -> object:
        return self.hierarchy.tree.names[node]

    def _branch(self, node: int, cells: list[Cell]) -> list[Cell]:
        """The cells below a node, or itself if too many values there have no name."""
        codes = self.codes_below[node]
        rows, blurred = self.rows[codes].sum(), self.blurred[codes].sum()
        if self.declared or rows < self.blur.least or blurred < self.blur.naming_limit:
            return cells
        inside = {code for cell in cells for code in cell.codes}
        unnamed = self.blurred[[code for code in codes if code not in inside]].sum()
        whole = unnamed > MOST_UNNAMED * blurred
        return [self._cell(codes, self._name(node))] if whole else cells


class CategoryLabels:
    """Labels of runs of cells of categories."""

    def __init__(self, hierarchy: Hierarchy, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._has_rest = any(cell.is_rest for cell in cells)
        place = {code: n for n, cell in enumerate(cells) for code in cell.codes}
        self._nodes: dict[tuple[int, ...], object] = {}
        tree = hierarchy.tree
        below: list[set[int]] = [set() for _ in tree.names]
        for code, node in enumerate(tree.nodes.tolist()):
            below[node].add(place[code])
        for node in range(len(below) - 1, 0, -1):
            below[int(tree.parents[node])] |= below[node]
            if below[node]:
                self._nodes[tuple(sorted(below[node]))] = tree.names[node]

    def __call__(self, first: int, last: int) -> object:
        """The label of the cells from one to before another."""
        inside = self._cells[first:last]
        outside = [*self._cells[:first], *self._cells[last:]]
        if not outside:
            return TOP
        if len(inside) == 1 and not inside[0].is_rest:
            return inside[0].name
        node = self._nodes.get(tuple(range(first, last)))
        if node is not None and not any(cell.is_rest for cell in inside):
            return node
        shorter = len(inside) > MOST_NAMES and len(outside) < len(inside)
        if inside[-1].is_rest or (shorter and not self._has_rest):
            return f"not {braces(outside)}"
        return braces(inside)


def braces(cells: Sequence[Cell]) -> str:
    """A set, the values in their order."""
    ordered = sorted(cells, key=lambda cell: (cell.codes or (-1,), cell.text))
    return f"{{{', '.join(cell.text for cell in ordered)}}}"

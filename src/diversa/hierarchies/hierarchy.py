# SPDX-License-Identifier: Apache-2.0
"""A hierarchy: for one attribute, every value's generalization on every level.

Levels are integer maps over the codes of the attribute's dictionary, so generalizing a
million rows is one array look-up. Level 0 is the value itself, or the end of a scale
(`coding`); each level is a coarsening of the one before; the top level is usually `*`.

How hierarchies are made: `intervals`, `rounding`, `masking`, `dates`, `taxonomy`,
`suppression`, `coding`, `levels_file`, and in Python `rows`, `lookups`, `functions`;
`mapping` recognizes Python objects, `declaration` reads a plan's table, `automatic`
chooses when the user gives none.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.data.spelling import PLAIN, Spelling
from diversa.errors import HierarchyError
from diversa.hierarchies.tree import Tree

TOP = "*"
"""The label that hides a value."""


MOST_LEVELS = 250
"""The most levels above the values: each is tried, alone and with those of other
attributes."""


class HierarchyKind(Protocol):
    """A hierarchy as a plan declares it, before the values are known."""

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        ...


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """The generalizations of one attribute as maps from value codes to level codes.

    Example:
        >>> zips = Dictionary.build("zip", ["13053", "13068", "14850"], [1, 1, 1])
        >>> columns = [["130**", "130**", "148**"], ["*", "*", "*"]]
        >>> hierarchy = Hierarchy.from_labels(zips, columns)
        >>> hierarchy.height, hierarchy.sizes
        (2, (3, 2, 1))
        >>> hierarchy.maps[1].tolist(), hierarchy.leaves(1).tolist()
        ([0, 0, 1], [2, 1])
    """

    attribute: str
    """Name of the column."""
    maps: tuple[NDArray[np.int32], ...] = field(repr=False)
    """`maps[level][value code]` is the code on that level; `maps[0]` is identity, but
    for `coding`."""
    labels: tuple[tuple[object, ...], ...] = field(repr=False)
    """`labels[level][level code]` is the published label; None is a missing value."""
    declared_tree: Tree | None = field(default=None, repr=False)
    """The tree of a taxonomy, which knows more than its levels; see `tree`."""
    numbers: NDArray[np.float64] | None = field(default=None, repr=False)
    """The number of each code of level 0; a missing value stands behind the others.
    None if there are none."""
    spelling: Spelling = PLAIN
    """The spelling of numbers and dates, where levels are ranges."""

    @classmethod
    def from_labels(
        cls,
        dictionary: Dictionary,
        columns: Sequence[Sequence[Hashable]],
        *,
        finest: Sequence[Hashable] | None = None,
        top: bool = False,
        tree: Tree | None = None,
        numbers: NDArray[np.float64] | None = None,
        spelling: Spelling = PLAIN,
    ) -> Hierarchy:
        """Make a hierarchy from one column of labels per level above the values.

        Args:
            dictionary: The values of the attribute.
            columns: For each level from 1 on, the label of each value of the dictionary
                in its order, without the missing value. A missing value stays a
                category of its own until the only label of a level is `*`.
            finest: The label of each value on level 0; the value itself by default.
            top: Add a level `*` when the last one has more than one label.
            tree: The tree that the levels were made from, if there is one.
            numbers: The number that each code of level 0 is, where levels are ranges,
                without the missing value.
            spelling: How the attribute writes numbers and dates.
        """
        check_height(dictionary.column, len(columns))
        missing = dictionary.missing_code is not None
        maps: list[NDArray[np.int32]] = []
        labels: list[tuple[object, ...]] = []
        if finest is None:
            values = [*dictionary.values, *([None] if missing else [])]
            maps.append(np.arange(len(values), dtype=np.int32))
            labels.append(tuple(values))
        for column in [*([] if finest is None else [finest]), *columns]:
            codes, names = encode_labels(column, missing=missing)
            maps.append(codes)
            labels.append(names)
        if top and len(labels[-1]) > 1:
            maps.append(np.zeros_like(maps[0]))
            labels.append((TOP,))
        for level in range(1, len(maps)):
            check_coarsening(dictionary, maps, labels, level)
        if numbers is not None and missing:
            numbers = with_missing(numbers)
        return cls(
            dictionary.column, tuple(maps), tuple(labels), tree, numbers, spelling
        )

    @property
    def height(self) -> int:
        """The number of the top level."""
        return len(self.maps) - 1

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Number of codes on each level."""
        return tuple(len(names) for names in self.labels)

    @cached_property
    def tree(self) -> Tree:
        """The tree over the values: as a taxonomy declares it, or as the levels nest.

        A label that only repeats the one below it is the same node, so that the short
        branches of a ragged levels file stay short.
        """
        return self.declared_tree or Tree.from_levels(self.maps, self.labels)

    @property
    def is_number_line(self) -> bool:
        """True if all values are numbers, and none is missing."""
        return self.numbers is not None and len(self.numbers) == self.sizes[0]

    @property
    def is_coded(self) -> bool:
        """True if level 0 already hides values; see `coding`."""
        return len(self.maps[0]) > self.sizes[0]

    @cached_property
    def without_coding(self) -> Hierarchy:
        """The same with every value on a level of its own, below those that are coded.

        For measuring: its lowest labels are those that are published, so that no coded
        value can be shown.
        """
        if not self.is_coded:
            return self
        own = self.maps[0]
        numbers = self.numbers
        if numbers is not None:
            numbers = numbers[own[own < len(numbers)]]
        return Hierarchy(
            self.attribute,
            (np.arange(len(own), dtype=np.int32), *self.maps),
            (tuple(self.labels[0][code] for code in own), *self.labels),
            numbers=numbers,
            spelling=self.spelling,
        )

    def step(self, lower: int, upper: int) -> NDArray[np.int32]:
        """Map the codes of a lower level to the codes of an upper level."""
        mapped = np.empty(self.sizes[lower], dtype=np.int32)
        mapped[self.maps[lower]] = self.maps[upper]
        return mapped

    def leaves(self, level: int) -> NDArray[np.int64]:
        """Count the values below each code of a level."""
        return np.bincount(self.maps[level], minlength=self.sizes[level])


def check_height(column: str, levels: int) -> None:
    """Refuse more levels above the values than anybody needs."""
    if levels > MOST_LEVELS:
        raise HierarchyError(
            f"hierarchy of '{column}': must have at most {MOST_LEVELS} levels above the"
            f" values, got {levels} or more; leave some of them out"
        )


def with_missing(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Put a missing value one step behind the last number, as if it were the next.

    >>> with_missing(np.array([10.0, 30.0, 20.0])).tolist()
    [10.0, 30.0, 20.0, 40.0]
    """
    if len(numbers) == 0:
        return np.zeros(1)
    step = float(np.ptp(numbers)) / max(1, len(numbers) - 1)
    return np.append(numbers, numbers.max() + (step or 1.0))


def encode_labels(
    column: Sequence[Hashable], *, missing: bool
) -> tuple[NDArray[np.int32], tuple[object, ...]]:
    """Number the labels of one level by first appearance; missing comes last.

    Only `*` may stand for a missing value too: any other label says something of it.
    """
    codes: dict[Hashable, int] = {}
    encoded = [codes.setdefault(label, len(codes)) for label in column]
    if missing:
        shared = TOP if codes.keys() <= {TOP} else None
        encoded.append(codes.setdefault(shared, len(codes)))
    return np.array(encoded, dtype=np.int32), tuple(codes)


def check_coarsening(
    dictionary: Dictionary,
    maps: Sequence[NDArray[np.int32]],
    labels: Sequence[tuple[object, ...]],
    level: int,
) -> None:
    """Refuse a level that separates values that the level below has merged."""
    below, here = maps[level - 1], maps[level]
    parent = np.full(len(labels[level - 1]), -1, dtype=np.int32)
    parent[below] = here
    split = np.flatnonzero(parent[below] != here)
    if len(split):
        label = labels[level - 1][below[split[0]]]
        shown = "a label" if dictionary.sensitive else f"'{label}'"
        raise HierarchyError(
            f"hierarchy of '{dictionary.column}': level {level} must be a coarsening of"
            f" level {level - 1}, got two parents for {shown}; give each label of a"
            " level exactly one label on the next"
        )

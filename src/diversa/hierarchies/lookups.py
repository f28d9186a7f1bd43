# SPDX-License-Identifier: Apache-2.0
"""Look-ups: one table per level, from a value to its label.

A level may also start from the labels of the level below, as in
``[{"Ithaca": "NY", "Boston": "MA"}, {"NY": "US", "MA": "US"}]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import find_all, find_some, plain_text
from diversa.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True)
class Lookups:
    """One table per level above the values.

    Example:
        >>> towns = Dictionary.build("town", ["Boston", "Ithaca"], [1, 1])
        >>> levels = ({"Ithaca": "NY", "Boston": "MA"}, {"NY": "US", "MA": "US"})
        >>> Lookups(levels).build(towns).labels[1:]
        (('MA', 'NY'), ('US',))
    """

    levels: tuple[Mapping[object, object], ...]
    """For each level, the label of each value or of each label of the level below."""
    defaults: tuple[str, ...] = ()
    """For each level, the label of values that its table lacks; empty without one."""
    top: bool = True
    """Add `*` as the last level when there is more than one label on it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(self.levels))
        object.__setattr__(self, "defaults", tuple(self.defaults))
        if self.defaults and len(self.defaults) != len(self.levels):
            raise HierarchyError(
                f"lookups: defaults must be one per level, got {len(self.defaults)}"
                f" for {len(self.levels)} levels; leave them out where there are none"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        defaults = self.defaults or [""] * len(self.levels)
        columns: list[list[str]] = []
        for level, default in zip(self.levels, defaults, strict=True):
            by = f"the table of level {len(columns) + 1}"
            table = by_text(level, column=dictionary.column, by=by)
            if default:
                hits = find_some(dictionary, table)
                columns.append([default if hit is None else table[hit] for hit in hits])
            else:
                below = columns[-1] if columns else []
                columns.append(look_up(dictionary, table, below=below, by=by))
        return Hierarchy.from_labels(dictionary, columns, top=self.top)


def by_text(table: Mapping[object, object], *, column: str, by: str) -> dict[str, str]:
    """Write the keys and labels of a table as text; refuse keys that then collide."""
    texts: dict[str, str] = {}
    for key, label in table.items():
        if texts.setdefault(plain_text(key), plain_text(label)) != plain_text(label):
            raise HierarchyError(
                f"hierarchy of '{column}': {by} must have one label for each value, got"
                " two for values that are written alike; keep one of them"
            )
    return texts


def look_up(
    dictionary: Dictionary, table: Mapping[str, str], *, below: Sequence[str], by: str
) -> list[str]:
    """Find the label of every value, by the value or by its label one level below."""
    by_value = None not in find_some(dictionary, table)
    if below and not by_value and table.keys() >= set(below):
        return [table[label] for label in below]
    return find_all(dictionary, table, by=by)

# SPDX-License-Identifier: Apache-2.0
"""Lookups: the codes of a column's values, joined to a table or computed.

The codes of several columns are parts of packed keys (`packing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from diversa.engines.packing import Packing


def part_name(way: int) -> str:
    """The column of a lookup with the parts of one of several ways to count.

    >>> part_name(0), part_name(2)
    ('part', 'part2')
    """
    return f"part{way}" if way else "part"


@dataclass(frozen=True)
class Lookup:
    """A dictionary or a map joined to one column of `t`."""

    place: int
    """Number of the lookup: it is called `d<place>`."""
    table: str
    """The table of the values; empty where nothing is joined."""
    key: str
    """The expression of `t` that is looked up."""
    missing: int | None
    """The part of a missing value; None when no value may be missing."""
    missing_ways: tuple[int, ...] = ()
    """The part of a missing value in each of several ways to count."""
    column: str = "part"
    """The column with the parts."""

    def way(self, number: int) -> Lookup:
        """The lookup for one of several ways to count."""
        lost = None if self.missing is None else self.missing_ways[number]
        return replace(self, missing=lost, column=part_name(number))

    @property
    def name(self) -> str:
        """The alias of the joined table."""
        return f"d{self.place}"

    @property
    def join(self) -> str:
        """The join, which keeps every row."""
        return (
            f"LEFT JOIN {self.table} AS {self.name} ON {self.name}.value = {self.key}"
        )

    @property
    def part(self) -> str:
        """The part of the packed key; NULL for a value that is not in the lookup."""
        part = f"{self.name}.{self.column}"
        if self.missing is None:
            return part
        lost = f"CASE WHEN {self.key} IS NULL THEN {self.missing} END"
        return f"coalesce({part}, {lost})"

    @property
    def lacks_value(self) -> str:
        """Holds where the value is not in the lookup."""
        absent = f"{self.name}.value IS NULL"
        if self.missing is None:
            return absent
        return f"({absent} AND {self.key} IS NOT NULL)"


@dataclass(frozen=True)
class Consecutive(Lookup):
    """Whole numbers without a gap: the part of each is computed, and nothing joined."""

    first: int = 0
    """The least of them."""
    last: int = 0
    """The largest."""
    scale: int = 1
    """The step of the part from one number to the next."""

    @property
    def join(self) -> str:
        """Nothing."""
        return ""

    @property
    def part(self) -> str:
        """The part of the packed key; NULL for a number that is none of them."""
        number = f"(CAST({self.key} AS BIGINT) - ({self.first})) * {self.scale}"
        cases = f"WHEN {self.key} BETWEEN {self.first} AND {self.last} THEN {number}"
        if self.missing is not None:
            cases += f" WHEN {self.key} IS NULL THEN {self.missing}"
        return f"CASE {cases} END"


def pack_keys(lookups: Sequence[Lookup], packing: Packing) -> list[str]:
    """The packed keys of a row, each the sum of its parts."""
    parts: list[list[str]] = [[] for _ in range(packing.count)]
    for lookup, key in zip(lookups, packing.keys, strict=True):
        parts[key].append(lookup.part)
    return [" + ".join(inside) or "CAST(0 AS BIGINT)" for inside in parts]


def join_lookups(table: str, lookups: Sequence[Lookup], *more: str) -> str:
    """A table with its lookups and other joins."""
    return " ".join([f"{table} AS t", *(lookup.join for lookup in lookups), *more])

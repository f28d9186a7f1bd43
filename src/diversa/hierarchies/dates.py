# SPDX-License-Identifier: Apache-2.0
"""Dates: day, month, quarter, year, decade, `*`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diversa.data.dictionary import Dictionary, as_date
from diversa.errors import HierarchyError, nearest
from diversa.hierarchies.coverage import read_all
from diversa.hierarchies.hierarchy import TOP, Hierarchy

LEVELS: dict[str, Callable[[dt.date], str]] = {
    "day": lambda day: day.isoformat(),
    "month": lambda day: day.isoformat()[:7],
    "quarter": lambda day: f"{day.year:04}-Q{(day.month + 2) // 3}",
    "year": lambda day: f"{day.year:04}",
    "decade": lambda day: f"{day.year // 10:03}0s",
}
"""The levels a date may take, finest first, and how each is written."""


@dataclass(frozen=True)
class Dates:
    """Calendar levels; `day` is of use where the values have a time of day.

    Example:
        >>> days = Dictionary.build("born", ["1999-12-31", "2000-01-01"], [1, 1])
        >>> Dates(("quarter", "decade")).build(days).labels[1:]
        (('1999-Q4', '2000-Q1'), ('1990s', '2000s'), ('*',))
    """

    levels: tuple[str, ...] = ("month", "quarter", "year", "decade")
    """Which levels there are, finest first."""
    format: str | None = None
    """How a text is read (`%d.%m.%Y`); ISO 8601 (2024-05-31) when None."""
    top: bool = True
    """Whether `*` is the last level."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", tuple(self.levels))
        order = list(LEVELS)
        for level in self.levels:
            if level not in order:
                raise HierarchyError(
                    f"dates: level '{level}' is unknown; {nearest(level, order)}"
                )
        if list(self.levels) != [level for level in order if level in self.levels]:
            raise HierarchyError(
                f"dates: levels must go from fine to coarse, got {list(self.levels)};"
                f" their order is: {', '.join(order)}"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        days = read_all(dictionary, self._read, noun=self._noun)
        columns = [[LEVELS[level](day) for day in days] for level in self.levels]
        if self.top:
            columns.append([TOP] * len(days))
        numbers = np.array([float(day.toordinal()) for day in days])
        return Hierarchy.from_labels(dictionary, columns, numbers=numbers)

    def _read(self, value: object) -> dt.date:
        if self.format is None or not isinstance(value, str):
            return as_date(value)
        return dt.datetime.strptime(value.strip(), self.format).date()

    @property
    def _noun(self) -> str:
        form = "2024-05-31" if self.format is None else self.format
        return f"a date of the form {form}"

# SPDX-License-Identifier: Apache-2.0
"""Dates: day, month, quarter, year, decade, `*`; or day, week, year, decade, `*`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.data.spelling import Spelling, ask
from diversa.errors import HierarchyError, nearest
from diversa.hierarchies.coverage import read_all
from diversa.hierarchies.hierarchy import TOP, Hierarchy

LEVELS: dict[str, Callable[[Spelling, dt.date], str]] = {
    "day": lambda spelling, day: spelling.format_day(day),
    "week": lambda _, day: f"{day.isocalendar().year:04}-W{day.isocalendar().week:02}",
    "month": lambda spelling, day: spelling.month(day),
    "quarter": lambda _, day: f"{day.year:04}-Q{(day.month + 2) // 3}",
    "year": lambda _, day: f"{day.year:04}",
    "decade": lambda _, day: f"{day.year // 10:03}0s",
}
"""The levels a date may take, finest first, and how each is written."""


@dataclass(frozen=True)
class Dates:
    """Calendar levels; `day` is of use where the values have a time of day.

    Example:
        >>> days = Dictionary.build("born", ["1999-12-31", "2000-01-01"], [1, 1])
        >>> Dates(("quarter", "decade")).build(days).labels[1:]
        (('1999-Q4', '2000-Q1'), ('1990s', '2000s'), ('*',))
        >>> days = Dictionary.build("born", ["31.12.1999"], [1])
        >>> Dates(("month",)).build(days).labels[1]
        ('12.1999',)
    """

    levels: tuple[str, ...] = ("month", "quarter", "year", "decade")
    """The levels, finest first."""
    format: str | None = None
    """The form of the texts (`%d.%m.%Y`); found from the values if None."""
    top: bool = True
    """True if `*` is the last level."""

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
        if "week" in self.levels and {"month", "quarter"} & {*self.levels}:
            raise HierarchyError(
                f"dates: week must come without month and quarter, got"
                f" {list(self.levels)}; a week may lie in two months"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        spelling = self.spelling(dictionary)
        noun = f"a date of the form {spelling.days or '2024-05-31'}"
        days = read_all(dictionary, spelling.day, noun=noun)
        # A week belongs to the year of its Thursday, and so do the years above it.
        whole = [thursday(day) for day in days] if "week" in self.levels else days
        columns = [
            [
                LEVELS[level](spelling, day)
                for day in (days if level == "day" else whole)
            ]
            for level in self.levels
        ]
        if self.top:
            columns.append([TOP] * len(days))
        numbers = np.array([float(day.toordinal()) for day in days])
        return Hierarchy.from_labels(
            dictionary, columns, numbers=numbers, spelling=spelling
        )

    def spelling(self, dictionary: Dictionary) -> Spelling:
        """The spelling of the dates; refused where only the user knows it."""
        if self.format is not None:
            return Spelling(days=self.format)
        ask(dictionary.column, dictionary.spelling)
        return dictionary.spelling


def thursday(day: dt.date) -> dt.date:
    """The Thursday of the week of a day.

    >>> thursday(dt.date(2024, 12, 30))
    datetime.date(2025, 1, 2)
    """
    return day + dt.timedelta(days=3 - day.weekday())

# SPDX-License-Identifier: Apache-2.0
"""Numbers and dates as whole numbers, with borders that every table has in common."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.data.dictionary import as_text
from diversa.data.spelling import Spelling
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.averages import decimals, exponent
from diversa.recodings.range_cells import (
    LARGEST,
    decimal_text,
    first_day,
    moments_of,
)

MOST_CELLS = 1024
"""Most cells of a column of numbers."""

YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Distances from the year 2000 on the ladder of dates."""

MONTHS = (1, 3, 12, 60, 120, 600)
"""Lengths of cells of dates, in months."""


@dataclass(frozen=True)
class Domain:
    """The numbers that a plan declares a column to have."""

    low: Fraction | None = None
    """The first; None if it is not declared."""
    high: Fraction | None = None
    """The last; with open ends the first one beyond them."""
    is_open: bool = False
    """True if numbers beyond both ends are ranges of their own."""

    bottom: Fraction | None = None
    """Smaller numbers are coded."""
    top: Fraction | None = None
    """This number and larger ones are coded."""

    def coded_ends(self, scale: NumberScale) -> tuple[int | None, int | None]:
        """The ends beyond which numbers of a scale are coded."""
        factor = 10**scale.digits
        ends = (self.bottom, self.top)
        low, high = (None if end is None else math.ceil(end * factor) for end in ends)
        return low, high

    @property
    def has_ends(self) -> bool:
        """True if both ends of the scale are known."""
        low = self.low is not None or self.bottom is not None
        return low and (self.high is not None or self.top is not None)

    def within(self, scale: NumberScale) -> tuple[int, int]:
        """The first number of a scale, and the one after the last."""
        factor = 10**scale.digits
        after = 0 if self.is_open else 1
        bottom, top = self.coded_ends(scale)
        low = bottom if self.low is None else math.floor(self.low * factor)
        high = top if self.high is None else math.floor(self.high * factor) + after
        return low or 0, max((low or 0) + 1, high or 0)


@dataclass(frozen=True, eq=False)
class NumberScale:
    """The values of a number line as whole numbers: last digits, or days."""

    known: Bools = field(repr=False)
    """Mask of the codes that are numbers."""
    numbers: Ints = field(repr=False)
    """The number of each code; 0 where there is none."""
    text: Callable[[int], str] = field(repr=False)
    """The text of a number."""
    digits: int = 0
    """Decimals of the last digit."""
    of_days: bool = False
    """True for days."""

    @classmethod
    def of(cls, hierarchy: Hierarchy) -> NumberScale | None:
        """The scale of a number line; None if its values are on none."""
        names, spelling = hierarchy.labels[0], hierarchy.spelling
        texts = [None if name is None else as_text(name) for name in names]
        coded = [text is not None and text[:1] in ("<", ">") for text in texts]
        known = np.array(
            [n is not None and not c for n, c in zip(names, coded, strict=True)]
        )
        plain = [name for name, is_known in zip(names, known, strict=True) if is_known]
        numbers = np.zeros(len(names), dtype=np.int64)
        exact = decimals(plain, spelling) if plain else None
        if not plain and any(coded):  # every number is beyond a coded end
            return cls(known, numbers, text_of_numbers(spelling, 0))
        if exact:
            digits = max(0, *(-exponent(number) for number in exact.values()))
            scaled = [exact[place].scaleb(digits) for place in range(len(plain))]
            if max(map(abs, scaled)) > LARGEST:
                return None
            numbers[known] = [int(number) for number in scaled]
            return cls(
                known,
                numbers,
                text_of_numbers(spelling, digits),
                digits,
            )
        moments = moments_of(plain, spelling)
        if moments is None:
            return None
        numbers[known] = [moment.toordinal() for moment in moments]

        def day(number: int) -> str:
            inside = min(max(number, 1), dt.date.max.toordinal())
            return spelling.format_day(dt.date.fromordinal(inside))

        return cls(known, numbers, day, of_days=True)

    def number(self, text: str, spelling: Spelling) -> int:
        """The whole number of a declared end."""
        if self.of_days:
            return spelling.moment(text).toordinal()
        return math.floor(spelling.number(text).scaleb(self.digits))

    @property
    def ladder(self) -> Ints:
        """Borders that are the same for every table."""
        if self.of_days:
            years = sorted({2000, *(2000 + s * y for y in YEARS for s in (-1, 1))})
            return np.array([dt.date(year, 1, 1).toordinal() for year in years])
        steps = [c * 10**p for p in range(16) for c in (1, 2, 5)]
        return np.array([*(-step for step in reversed(steps)), 0, *steps])

    def roundness(self, days: Ints) -> Ints:
        """1 for the first day of a year, 2 for that of a month, 3 for others."""
        dates = [dt.date.fromordinal(day) for day in days.tolist()]
        return np.array(
            [1 + (d.day > 1) + ((d.month, d.day) > (1, 1)) for d in dates],
            dtype=np.int64,
        )

    def borders(self, low: int, high: int, most: float) -> Ints:
        """Borders of at most some cells from one number to before another."""
        widest = np.array([low, high])
        for made in self._days(low, high) if self.of_days else self._steps(low, high):
            widest = made
            if len(made) - 1 <= most:
                break
        return widest

    def _steps(self, low: int, high: int) -> Iterator[Ints]:
        power = 1
        while power <= max(1, high - low):
            for width in (power, 2 * power, 5 * power):
                if (high - low) // width < 4 * MOST_CELLS:
                    first, last = low // width, -(-high // width)
                    yield np.arange(first, last + 1, dtype=np.int64) * width
            power *= 10

    def _days(self, low: int, high: int) -> Iterator[Ints]:
        if high - low < 4 * MOST_CELLS:
            yield np.arange(low, high + 1, dtype=np.int64)
        day = dt.date.fromordinal
        for length in MONTHS:
            first = (12 * day(low).year + day(low).month - 1) // length
            last = -(-(12 * day(high).year + day(high).month - 1) // length)
            firsts = [first_day(n * length) for n in range(first, last + 1)]
            yield np.array([one.toordinal() for one in firsts], dtype=np.int64)


def text_of_numbers(spelling: Spelling, digits: int) -> Callable[[int], str]:
    """A function from whole numbers of a scale to their texts."""
    return lambda number: spelling.spell(decimal_text(number, digits))

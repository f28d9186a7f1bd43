# SPDX-License-Identifier: Apache-2.0
"""A bounded look at a column: some of its values as texts, and how many there are.

All that is guessed of a column is guessed from this, so a column of a million values
costs no more than one of two hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from diversa.data.dictionary import Dictionary, as_text
from diversa.data.spelling_by_values import find_spelling
from diversa.suggestions.role_words import without_accents

LOOKED_AT = 200
"""Different values of a column that are looked at."""

MOSTLY = 0.9
"""The share of them that must be alike to speak for the column."""

FEW = 3
"""With so many values that repeat, a column tells nobody apart."""

DISTINCT = 0.95
"""Share of the rows from which on a column tells nearly all of them apart."""

MANY = 0.5
"""Share of the rows from which on a column may tell people apart."""

ENOUGH = 20
"""Rows below which a column may tell them apart by chance."""


@dataclass(frozen=True)
class ColumnSample:
    """Some values of a column, spread over all of them, and its counts."""

    texts: tuple[str, ...] = field(repr=False)
    """The values that are looked at, as a text file holds them."""
    distinct: int
    """Different values of the column."""
    rows: int
    """Rows in which the column has a value."""
    largest: int
    """Rows of the most frequent value."""
    column: str = ""
    """What the column is called."""
    counts: tuple[int, ...] = field(default=(), repr=False)
    """Rows of each value that is looked at."""

    @classmethod
    def of(cls, dictionary: Dictionary) -> ColumnSample:
        """Look at a column.

        Example:
            >>> numbers = Dictionary.build("x", [3.0, 4.0, None], [2, 1, 5])
            >>> sample = ColumnSample.of(numbers)
            >>> sample.texts, sample.distinct, sample.rows, sample.largest
            (('3', '4'), 2, 3, 2)
        """
        distinct = len(dictionary.values)
        counts = dictionary.counts[:distinct]
        step = max(1, -(-distinct // LOOKED_AT))
        return cls(
            tuple(plain_text(value) for value in dictionary.values[::step]),
            distinct,
            int(counts.sum()),
            int(counts.max()) if distinct else 0,
            dictionary.column,
            tuple(counts[::step].tolist()),
        )

    def mostly(self, test: Callable[[str], object]) -> bool:
        """Tell whether nearly all of the values pass a test."""
        possible, needed = len(self.texts), MOSTLY * len(self.texts)
        for text in self.texts:  # most columns fail a test within a few values
            possible -= not test(text)
            if possible < needed:
                return False
        return bool(self.texts)

    def share(self, test: Callable[[str], object]) -> float:
        """The share of the values that pass a test; 0 where there is none."""
        passing = sum(bool(test(text)) for text in self.texts)
        return passing / len(self.texts) if self.texts else 0.0

    @property
    def summary(self) -> str:
        """How many values there are, for a reason."""
        return f"{self.distinct:,} different values in {self.rows:,} rows"

    @property
    def is_few(self) -> bool:
        """Whether there are two or three values, which repeat."""
        return self.distinct <= FEW and self.rows > self.distinct

    @property
    def nearly_all_differ(self) -> bool:
        """Whether nearly every row has a value of its own."""
        return self.differs_in(DISTINCT)

    @property
    def many_differ(self) -> bool:
        """Whether so many values differ that they may tell people apart."""
        return self.differs_in(MANY)

    def differs_in(self, share: float) -> bool:
        """Tell whether there are that many values per row, in rows enough to judge."""
        return self.rows >= ENOUGH and self.distinct >= share * self.rows

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """The values in small letters without accents, to be looked up."""
        return tuple(without_accents(text).lower() for text in self.texts)

    @cached_property
    def whole_numbers(self) -> tuple[int, ...] | None:
        """The values as whole numbers, or None where one of them is none."""
        numbers = self._numbers
        if not numbers or any(number % 1 for number in numbers):
            return None
        return tuple(int(number) for number in numbers)

    @property
    def has_fractions(self) -> bool:
        """Whether the values are numbers of which some are not whole: measurements."""
        return bool(self._numbers) and self.whole_numbers is None

    @cached_property
    def _numbers(self) -> tuple[float, ...]:
        spelling = find_spelling(self.texts)
        try:
            return tuple(float(spelling.number(text)) for text in self.texts)
        except ValueError:
            return ()


def plain_text(value: object) -> str:
    """A value as text; a whole number without the `.0` that missing values give it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return as_text(value).strip()

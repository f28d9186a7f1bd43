# SPDX-License-Identifier: Apache-2.0
"""A bounded sample of a column: some of its values as texts, and its counts.

All guesses use this sample, so a column of a million values costs no more than one of
two hundred.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.spelling_by_values import find_spelling
from diversa.engines.counting import Counting, Repeats
from diversa.engines.table import Table
from diversa.hierarchies.coverage import plain_text
from diversa.suggestions.role_words import without_accents

LOOKED_AT = 200
"""Most different values of a sample."""

MOSTLY = 0.9
"""The share of a sample that must be alike to decide about the column."""

FEW = 3
"""Most different values of a column that singles nobody out."""

DISTINCT = 0.95
"""Least share of different values in a column that singles out nearly all rows."""

MANY = 0.5
"""Least share of different values in a column that may single people out."""

ENOUGH = 20
"""Least rows of a column whose values do not differ by chance."""


@dataclass(frozen=True)
class ColumnSample:
    """Some values of a column, spread over all of them, and its counts."""

    texts: tuple[str, ...] = field(repr=False)
    """Values of the sample, as a text file holds them."""
    distinct: int
    """Different values of the column."""
    rows: int
    """Rows in which the column has a value."""
    largest: int
    """Rows of the most frequent value."""
    column: str = ""
    counts: tuple[int, ...] = field(default=(), repr=False)
    """Rows of each value of the sample."""
    are_dates: bool = False
    """True if the source says that the values are dates."""

    @classmethod
    def of(cls, dictionary: Dictionary) -> ColumnSample:
        """Sample a column.

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
            tuple(plain_text(value).strip() for value in dictionary.values[::step]),
            distinct,
            int(counts.sum()),
            int(counts.max()) if distinct else 0,
            dictionary.column,
            tuple(counts[::step].tolist()),
            dictionary.kind is Kind.DATE,
        )

    @classmethod
    def of_table(
        cls, engine: Counting, table: Table, column: str, times: Repeats
    ) -> ColumnSample:
        """Sample a column inside its engine; the other values stay there."""
        step = max(1, -(-times.different // LOOKED_AT))
        values, largest = engine.sample(table, column, step)
        texts = tuple(plain_text(value).strip() for value in values.values)
        counts = tuple(values.counts.tolist())
        return cls(
            texts,
            times.different,
            times.present,
            largest,
            column,
            counts,
            values.kind is Kind.DATE,
        )

    def mostly(self, test: Callable[[str], object]) -> bool:
        """True if nearly all values pass a test."""
        possible, needed = len(self.texts), MOSTLY * len(self.texts)
        for text in self.texts:  # most columns fail a test within a few values
            possible -= not test(text)
            if possible < needed:
                return False
        return bool(self.texts)

    def share(self, test: Callable[[str], object]) -> float:
        """The share of the values that pass a test; 0 without values."""
        passing = sum(bool(test(text)) for text in self.texts)
        return passing / len(self.texts) if self.texts else 0.0

    @property
    def summary(self) -> str:
        """The counts in words, for a reason."""
        return f"{self.distinct:,} different values in {self.rows:,} rows"

    @property
    def is_few(self) -> bool:
        """True for a few values that repeat."""
        return self.distinct <= FEW and self.rows > self.distinct

    @property
    def nearly_all_differ(self) -> bool:
        """True if nearly every row has a value of its own."""
        return self.differs_in(DISTINCT)

    @property
    def many_differ(self) -> bool:
        """True if enough values differ to single people out."""
        return self.differs_in(MANY)

    def differs_in(self, share: float) -> bool:
        """True if this share of the rows has its own value, in enough rows to judge."""
        return self.rows >= ENOUGH and self.distinct >= share * self.rows

    @cached_property
    def meanings(self) -> tuple[str, ...]:
        """The values in lower case without accents."""
        return tuple(without_accents(text).lower() for text in self.texts)

    @cached_property
    def whole_numbers(self) -> tuple[int, ...] | None:
        """The values as whole numbers; None if one of them is not."""
        numbers = self._numbers
        if not numbers or any(number % 1 for number in numbers):
            return None
        return tuple(int(number) for number in numbers)

    @property
    def has_fractions(self) -> bool:
        """True for numbers of which some are not whole, such as measurements."""
        return bool(self._numbers) and self.whole_numbers is None

    @cached_property
    def _numbers(self) -> tuple[float, ...]:
        spelling = find_spelling(self.texts)
        try:
            return tuple(float(spelling.number(text)) for text in self.texts)
        except ValueError:
            return ()

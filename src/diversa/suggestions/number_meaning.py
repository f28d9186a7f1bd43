# SPDX-License-Identifier: Apache-2.0
"""The meaning of whole numbers by their range and spread: ages, years, counts."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.suggestions.column_sample import ENOUGH, ColumnSample

YEARS = (1900, 2100)
"""Years in which the people of a table live."""

OLDEST = 120
"""The highest age."""

MANY_AGES = 60
"""Least different ages in a table of people of all ages."""

OLD = (75, OLDEST)
"""Range of the highest age in a table of people of all ages."""

YOUNG = 25
"""Largest lowest age in such a table."""

OLD_SHARE = 0.05
"""Most rows of the oldest tenth of the ages, as a share."""

HEAP = 0.06
"""Most rows of one age, as a share; a habit such as 40 hours a week has more."""

MANY_PEOPLE = 200
"""Least rows that show the spread of ages."""

MOST_COUNTED = 1000
"""Largest number that counts things."""

COUNTS = frozenset(
    (
        *("n", "count", "counts", "freq", "frequency", "people", "persons"),
        *("anzahl", "häufigkeit", "nombre", "effectif", "frecuencia", "cuenta"),
        *("conteggio", "frequenza", "aantal", "contagem"),
    )
)
"""Names of a column that may say how many people a line stands for."""


def are_years(sample: ColumnSample) -> bool:
    """True for ten or more years.

    >>> are_years(ColumnSample(tuple(map(str, range(1950, 1990))), 40, 99, 5))
    True
    """
    numbers = sample.whole_numbers
    low, high = YEARS
    return bool(numbers) and len(numbers or ()) >= 10 and within(sample, low, high)


def are_ages(sample: ColumnSample) -> bool:
    """True for whole numbers that are distributed like the ages of people.

    Few people are old, while percentages are as many at the end as anywhere.

    >>> texts = tuple(map(str, range(18, 91)))
    >>> are_ages(ColumnSample(texts, 73, 2701, 73, "x", tuple(range(73, 0, -1))))
    True
    >>> are_ages(ColumnSample(texts, 73, 7300, 100, "x", (100,) * 73))
    False
    """
    numbers = sample.whole_numbers
    if not numbers or sample.rows < MANY_PEOPLE or sample.distinct < MANY_AGES:
        return False
    lowest, highest = min(numbers), max(numbers)
    dense = 0.8 * (highest - lowest) <= sample.distinct
    ends = YOUNG >= lowest >= 0 and OLD[0] <= highest <= OLD[1]
    last_tenth = highest - (highest - lowest) / 10
    rows = zip(numbers, sample.counts, strict=True)
    oldest = sum(count for number, count in rows if number >= last_tenth)
    few = oldest <= OLD_SHARE * sample.rows and sample.largest <= HEAP * sample.rows
    return dense and ends and few


def are_counts(sample: ColumnSample) -> bool:
    """True for numbers that may count things: whole, small, with repetitions.

    >>> are_counts(ColumnSample(("1", "2", "9"), 3, 50, 40))
    True
    """
    small = sample.whole_numbers is not None and within(sample, 0, MOST_COUNTED)
    return small and not sample.many_differ


def may_count(values: Dictionary) -> bool:
    """True for a column of whole numbers whose name says no more than that it counts.

    >>> may_count(Dictionary.build("N", ["3", "12"], [1, 1]))
    True
    >>> may_count(Dictionary.build("n_visits", ["3", "12"], [1, 1]))
    False
    """
    if values.column.strip().casefold() not in COUNTS or values.missing_code:
        return False
    sample = ColumnSample.of(values)
    return sample.whole_numbers is not None and min(sample.whole_numbers) >= 0


def number_the_rows(sample: ColumnSample) -> bool:
    """True for whole numbers from 0 or 1 without a gap, as in an index.

    >>> number_the_rows(ColumnSample(tuple(map(str, range(30))), 30, 30, 1))
    True
    """
    numbers = sample.whole_numbers
    if not numbers or sample.rows < ENOUGH or sample.distinct < sample.rows:
        return False
    # Some of the values are looked at: the last of them is within a step of the end.
    step = -(-sample.distinct // len(numbers))
    return min(numbers) in (0, 1) and abs(max(numbers) - sample.distinct) <= step


def within(sample: ColumnSample, low: int, high: int) -> bool:
    """True if all numbers lie in a closed range."""
    return all(low <= number <= high for number in sample.whole_numbers or ())

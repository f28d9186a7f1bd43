# SPDX-License-Identifier: Apache-2.0
"""What whole numbers may be by their range and spread: ages, years, counts."""

from __future__ import annotations

from diversa.suggestions.column_sample import ENOUGH, ColumnSample

YEARS = (1900, 2100)
"""Years in which the people of a table live."""

OLDEST = 120
"""The highest age."""

MANY_AGES = 60
"""Different ages that a table of people of all ages has at least."""

OLD = (75, OLDEST)
"""Where the ages of a table of people of all ages end."""

YOUNG = 25
"""Where they begin at the latest."""

OLD_SHARE = 0.05
"""The share of the rows that the oldest tenth of the ages may have."""

HEAP = 0.06
"""The share of the rows from which on one number is a habit, as 40 hours a week is."""

MANY_PEOPLE = 200
"""Rows below which the spread of ages shows nothing."""

MOST_COUNTED = 1000
"""Numbers above it are seldom counted things."""


def are_years(sample: ColumnSample) -> bool:
    """Tell whether whole numbers are years, ten or more of them.

    >>> are_years(ColumnSample(tuple(map(str, range(1950, 1990))), 40, 99, 5))
    True
    """
    numbers = sample.whole_numbers
    low, high = YEARS
    return bool(numbers) and len(numbers or ()) >= 10 and within(sample, low, high)


def are_ages(sample: ColumnSample) -> bool:
    """Tell whether whole numbers are spread as the ages of people are.

    The old are few: a column of percentages has as many at its end as anywhere.

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
    """Tell whether numbers may count things: whole, small and repeated.

    >>> are_counts(ColumnSample(("1", "2", "9"), 3, 50, 40))
    True
    """
    small = sample.whole_numbers is not None and within(sample, 0, MOST_COUNTED)
    return small and not sample.many_differ


def number_the_rows(sample: ColumnSample) -> bool:
    """Tell whether whole numbers run from 0 or 1 on without a gap, as an index does.

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
    """Tell whether all the numbers lie between two, both included."""
    return all(low <= number <= high for number in sample.whole_numbers or ())

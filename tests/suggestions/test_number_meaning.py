# SPDX-License-Identifier: Apache-2.0
"""The meaning of whole numbers."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.suggestions.column_sample import ColumnSample
from diversa.suggestions.number_meaning import (
    are_ages,
    are_counts,
    are_years,
    number_the_rows,
)


def look(numbers, counts=None):
    values = [str(number) for number in numbers]
    return ColumnSample.of(Dictionary.build("x", values, counts or [1] * len(values)))


def test_ages_have_few_old_people():
    numbers = range(18, 91)
    assert are_ages(look(numbers, [91 - n for n in numbers]))
    assert not are_ages(look(numbers, [50] * 73))
    assert not are_ages(look(range(30, 101), [101 - n for n in range(30, 101)]))


def test_hours_a_week_are_no_ages():
    """In them one number is a habit."""
    counts = [91 - n for n in range(18, 91)]
    counts[22] = 2_000
    assert not are_ages(look(range(18, 91), counts))


def test_years():
    assert are_years(look(range(1940, 2000)))
    assert not are_years(look(range(500, 2400, 10)))


def test_an_index_runs_without_a_gap():
    assert number_the_rows(look(range(5_000)))
    assert number_the_rows(look(range(1, 5_001)))
    assert not number_the_rows(look(range(0, 10_000, 2)))


def test_counts_are_small_and_repeat():
    assert are_counts(look(range(10), [9] * 10))
    assert not are_counts(look(range(100)))
    assert not are_counts(look([10_000, 20_000], [9, 9]))

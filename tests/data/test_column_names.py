# SPDX-License-Identifier: Apache-2.0
"""Names of columns in messages: never a person's values."""

from __future__ import annotations

import pytest

from diversa.data.column_names import (
    count_on,
    list_columns,
    looks_like_a_value,
    nearest_column,
    value_places,
)

VALUES = [
    "13053",
    "-1,5",
    "1.234,50",
    "1e-3",
    "$ 5",
    "7 %",
    "2024-03-01",
    "1.3.2024 10:15",
    "24/12/1985",
    "10:15",
    "+49 (0)30 123456",
    "ann@example.org",
    "Ann;13053;flu",
    "28\tflu",
]
NAMES = ["age", "zip code", "Q1", "v2.1", "year2020", "% of income", "Last, First", ""]


@pytest.mark.parametrize("text", VALUES)
def test_values_are_told_from_names(text):
    assert looks_like_a_value(text)


@pytest.mark.parametrize("text", NAMES)
def test_names_are_no_values(text):
    assert not looks_like_a_value(text)


@pytest.mark.parametrize(
    ("names", "are_names"),
    [
        (["0"], True),
        (["0", "1", "2"], True),
        (["1", "2"], True),
        (["1990", "1995", "2000"], True),
        (["28", "13053"], False),
        (["1990", "1995", "2001"], False),
        (["3", "2", "1"], False),
        (["1.5", "2.5", "3.5"], False),
        (["9999999999", "0"], False),
        ([], False),
    ],
)
def test_whole_numbers_that_count_on_are_names(names, are_names):
    assert count_on(names) is are_names


def test_names_among_which_there_is_a_value_are_not_shown():
    columns = ["Ann", "13053", "flu"]
    assert value_places(columns) == [1]
    for text in (list_columns(columns), nearest_column("zip", columns)):
        assert "3 columns" in text
        assert not any(name in text for name in columns)


def test_of_very_many_columns_some_are_named():
    columns = [f"q{place}" for place in range(40_000)]
    text = list_columns(columns)
    assert text.startswith("q0, q1, ")
    assert text.endswith("q49, … (40000 columns)")
    assert list_columns(columns[:50]) == ", ".join(columns[:50])

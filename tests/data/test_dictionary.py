# SPDX-License-Identifier: Apache-2.0
"""Dictionaries: distinct values in the order of their kind, the missing one last."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from diversa.data.dictionary import (
    Dictionary,
    Kind,
    as_date,
    as_number,
    is_missing,
    reads_as,
)
from diversa.errors import InputError


@pytest.mark.parametrize(
    ("kind", "values", "ordered"),
    [
        ("text", ["9", "10", "a", "B"], ["10", "9", "B", "a"]),
        ("number", ["9", "10", "-1.5", "1e2"], ["-1.5", "9", "10", "1e2"]),
        (
            "date",
            ["2024-05-31", "1999-12-31T23:00", "2024-01-01"],
            ["1999-12-31T23:00", "2024-01-01", "2024-05-31"],
        ),
        ("text", [], []),
    ],
    ids=["text", "number", "date", "nothing"],
)
def test_values_stand_in_the_order_of_their_kind(kind, values, ordered):
    rows = list(range(1, len(values) + 1))
    dictionary = Dictionary.build("x", values, rows, kind=kind)
    assert dictionary.values.tolist() == ordered
    assert dictionary.counts.tolist() == [rows[values.index(v)] for v in ordered]
    assert (dictionary.size, dictionary.missing_code) == (len(values), None)


def test_missing_values_are_one_and_the_last():
    dictionary = Dictionary.build("x", [None, "b", float("nan"), "a"], [1, 2, 4, 8])
    assert dictionary.texts == ("a", "b")
    assert dictionary.counts.tolist() == [8, 2, 5]
    assert (dictionary.size, dictionary.missing_code) == (3, 2)


def test_values_as_texts_numbers_and_dates():
    numbers = Dictionary.build("x", ["10", 2, 0.5], [1, 1, 1], kind=Kind.NUMBER)
    assert numbers.texts == ("0.5", "2", "10")
    assert numbers.numbers.tolist() == [0.5, 2, 10]
    days = [dt.date(2024, 1, 2), dt.datetime(2024, 1, 1, 12)]
    dates = Dictionary.build("x", days, [1, 1], kind=Kind.DATE)
    assert dates.dates == (dt.date(2024, 1, 1), dt.date(2024, 1, 2))


def test_values_of_another_kind_are_counted_and_not_shown():
    message = "column 'age': 2 of 3 distinct values cannot be read as a number"
    with pytest.raises(InputError, match=message) as raised:
        Dictionary.build("age", ["1", "canary", "nan"], [1, 1, 1], kind="number")
    assert "canary" not in str(raised.value)
    assert raised.value.__cause__ is None


def test_values_are_not_printed():
    secret = Dictionary.build("ill", ["canary"], [1], sensitive=True)
    assert "canary" not in repr(secret)


@pytest.mark.parametrize(
    "value", [None, float("nan"), np.float64("nan"), Decimal("NaN")]
)
def test_what_is_missing(value):
    assert is_missing(value)


@pytest.mark.parametrize("value", ["", "nan", 0, False, " "])
def test_what_is_not_missing(value):
    assert not is_missing(value)


def test_dates_are_read_from_iso_8601():
    assert (
        as_date(" 2024-05-31 ") == as_date("2024-05-31T10:00") == dt.date(2024, 5, 31)
    )
    assert reads_as("2024-05-31", Kind.DATE)
    assert not reads_as("31.5.2024", Kind.DATE)
    assert not reads_as(object(), Kind.NUMBER)
    assert as_number(" 1e3 ") == 1000

# SPDX-License-Identifier: Apache-2.0
"""Values that mean the same find each other, however they are written."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from diversa.data.meaning import Places, format_label, meaning
from diversa.data.spelling import Spelling

NOON = dt.datetime(2024, 3, 1, 12)
BERLIN = dt.timezone(dt.timedelta(hours=1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (48.0, "48"),
        (48.0, "48.0"),
        ("48", "48.0"),
        (Decimal("1.10"), 1.1),
        (0.0, "-0.0"),
        (1e305, "1" + "0" * 305),
        (True, "true"),
        (False, "False"),
        (dt.date(2024, 3, 1), "2024-03-01"),
        (dt.date(2024, 3, 1), "2024-03-01 00:00:00"),
        (NOON, "2024-03-01T12:00"),
        (NOON.replace(tzinfo=BERLIN), "2024-03-01 11:00:00+00:00"),
        ("0001-01-01T00:00+14:00", "0001-01-01 00:00:00+14:00"),
        ("9999-12-31T23:00-05:00", "9999-12-31 23:00:00-05:00"),
    ],
)
def test_the_same(one, other):
    assert meaning(one) == meaning(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("007", "7"),
        ("1e3", "1000"),
        ("1" * 40, "1" * 39 + "2"),
        ("yes", "true"),
        ("a", "A"),
        (1, True),
    ],
)
def test_not_the_same(one, other):
    assert meaning(one) != meaning(other)


def test_a_spelling_tells_what_a_text_means():
    german = Spelling(days="%d.%m.%Y")
    assert meaning("24.12.1985", german) == meaning(dt.date(1985, 12, 24))
    assert meaning("1.234,50", Spelling(",", ".")) == meaning(1234.5)
    assert meaning("24.12.1985") == "24.12.1985"


def test_what_is_written_alike_comes_first():
    places = Places.of(["7", "7.0", None, "x"])
    assert places.of_value("7") == [0]
    assert places.of_value(7.00) == [1]  # written as 7.0
    assert places.of_value("7.00") == [0, 1]
    assert places.the_one("7.00") is None
    assert places.of_value(None) == [2]
    assert places.of_value("y") == []


def test_among_numbers_a_text_is_a_number():
    assert Places.of([1000.0, 7]).of_value("1e3") == [0]
    assert Places.of([1000.0, 7]).of_value("007") == [1]
    assert Places.of(["1000", "7"]).of_value("1e3") == []


def test_missing_values_are_written_as_nothing():
    assert (format_label(None), format_label(48.0), format_label("a")) == (
        None,
        "48.0",
        "a",
    )

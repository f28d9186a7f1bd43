# SPDX-License-Identifier: Apache-2.0
"""How columns spell numbers and dates is found by their values."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.spelling import DAY_FIRST, MONTH_FIRST, PLAIN, Hints
from diversa.data.spelling_by_values import ASKED, find_spelling
from diversa.errors import InputError


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("15.03.2023", "%d.%m.%Y"),
        ("5.3.2023", "%d.%m.%Y"),
        ("15/03/2023", "%d/%m/%Y"),
        ("03/15/2023", "%m/%d/%Y"),
        ("15-03-2023", "%d-%m-%Y"),
        ("2023/03/15", "%Y/%m/%d"),
        ("20230315", "%Y%m%d"),
        ("15.03.2023 14:30", "%d.%m.%Y"),
        ("15.03.2023 14:30:05", "%d.%m.%Y"),
        ("03/15/2023 02:30 PM", "%m/%d/%Y"),
        ("20230315 14:30", "%Y%m%d"),
        (20230315, "%Y%m%d"),
        ("2023-03-15", None),
        ("32.03.2023", None),
        ("12.5", None),
        ("99991231", None),
        ("a", None),
    ],
)
def test_days(text, days):
    assert find_spelling([text]).days == days


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("15.03.2023", dt.datetime(2023, 3, 15)),
        ("15.03.2023 14:30", dt.datetime(2023, 3, 15, 14, 30)),
        ("03/15/2023 02:30 PM", dt.datetime(2023, 3, 15, 14, 30)),
        ("03/15/2023 12:05 am", dt.datetime(2023, 3, 15, 0, 5)),
        ("20230315T14:30:05", dt.datetime(2023, 3, 15, 14, 30, 5)),
    ],
)
def test_moments(text, moment):
    assert find_spelling([text]).moment(text) == moment


def test_a_zone_says_in_which_place_it_is_a_day():
    text = "01.03.2024 00:30+01:00"
    moment = find_spelling([text]).moment(text)
    assert moment.utcoffset() == dt.timedelta(hours=1)
    assert moment.date() == dt.date(2024, 3, 1)


def test_a_day_that_may_be_a_month_is_asked_for():
    column = ["03/04/2023", "05/06/2023"]
    assert find_spelling(column).hint == ASKED
    assert find_spelling([*column, "13/06/2023"]).days == "%d/%m/%Y"
    assert find_spelling([*column, "06/13/2023"]).days == "%m/%d/%Y"
    assert find_spelling(column, Hints(dates=DAY_FIRST)).days == "%d/%m/%Y"
    assert find_spelling(column, Hints(dates=MONTH_FIRST)).days == "%m/%d/%Y"
    with pytest.raises(InputError, match="--dates"):
        Dictionary.build("born", column, [1, 1], kind=Kind.DATE)


def test_what_values_say_is_not_overruled():
    assert find_spelling(["13/06/2023"], Hints(dates=MONTH_FIRST)).days == "%d/%m/%Y"


@pytest.mark.parametrize(
    ("texts", "marks", "numbers"),
    [
        (["1,5", "2"], (",", ""), ["1.5", "2"]),
        (["1.234,5", "12,25"], (",", "."), ["1234.5", "12.25"]),
        (["1.234.567", "12"], (",", "."), ["1234567", "12"]),
        (["1,234.5", "12"], (".", ","), ["1234.5", "12"]),
        (["1 234,5", "-7"], (",", " "), ["1234.5", "-7"]),
        (["1'234.5", "7"], (".", "'"), ["1234.5", "7"]),
        (["1.5", "1e3"], (".", ""), ["1.5", "1000"]),
        (["1.234", "2.500"], (".", ""), ["1.234", "2.5"]),
    ],
)
def test_numbers(texts, marks, numbers):
    spelling = find_spelling(texts)
    assert (spelling.decimal, spelling.thousands) == marks
    assert [spelling.number(text) for text in texts] == list(map(Decimal, numbers))


def test_a_comma_before_three_digits_is_not_judged():
    assert find_spelling(["1,234", "5,678"]) == PLAIN
    german, english = Hints(decimal=","), Hints(decimal=".")
    assert find_spelling(["1,234"], german).number("1,234") == Decimal("1.234")
    assert find_spelling(["1,234"], english).number("1,234") == 1234
    assert find_spelling(["1.234"], german).number("1.234") == 1234


@pytest.mark.parametrize(
    ("text", "form", "year"),
    [
        ("10/23/64", "%m/%d/%y", 1964),
        ("23.10.29", "%d.%m.%y", 2029),
        ("23.10.30 21:09", "%d.%m.%y", 1930),
    ],
)
def test_two_digits_are_a_year_from_1930_to_2029(text, form, year):
    found = find_spelling([text])
    assert (found.days, found.day(text).year) == (form, year)
    assert found.month(found.day(text)).endswith(str(year))

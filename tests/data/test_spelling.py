# SPDX-License-Identifier: Apache-2.0
"""Numbers, days and labels are read and written by the spelling of their column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.spelling import (
    DAY_FIRST,
    MONTH_FIRST,
    NO_HINTS,
    PLAIN,
    Hints,
    Spelling,
)


@pytest.mark.parametrize("text", ["1.23,4", "12.34.567", ",5", "1,5 €", ""])
def test_other_texts_are_no_numbers(text):
    spelling = Spelling(",", ".")
    with pytest.raises(ValueError, match="not"):
        spelling.number(text)


@pytest.mark.parametrize(
    "spelling", [PLAIN, Spelling(","), Spelling(",", "."), Spelling(".", ",")]
)
@pytest.mark.parametrize("number", ["0", "-1234.5", "1234567", "0.25", "999"])
def test_what_is_spelled_is_read(spelling, number):
    assert spelling.number(spelling.spell(number)) == Decimal(number)
    assert Decimal(spelling.plain(spelling.spell(number))) == Decimal(number)


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("[24.12.1985-01.06.1991]", "[1985-12-24-1991-06-01]"),
        ("{[24.12.1985-01.06.1991], missing}", "{[1985-12-24-1991-06-01], missing}"),
        ("12.1985", "1985-12"),
        ("24.12.1985 14:30", "1985-12-24 14:30:00"),
        ("1985-Q4", "1985-Q4"),
        ("1980s", "1980s"),
        ("*", "*"),
    ],
)
def test_labels_of_days(label, plain):
    assert Spelling(days="%d.%m.%Y").plain(label) == plain


def test_a_column_of_numbers_is_in_the_order_of_numbers():
    column = Dictionary.build("x", ["10,5", "9,25", "1.000"], [1] * 3, kind=Kind.NUMBER)
    assert column.texts == ("9,25", "10,5", "1.000")
    assert column.numbers.tolist() == [9.25, 10.5, 1000]
    days = Dictionary.build("d", ["02.01.2024", "01.12.2023"], [1, 1], kind=Kind.DATE)
    assert days.texts == ("01.12.2023", "02.01.2024")


@pytest.mark.parametrize(
    ("spellings", "hints"),
    [
        ([PLAIN], NO_HINTS),
        ([PLAIN, Spelling(","), Spelling(",", ".")], Hints(decimal=",")),
        ([Spelling(","), Spelling(".", ",")], NO_HINTS),
        ([Spelling(days="%d.%m.%Y"), Spelling(",")], Hints(",", DAY_FIRST)),
        ([Spelling(days="%m/%d/%Y")], Hints(dates=MONTH_FIRST)),
        ([Spelling(days="%m/%d/%Y"), Spelling(days="%d.%m.%Y")], NO_HINTS),
        ([Spelling(days="%Y%m%d")], NO_HINTS),
    ],
)
def test_what_the_columns_of_a_table_have_in_common(spellings, hints):
    assert Hints.of(spellings) == hints
    assert Hints(**(hints.to_json() or {})) == hints

# SPDX-License-Identifier: Apache-2.0
"""Plain output: JSON for programs, and text that plays no tricks on a terminal."""

from __future__ import annotations

import json

import pytest

from diversa.cli.printing import many, number, print_json, printable


def test_json_is_ascii_and_whole(capsys):
    answer = {"column": "słowo", "levels": [1, None]}
    print_json(answer)
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert json.loads(shown) == answer


def test_json_has_no_word_for_what_is_not_a_number():
    with pytest.raises(ValueError, match="JSON"):
        print_json({"level": float("nan")})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ærø 東京", "Ærø 東京"),
        ("a\nb\r", "a\\nb\\r"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202eturned", "\\u202eturned"),
        ("\x9b", "\\x9b"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1234567, "1,234,567"),
        (3.0, "3"),
        (0.000123456, "0.0001235"),
        (12345.6, "12,346"),
        (-0.5, "-0.5"),
    ],
)
def test_numbers_for_people(value, shown):
    assert number(value) == shown


def test_counts_have_their_noun():
    assert [many(count, "row") for count in (0, 1, 1000)] == [
        "0 rows",
        "1 row",
        "1,000 rows",
    ]

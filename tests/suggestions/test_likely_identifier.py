# SPDX-License-Identifier: Apache-2.0
"""Values that name people, by how they are written."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.suggestions.likely_identifier import likely_identifier
from diversa.suggestions.role_guess import guess_role


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        pytest.param(["ann@example.org", "b.c@x.co.uk"], "e-mail addresses", id="mail"),
        pytest.param(["10.0.0.1", "192.168.7.20"], "IP addresses", id="ip"),
        pytest.param(["+49 30 123456", "212-555-0100"], "phone numbers", id="phone"),
        pytest.param(["123-45-6789"], "social security numbers", id="ssn"),
        pytest.param(["https://example.org/a?b"], "web addresses", id="web"),
        pytest.param(["DE89 3704 0044 0532 0130 00"], "IBANs", id="iban"),
        pytest.param(["123e4567-e89b-12d3-a456-426614174000"], "UUIDs", id="uuid"),
        pytest.param(["0151 23456789"], "phone numbers", id="German phone"),
        pytest.param(["(030) 1234567"], "phone numbers", id="German town"),
        pytest.param(["06 12 34 56 78"], "phone numbers", id="French phone"),
        pytest.param(["612 345 678"], "phone numbers", id="Spanish phone"),
        pytest.param(["333 1234567"], "phone numbers", id="Italian phone"),
        pytest.param(["06-12345678"], "phone numbers", id="Dutch phone"),
        pytest.param(["020 7946 0958"], "phone numbers", id="British phone"),
        pytest.param(["(11) 91234-5678"], "phone numbers", id="Brazilian phone"),
        pytest.param(["00:1a:2b:3c:4d:5e"], "MAC addresses", id="mac"),
        pytest.param(["4111 1111 1111 1111"], "card numbers", id="card"),
        pytest.param(["4111 1111 1111 1112"], None, id="no card"),
        pytest.param(["DE88 3704 0044 0532 0130 00"], None, id="no iban"),
        pytest.param(
            ["65 180539 W 001"], "German pension insurance numbers", id="pension"
        ),
        pytest.param(["A123456780"], "German health insurance numbers", id="health"),
        pytest.param(
            ["2 55 08 14 168 025 38"],
            "French social security numbers (NIR)",
            id="nir",
        ),
        pytest.param(
            ["12345678Z", "X-1234567-L"],
            "Spanish identity numbers (DNI, NIE)",
            id="dni",
        ),
        pytest.param(["12345678A"], None, id="no dni"),
        pytest.param(
            ["RSSMRA85T10A562S"], "Italian tax codes (codice fiscale)", id="codice"
        ),
        pytest.param(
            ["AB 12 34 56 C"], "British national insurance numbers", id="nino"
        ),
        pytest.param(["13053", "13068"], None, id="zip codes"),
        pytest.param(["01.02.2024", "31.12.1999"], None, id="German dates"),
        pytest.param(["01-02-2024", "31-12-1999"], None, id="Dutch dates"),
        pytest.param(["20240131", "19991231"], None, id="dates of digits"),
        pytest.param(["2024-05-31", "1999-01-02"], None, id="dates"),
        pytest.param(["12.5", "3.75"], None, id="measurements"),
        pytest.param(["Flu", "Heart Disease"], None, id="words"),
        pytest.param(["30-39", "[17-25]"], None, id="ranges"),
        pytest.param([], None, id="nothing"),
    ],
)
def test_values_that_name_people(values, seen):
    dictionary = Dictionary.build("x", values, [1] * len(values))
    assert likely_identifier(dictionary) == seen
    if seen is not None:
        guess = guess_role(dictionary)
        assert (guess.role, guess.reason) == (
            "identifiers",
            f"its values look like {seen}",
        )


def test_a_few_values_that_are_written_otherwise_do_not_matter():
    values = [f"p{place}@example.org" for place in range(19)]
    mostly = Dictionary.build("contact", [*values, "none"], [1] * 20)
    assert likely_identifier(mostly) == "e-mail addresses"
    half = Dictionary.build("contact", [*values[:5], *"abcde"], [1] * 10)
    assert likely_identifier(half) is None


def test_digits_with_a_right_check_digit_are_numbers_of_people():
    """A Dutch number: 9a + 8b + ... + 2h - i is a multiple of 11."""
    numbers = [str(n) for n in range(111_222_333, 111_230_000) if eleven(n)]
    many = Dictionary.build("x", numbers, [1] * len(numbers))
    assert likely_identifier(many) == "Dutch citizen service numbers (BSN)"
    few = Dictionary.build("x", numbers[:2], [1, 1])
    assert likely_identifier(few) is None


def eleven(number: int) -> bool:
    weights = (9, 8, 7, 6, 5, 4, 3, 2, -1)
    pairs = zip(str(number), weights, strict=True)
    return sum(int(digit) * weight for digit, weight in pairs) % 11 == 0


def test_any_digits_are_no_numbers_of_people():
    numbers = [str(number) for number in range(111_222_333, 111_223_333)]
    assert likely_identifier(Dictionary.build("x", numbers, [1] * 1000)) is None


def test_numbers_of_a_frame_with_gaps_are_read_without_their_point():
    phones = [31_612_345_678.0 + step for step in range(9)]
    column = Dictionary.build("x", phones, [1] * 9, kind="number")
    assert likely_identifier(column) is None
    cards = [4_111_111_111_111_111.0, 4_012_888_888_881_881.0]
    column = Dictionary.build("x", cards, [1] * 2, kind="number")
    assert likely_identifier(column) == "card numbers"

# SPDX-License-Identifier: Apache-2.0
"""Roles by how the values of a column look."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.suggestions.column_sample import LOOKED_AT, ColumnSample
from diversa.suggestions.role_guess import guess_role


def column(values, name="x", kind="text"):
    return Dictionary.build(name, values, [1] * len(values), kind=kind)


@pytest.mark.parametrize(
    ("dictionary", "role"),
    [
        (column([f"person {n}" for n in range(50)]), "identifiers"),
        (column([str(n) for n in range(50)]), "identifiers"),
        (column([f"{n}.5" for n in range(50)]), "other"),
        (column([f"2024-01-{n:02}" for n in range(1, 31)]), "quasi_identifiers"),
        (Dictionary.build("x", ["13053", "14850"], [9, 9]), "quasi_identifiers"),
        (Dictionary.build("x", ["north", "south"], [9, 9]), "other"),
        (column(["a", "b", "c"]), "other"),
    ],
    ids=["texts", "keys", "measurements", "dates", "codes", "few", "too few rows"],
)
def test_role_by_shape(dictionary, role):
    assert guess_role(dictionary).role == role


def repeated(name, values, times=20):
    return Dictionary.build(name, values, [times] * len(values))


@pytest.mark.parametrize(
    ("dictionary", "role"),
    [
        (repeated("address", ["U", "R"]), "quasi_identifiers"),
        (repeated("telephone", ["none", "yes"]), "other"),
        (repeated("email", ["opted in", "opted out", "asked"]), "other"),
        (repeated("number_diagnoses", list(map(str, range(1, 10)))), "other"),
        (repeated("diagnoses", list(map(str, range(1, 10)))), "sensitive"),
        (repeated("nombre_enfants", list("01234")), "quasi_identifiers"),
        (repeated("nombre", ["Ana", "Eva", "Xiu", "Zoe"]), "identifiers"),
        (repeated("numero_visitas", list(map(str, range(9)))), "other"),
        (repeated("c_charge_degree", ["F", "M"]), "sensitive"),
        (repeated("x", ["F", "M"]), "quasi_identifiers"),
        (repeated("x", ["weiblich", "männlich", "divers"]), "quasi_identifiers"),
        (repeated("x", ["Germany", "France", "Spain"]), "quasi_identifiers"),
        (repeated("x", ["si", "no"]), "other"),
        (repeated("x", ["E11.9", "I10.0", "J45.1", "C50"]), "sensitive"),
        (repeated("x", ["C85", "E46", "B28"]), "other"),
        (repeated("x", ["250.83", "276", "V57", "E878"]), "sensitive"),
        (repeated("x", ["katholisch", "evangelisch", "ohne"]), "sensitive"),
        (repeated("x", ["heterosexual", "bisexual"]), "sensitive"),
        (repeated("x", ["positiv", "negativ"]), "sensitive"),
        (repeated("x", ["<=50K", ">50K"]), "sensitive"),
        (repeated("x", ["Battery", "Grand Theft", "Burglary"]), "sensitive"),
        (repeated("x", ["31.12.1960", "01.02.1984"]), "quasi_identifiers"),
        (repeated("x", ["12/31/1960", "02/01/1984"]), "quasi_identifiers"),
        (repeated("x", ["SW1A 1AA", "M1 1AE"]), "quasi_identifiers"),
        (repeated("x", [str(year) for year in range(1940, 2000)]), "quasi_identifiers"),
        (
            column([f"{n} kg" for n in range(60)], "prescription_id"),
            "identifiers",
        ),
        (column([f"disease {n}" for n in range(60)], "disease"), "other"),
        (column([f"{20_000 + 37 * n}" for n in range(60)], "income"), "sensitive"),
        (column([f"P-{n:06}" for n in range(40)], "x"), "identifiers"),
        (column([str(n) for n in range(1, 61)], "result"), "identifiers"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.column,
)
def test_values_come_before_names(dictionary, role):
    assert guess_role(dictionary).role == role


def test_numbers_of_records_that_repeat_name_people():
    numbers = [f"MRN{n:07}" for n in range(0, 700_000, 7_001)]
    records = Dictionary.build("x", numbers, [1, 2] * (len(numbers) // 2))
    assert guess_role(records).role == "identifiers"


def test_names_of_people():
    firsts = ["Anna", "Peter", "Marie", "Luca", "Okoro"]
    lasts = ["Weber", "Rossi", "Obi", "Tran"]
    names = [f"{last}, {first}" for last in lasts for first in firsts]
    assert guess_role(repeated("x", names)).role == "identifiers"
    names = [f"Dr. {first} {last}" for last in lasts for first in firsts]
    assert guess_role(repeated("x", names)).role == "identifiers"
    assert guess_role(repeated("city", ["Ulm", "Jena", "Paris"])).role != "identifiers"


def test_texts_that_somebody_wrote_get_no_role():
    texts = [f"came with a cough, the {n}th time since spring" for n in range(50)]
    guess = guess_role(column(texts, "diagnosis"))
    assert guess.role == "other"
    assert "somebody wrote" in guess.reason


def test_no_reason_quotes_a_value():
    values = [f"canary{n}@example.org" for n in range(30)]
    for name in ("x", "income", "city", "email"):
        assert "canary" not in guess_role(column(values, name)).reason


def test_few_values_of_a_large_column_are_looked_at():
    """However many values there are, the look has at most two hundred of them."""
    many = column([f"value {n}" for n in range(50_000)])
    sample = ColumnSample.of(many)
    assert len(sample.texts) <= LOOKED_AT == 200
    assert sample.distinct == sample.rows == 50_000


def test_first_and_last_are_names_of_people():
    names = [f"Xq{letter}{other}" for letter in "abcdef" for other in "uvwxyz"]
    for column in ("FIRST", "last"):
        assert guess_role(Dictionary.build(column, names, [1] * 36)).role == (
            "identifiers"
        )
    numbers = [str(number % 7) for number in range(7)]
    place = guess_role(Dictionary.build("last", numbers, [9] * 7))
    assert place.role == "other"


def test_dates_with_two_digits_of_the_year_and_times():
    dates = [f"{month}/{day}/64 21:09" for month in range(1, 6) for day in (3, 23)]
    guess = guess_role(Dictionary.build("seen", dates, [3] * 10))
    assert guess.role == "quasi_identifiers"

# SPDX-License-Identifier: Apache-2.0
"""Several spellings of one value."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary, Kind
from diversa.data.spelling import Hints
from diversa.data.text_folding import fold
from diversa.data.variants import find_variants


def found(*values, **words):
    """What each replaced spelling is read as."""
    tally = Counter(values)
    dictionary = Dictionary.build("s", tally, tally.values())
    variants = find_variants(dictionary, **words)
    if variants is None:
        return {}
    return dict(zip(variants.spellings, variants.instead, strict=True))


def test_the_spelling_of_most_rows_stands_for_all():
    assert found("Flu", "flu", "flu", "gout", "FLU ") == {"Flu": "flu", "FLU ": "flu"}


def test_of_equally_frequent_ones_the_first_does():
    assert found("flu", "Flu") == {"flu": "Flu"}


def test_nothing_to_do():
    assert found("flu", "gout", None) == {}
    assert found(1, 1.5, None) == {}


@pytest.mark.parametrize("text", ["", "  ", "\u200b"], ids=ascii)
def test_an_empty_text_is_missing(text):
    assert found("flu", text) == {text: None}
    assert found("1", "2", text) == {text: None}


def test_texts_for_a_missing_value():
    assert found("flu", "NA", " na", missing=("", "NA")) == {"NA": None, " na": None}


def test_numbers_are_the_same_by_value():
    assert found("1", "1.0", "1", "2") == {"1.0": "1"}
    assert found("1.0", " 1.00", "+1.0", "1.0") == {" 1.00": "1.0", "+1.0": "1.0"}
    assert found(*map(str, (Decimal("1.00"), Decimal("1.0"), Decimal("1.0")))) == {
        "1.00": "1.0"
    }


@pytest.mark.parametrize("text", ["1.", "+1", "1e+00", "1.0E0", "1\u200b", "\uff11"])
def test_a_number_is_the_same_however_it_is_written(text):
    found = find_variants(Dictionary.build("ill", ["1", "1.00", text], [5, 2, 1]))
    assert found.instead == ("1", "1")


def test_numbers_beside_texts_are_codes():
    assert found("250", "250.0", "V27") == {}


def test_leading_zeros_make_a_code_unless_the_column_is_a_number():
    assert found("007", "7", "7") == {}
    assert found("007", "7", "7", kind=Kind.NUMBER) == {"007": "7"}


def test_numbers_with_a_comma():
    tally = {"1,0": 1, "1": 2, "2,5": 1}
    values = Dictionary.build("s", tally, tally.values(), hints=Hints(decimal=","))
    variants = find_variants(values)
    assert (variants.spellings, variants.instead) == (("1,0",), ("1",))


def test_days_need_no_midnight():
    assert found("2024-01-02", "2024-01-02 00:00:00", "2024-01-02") == {
        "2024-01-02 00:00:00": "2024-01-02"
    }


def test_a_spelling_that_was_used_before_goes_first():
    assert found("flu", "flu", "Gout", usual=("Flu", None)) == {"flu": "Flu"}


def test_of_two_spellings_that_were_used_before_the_first_goes_first():
    assert found("flu", usual=("FLU", "Flu")) == {"flu": "FLU"}


def test_numbers_beside_texts_that_were_used_before_are_codes():
    assert found("1", "2", usual=("1.0", "2.0")) == {"1": "1.0", "2": "2.0"}
    assert found("1", "2", usual=("1.0", "A")) == {}


def test_in_words_without_a_value():
    tally = {"flu": 5, "Flu": 1, "": 2, "gout": 1}
    variants = find_variants(Dictionary.build("ill", tally, tally.values()))
    assert str(variants) == (
        "'ill': 1 value is written in several ways (1 row otherwise than most, in"
        " letter case) and 2 empty texts"
    )
    numbers = {"values": 1, "rows": 1, "empty": 2}
    assert variants.to_json() == {"column": "ill", **numbers, "ways": ["letter case"]}
    assert "flu" not in (repr(variants) + str(variants)).lower()


@given(st.lists(st.text(alphabet="aA \u0301é\u200b", max_size=3), min_size=1))
def test_what_is_left_has_one_spelling_for_each_meaning(texts):
    instead = found(*texts)
    left = {instead.get(text, text) for text in texts} - {None}
    assert len({fold(text) for text in left}) == len(left)
    assert "" not in map(fold, left)
    assert left <= set(texts)

# SPDX-License-Identifier: Apache-2.0
"""What a text is without the accidents of typing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.text_folding import differences, fold, is_hidden

FLU = ("flu", " flu", "flu ", "Flu", "FLU", "\tflu\n", "flu\u200b", "\ufeffflu")
MORE_FLU = ("f\u00adlu", "fl\u200du", "fl\u200cu", "\u00a0flu\u3000", "flu\ufe0f")
WIDE_FLU = ("\uff26\uff2c\uff35", "\ufb02u", "flu\x00", "\u202eflu", "f\u2060lu")


@pytest.mark.parametrize("text", [*FLU, *MORE_FLU, *WIDE_FLU], ids=ascii)
def test_one_illness_in_many_spellings(text):
    assert fold(text) == "flu"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cafe\u0301", "CAFÉ"),
        ("Straße", "STRASSE"),
        ("Angstrom \u212b", "angstrom å"),
        ("heart\u00a0\u2009disease", "Heart  Disease"),
        ("ΌΣΟΣ", "όσος"),
    ],
)
def test_the_same(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("flu", "flue"), ("café", "cafe"), ("type 1", "type1"), ("007", "7"), ("a", "α")],
)
def test_not_the_same(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\ufeff\u00a0", "\u2800"])
def test_nothing_to_see(text):
    assert fold(text) == ""


@given(st.text())
def test_folding_again_changes_nothing(text):
    folded = fold(text)
    assert fold(folded) == folded
    assert not any(is_hidden(letter) for letter in folded)
    assert "  " not in folded
    assert folded == folded.strip()


@given(st.text(), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_the_form_of_unicode_does_not_matter(text, form):
    assert fold(unicodedata.normalize(form, text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other", "ways"),
    [
        ("flu", "flu ", ["blanks"]),
        ("flu", "Flu", ["letter case"]),
        ("flu", "flu\u200b", ["unseen characters"]),
        ("caf\u00e9", "cafe\u0301", ["Unicode form"]),
        ("flu", " FLU\ufeff", ["letter case", "unseen characters", "blanks"]),
        ("flu", "flu", []),
    ],
)
def test_in_what_texts_differ(one, other, ways):
    assert differences(one, other) == ways

# SPDX-License-Identifier: Apache-2.0
"""Fields of a form: what may be asked, and answered."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import InputError
from diversa.studio.form_fields import FormField, read_form, valid_form, write_form

AGE = FormField(
    "age", "number", "quasi_identifier", "Illness depends on it.", least=0, most=120
)
ILL = FormField("illness", "choice", "sensitive", "It is studied.", ("flu", "gout"))
NAME = FormField("name", "text", "identifier", "To call back.", required=False)
BORN = FormField("born", "date", "quasi_identifier", "Illness depends on it.")


@pytest.mark.parametrize("answer", ["7", "07", "007", "7.0", "7.00", "0007.000"])
def test_a_number_has_one_spelling(answer):
    """Each spelling would be a value of its own, and its row would stand out."""
    assert AGE.read(answer) == "7"


def test_a_form_is_read_as_it_was_written(tmp_path):
    form = (NAME, replace(AGE, why="Because. " * 200), ILL, BORN)
    write_form(tmp_path, form)
    assert read_form(tmp_path) == form


def test_a_form_is_taken():
    assert valid_form([NAME, AGE, ILL]) == (NAME, AGE, ILL)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ([AGE], "one must be sensitive"),
        ([ILL], "a quasi_identifier must be among them"),
        ([AGE, AGE, ILL], "different names"),
        ([replace(AGE, why=" "), ILL], "age: why must say"),
        ([replace(AGE, name="answer"), ILL], "column of the key"),
        ([replace(AGE, name=""), ILL], "1 to 100"),
        ([replace(AGE, kind="magic"), ILL], "age: kind must be one of text"),
        ([replace(AGE, role="king"), ILL], "age: role must be one of identifier"),
        ([AGE, replace(ILL, values=())], "values must be given for choices"),
        ([replace(AGE, values=("1",)), ILL], "only there"),
        ([replace(AGE, least=None), ILL], "age: least and most must say"),
        ([replace(AGE, most=None), ILL], "age: least and most must say"),
        ([replace(AGE, least=120), ILL], "age: least and most must say"),
        ([replace(AGE, most=float("nan")), ILL], "age: least and most must say"),
        ([replace(AGE, most=float("inf")), ILL], "age: least and most must say"),
        ([AGE, replace(ILL, most=3)], "illness: least and most are for numbers"),
    ],
)
def test_a_form_that_cannot_be_published_is_refused(fields, fault):
    with pytest.raises(InputError, match=fault):
        valid_form(fields)


@pytest.mark.parametrize(
    ("field", "answer", "kept"),
    [
        (AGE, " 41 ", "41"),
        (AGE, "4.5", "4.5"),
        (AGE, "0", "0"),
        (AGE, "120", "120"),
        (ILL, "gout", "gout"),
        (NAME, "Ada   Abel", "Ada Abel"),
        (NAME, "", ""),
        (BORN, "2001-02-03", "2001-02-03"),
    ],
)
def test_answers_are_kept(field, answer, kept):
    assert field.read(answer) == kept


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        (AGE, ""),
        (AGE, "old"),
        (AGE, "nan"),
        (AGE, "inf"),
        (AGE, "1e1"),
        (AGE, "1_0"),
        (AGE, "٣"),
        (AGE, "３"),
        (AGE, "+5"),
        (AGE, "0x1"),
        (AGE, "4."),
        (AGE, "-1"),
        (AGE, "121"),
        (AGE, "120.1"),
        (AGE, "9" * 300),
        (ILL, "cancer"),
        (NAME, "x" * 401),
        (NAME, "a\x00b"),
        (BORN, "3.2.2001"),
        (BORN, "2001-02-30"),
    ],
)
def test_other_answers_are_refused_and_not_repeated(field, answer):
    with pytest.raises(InputError, match=f"{field.name}: must be") as failure:
        field.read(answer)
    assert answer in ("", "4.") or answer not in str(failure.value)


@given(st.text(max_size=12))
def test_a_number_that_is_taken_is_one_within_its_range(text):
    """Whatever is sent: digits of our own alphabet, and a value in the range."""
    try:
        kept = AGE.read(text)
    except InputError:
        return
    assert set(kept) <= set("0123456789.-")
    assert 0 <= Decimal(kept) <= 120

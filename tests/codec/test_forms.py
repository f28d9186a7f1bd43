# SPDX-License-Identifier: Apache-2.0
"""Forms check, read and write one part; faults say the way, and no value."""

from __future__ import annotations

import pytest

from diversa.codec.forms import (
    ABSENT,
    FLAG,
    LARGEST,
    NUMBER,
    TEXT,
    WHOLE,
    Choice,
    Fault,
    Maybe,
    StricterForm,
    kind_of,
)
from diversa.codec.lists import ListOf
from diversa.codec.marks import Must

COUNT = StricterForm.of(WHOLE, Must("a number", lambda value: value >= 0))


def fits(form, value):
    try:
        form.read(value)
    except Fault:
        return False
    return True


@pytest.mark.parametrize(
    ("form", "value", "good"),
    [
        (COUNT, 0, True),
        (COUNT, -1, False),
        (COUNT, True, False),
        (COUNT, 1.0, False),
        (COUNT, 10 * int(LARGEST), False),
        (NUMBER, 0.5, True),
        (NUMBER, -3, True),
        (NUMBER, True, False),
        (NUMBER, float("nan"), False),
        (NUMBER, float("inf"), False),
        (NUMBER, "1", False),
        (FLAG, 0, False),
        (TEXT, None, False),
        (Maybe(TEXT), None, True),
        (Choice(["a", "b"]), "b", True),
        (Choice(["a", "b"]), ["a"], False),
    ],
)
def test_what_fits(form, value, good):
    assert fits(form, value) == good


@pytest.mark.parametrize(
    ("form", "value", "fault"),
    [
        (TEXT, 3, " must be a text, got a number"),
        (TEXT, ABSENT, " must be a text, got none"),
        (COUNT, "x", " must be a number, got a text"),
        (Maybe(NUMBER), "x", " must be a number or null, got a text"),
        (StricterForm(ListOf(TEXT), Must("two", bool)), [], " must be two, got a list"),
        (StricterForm(ListOf(TEXT), Must("two")), [1], "[0] must be a text, got a"),
    ],
)
def test_faults_say_the_way_and_what_is_wanted(form, value, fault):
    with pytest.raises(Fault) as caught:
        form.read(value)
    (said,) = caught.value.faults
    assert said.startswith(fault)
    assert "secret" not in said


def test_kinds_are_told_and_values_are_not():
    assert kind_of("HIV") == "a text"
    assert kind_of(object()) == "something else"

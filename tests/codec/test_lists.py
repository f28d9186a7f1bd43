# SPDX-License-Identifier: Apache-2.0
"""Lists and maps: the first fault is told with its place, and no key of a user."""

from __future__ import annotations

import pytest

from diversa.codec.forms import NUMBER, TEXT, Choice, Fault
from diversa.codec.lists import ListOf, MapOf, Several


@pytest.mark.parametrize(
    ("form", "value", "fault"),
    [
        (ListOf(TEXT), {}, " must be a list, got an object"),
        (ListOf(TEXT), ["x", 3, 4], "[1] must be a text, got a number"),
        (MapOf(NUMBER), {"secret": "x"}, ".* must be a number, got a text"),
        (MapOf(ListOf(TEXT)), {"a": [1]}, ".*[0] must be a text, got a number"),
        (MapOf(TEXT), [], " must be an object, got a list"),
        (Several([TEXT, TEXT]), ["a", None], "[1] must be a text, got null"),
        (Several([TEXT, TEXT]), ["a"], " must be a list of 2, got a list"),
    ],
)
def test_the_first_fault_is_told(form, value, fault):
    with pytest.raises(Fault) as caught:
        form.read(value)
    assert list(caught.value.faults) == [fault]


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (ListOf(NUMBER), [1, 0.5]),
        (ListOf(ListOf(TEXT)), [["a"], []]),
        (ListOf(Choice(["a", "b"])), ["b", "a"]),
        (Several([TEXT, NUMBER]), ["a", 1]),
        (MapOf(MapOf(NUMBER)), {"a": {"b": 1}}),
    ],
)
def test_what_is_read_is_written(form, value):
    assert form.write(form.read(value)) == value

# SPDX-License-Identifier: Apache-2.0
"""Parameters given in Python: what is read, how exactly, and what is refused."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.errors import ModelError
from diversa.models import EntropyLDiversity, KAnonymity, PdRecursiveClDiversity
from diversa.models.parameters import Param, parameters_of, write_number
from examples import examples

RELAXED = examples(60)


@pytest.mark.parametrize(
    "value",
    [
        *(2.8, np.float64(2.8), np.float32(2.8), Decimal("2.8"), Fraction(14, 5)),
        *("2.8", " 2.8 ", "28e-1", "14/5"),
    ],
    ids=lambda value: f"{type(value).__name__} {value}",
)
def test_numbers_are_read_as_written(value):
    assert EntropyLDiversity(value).l == Fraction(14, 5)


@pytest.mark.parametrize("value", [5, "5", 5.0, np.int64(5), np.uint8(5), Fraction(5)])
def test_whole_numbers_become_plain_integers(value):
    k = KAnonymity(value).k
    assert k == 5
    assert type(k) is int


@pytest.mark.parametrize(
    "value", [None, True, "", "x", "1/2/3", [3], object, 1j, float("nan"), np.bool_(1)]
)
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ModelError, match="k-anonymity: k must be a number"):
        KAnonymity(value)


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("Healthy", ("Healthy",)),
        (["b", "a", "b"], ("b", "a")),
        ({"b", "a"}, ("a", "b")),
        (("x",), ("x",)),
        ([], ()),
        ([1, 2.5, dt.date(2024, 5, 31)], ("1", "2.5", "2024-05-31")),
    ],
)
def test_lists_of_values(value, texts):
    assert PdRecursiveClDiversity(1, 2, value).disclosable == texts


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "must be a list of values, got int"),
        (None, "must be a list of values, got NoneType"),
        (["a", None], "must hold no missing value, got one"),
        (["a", float("nan")], "must hold no missing value, got one"),
    ],
)
def test_lists_that_are_refused(value, message):
    with pytest.raises(ModelError, match=message):
        PdRecursiveClDiversity(1, 2, value)


@pytest.mark.parametrize(("name", "value"), [("on", 3), ("on", ["s"]), ("joint", 1)])
def test_other_types_are_refused(name, value):
    with pytest.raises(ModelError, match=f"entropy-l-diversity: {name} must be"):
        EntropyLDiversity(2, **{name: value})


@pytest.mark.parametrize(
    ("param", "value", "wanted"),
    [
        (Param("x", low=1), 0, "at least 1"),
        (Param("x", high=1), 2, "at most 1"),
        (Param("x", above=0), 0, "above 0"),
        (Param("x", below=100), 100, "below 100"),
    ],
)
def test_bounds(param, value, wanted):
    with pytest.raises(ModelError, match=f"c must be {wanted}, got {value}"):
        param.check("c", value)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (5, "5"),
        (10**30 + 1, "1" + "0" * 29 + "1"),
        (Fraction(14, 5), "2.8"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 10**30), "0." + "0" * 29 + "1"),
        (0.1, "0.1"),
        (100, "100"),
    ],
)
def test_write_number(number, text):
    assert write_number(number) == text


@RELAXED
@given(st.fractions())
def test_written_numbers_are_exact(number):
    assert Fraction(write_number(number)) == number


def test_declared_in_the_order_of_the_definition():
    assert list(PdRecursiveClDiversity.parameters())[:3] == ["c", "l", "disclosable"]
    assert parameters_of(KAnonymity)["k"][0] is int

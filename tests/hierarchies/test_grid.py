# SPDX-License-Identifier: Apache-2.0
"""Grids of equal steps: exact for decimals, whatever binary fractions make of them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor

import numpy as np
import pytest

from columns import column
from diversa.errors import HierarchyError
from diversa.hierarchies.grid import (
    check_steps,
    exact,
    exact_values,
    is_number,
    lines_below,
    number_text,
    shortest,
)


def test_what_is_a_number():
    numbers = [1, 2.5, Decimal("0.1"), np.int64(3), np.float32(1)]
    assert all(map(is_number, numbers))
    assert not any(map(is_number, [True, False, "1", None, 1j]))


@pytest.mark.parametrize(
    ("number", "fraction"),
    [
        (0.1, Fraction(1, 10)),
        (Decimal("0.30"), Fraction(3, 10)),
        (-7, Fraction(-7)),
        (1e-3, Fraction(1, 1000)),
    ],
)
def test_numbers_are_taken_as_they_are_written(number, fraction):
    assert exact(number) == fraction


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("-Infinity")])
def test_numbers_without_an_end_are_refused(number):
    with pytest.raises(HierarchyError, match="a finite number is needed"):
        exact(number)
    if number == number:
        assert shortest(number) == number


def test_text_is_read_and_words_are_refused():
    assert exact_values(column("0.1", " 2 ")) == [Fraction(2), Fraction(1, 10)]
    with pytest.raises(HierarchyError, match=r"1 of 2 values .* not a number"):
        exact_values(column("1", "one"))


@pytest.mark.parametrize("origin", [Fraction(0), Fraction(-3, 10), Fraction(1, 7)])
@pytest.mark.parametrize("step", [Fraction(1, 10), Fraction(5), Fraction(2, 3)])
def test_the_line_at_or_below_a_value(origin, step):
    values = [Fraction(number, 10) for number in range(-25, 26)]
    expected = [floor((value - origin) / step) for value in values]
    assert lines_below(values, origin=origin, step=step) == expected


@pytest.mark.parametrize(
    "text", ["0", "-300", "2.5", "0.0009765625", "123456789.125", "-0.1"]
)
def test_decimals_are_written_in_full(text):
    assert number_text(Fraction(text)) == text


def test_steps_that_nest():
    check_steps([0.1, 0.5, 10], where="intervals: widths")
    check_steps([5, 15, 45], where="rounding: bases", odd=True)


@pytest.mark.parametrize(
    ("steps", "odd", "message"),
    [
        ([], False, "x must be positive numbers"),
        ([5, 0], False, "x must be positive numbers"),
        ([2, 5], False, "a multiple of the one before.*got 5 after 2"),
        ([5, 5], False, "got 5 after 5"),
        ([5, 10], True, "an odd multiple.*got 10 after 5"),
    ],
)
def test_steps_that_do_not_nest(steps, odd, message):
    with pytest.raises(HierarchyError, match=message):
        check_steps(steps, where="x", odd=odd)

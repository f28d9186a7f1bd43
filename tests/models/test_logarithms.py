# SPDX-License-Identifier: Apache-2.0
"""Comparisons with logarithms, where floats cannot tell."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from diversa.models.group_numbers import Numbers
from diversa.models.logarithms import are_above_logarithms, exceeds_logarithm

LN_2 = "0.693147180559945309417232121458176568075500134360255254120680009"
"""ln 2 (OEIS A002162), cut after 63 digits: a little too small."""


def test_what_only_many_digits_tell():
    below = Fraction(LN_2[:42])
    above = below + Fraction(1, 10**40)
    assert float(below) == float(above) == math.log(2)
    assert not exceeds_logarithm(below, Fraction(2))
    assert exceeds_logarithm(above, Fraction(2))


def test_many_at_once_are_each_alone():
    numbers = [Fraction(LN_2[:42]), Fraction(7, 10), Fraction(0), Fraction(-1)]
    of = Numbers(np.array([2, 2, 1, 1]), np.array([1, 1, 1, 3]))
    floats = np.array([float(number) for number in numbers])
    found = are_above_logarithms(floats, numbers.__getitem__, of)
    assert found.tolist() == [False, True, False, True]  # ln(1/3) = -1.0986


@pytest.mark.parametrize("number", [Fraction(1, 10**9), Fraction(-1, 10**9)])
def test_near_the_logarithm_of_one(number):
    assert exceeds_logarithm(number, Fraction(1)) == (number > 0)

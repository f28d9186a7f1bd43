# SPDX-License-Identifier: Apache-2.0
"""An attained level in words, cut on the side on which it is still true."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.models.level_in_words import cut_safely, level_in_words


@pytest.mark.parametrize(
    ("level", "sense", "words"),
    [
        (4, ">=", "x = 4"),
        (2.9999, ">=", "x = 2.999"),
        (0.1231, "<=", "x = 0.124"),
        (0.1231, "<", "x > 0.124"),
        (math.inf, ">=", "every x"),
        (math.inf, "<=", "no x that holds"),
        (math.inf, "<", "no x that holds"),
    ],
)
def test_words(level, sense, words):
    assert level_in_words(level, "x", sense, {}) == words


def test_the_other_numbers_stand_behind():
    words = level_in_words(2, "c", "<", {"l": 3, "e": Fraction(1, 3)})
    assert words == "c > 2 at l = 3, e = 1/3"


@pytest.mark.parametrize("level", [0.0004, 1.0005, 7 / 3, 99.99999])
def test_a_level_that_is_cut_is_still_reached(level):
    assert cut_safely(level, ">=") <= Fraction(level)
    assert cut_safely(level, "<=") >= Fraction(level)


def test_a_rounded_number_is_the_number_that_was_meant():
    assert cut_safely(0.1 + 0.2, ">=") == cut_safely(0.1 + 0.2, "<=") == Fraction(3, 10)

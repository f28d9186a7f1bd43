# SPDX-License-Identifier: Apache-2.0
"""The assumptions of attacks: numbers are exact, and impossible ones are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.attacks.assumptions import Assumptions
from diversa.errors import InputError


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"facts": -1}, "facts: must be 0 or more"),
        ({"ratio": "x"}, "ratio: must be a number"),
        ({"ratio": 0}, "ratio: must be 1 or more"),
        ({"e": -1}, "e: must be 0 or more"),
        ({"widths": {"pay": "x"}}, "widths.pay: must be a number"),
    ],
)
def test_assumptions_that_nobody_can_make(words, message):
    with pytest.raises(InputError, match=message):
        Assumptions(**words)


def test_numbers_are_taken_as_they_are_written():
    assert Assumptions(widths={"pay": 0.1}).width("pay") == Fraction(1, 10)
    assert Assumptions().width("pay") is None

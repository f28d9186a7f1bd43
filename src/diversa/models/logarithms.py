# SPDX-License-Identifier: Apache-2.0
"""Comparisons with a natural logarithm that no rounding can turn around.

A rational number other than 0 is never the logarithm of a rational number, so enough
digits always decide. Floats do, but where both sides are nearly the same.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from diversa.models.group_numbers import Numbers

NEAR = 1e-9
"""Floats nearer than this are compared again with many digits."""

DIGITS = 60
"""Decimal digits of the second look."""


def are_above_logarithms(
    numbers: NDArray[np.float64], exact: Callable[[int], Fraction], of: Numbers
) -> NDArray[np.bool_]:
    """For each number, whether it is larger than the natural logarithm of another.

    `exact` gives the number at a place as a fraction; `of` is above 0.
    """
    with np.errstate(invalid="ignore"):  # both may be infinite
        gaps = numbers - np.log(of.floats)
    exceeds = gaps > 0
    for place in np.flatnonzero(np.abs(gaps) <= NEAR).tolist():
        exceeds[place] = exceeds_logarithm(exact(place), of.exact(place))
    return exceeds


@lru_cache(maxsize=4096)
def exceeds_logarithm(number: Fraction, of: Fraction) -> bool:
    """Decide whether a number is larger than the natural logarithm of another.

    >>> exceeds_logarithm(Fraction("0.7"), Fraction(2))
    True
    >>> exceeds_logarithm(Fraction("0.69"), Fraction(2))
    False
    >>> exceeds_logarithm(Fraction(0), Fraction(1))
    False
    """
    with localcontext(prec=DIGITS):
        left = Decimal(number.numerator) / number.denominator
        return left > (Decimal(of.numerator) / of.denominator).ln()

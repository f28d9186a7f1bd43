# SPDX-License-Identifier: Apache-2.0
"""A grid of equal steps on the line of numbers, exact for decimals.

`intervals` and `rounding` put values on grids. Values and steps are taken as they are
written, so that 0.3 lies on the third line of a grid of 0.1 and not just below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from numbers import Real

import numpy as np

from diversa.data.dictionary import Dictionary, as_decimal
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import read_all
from diversa.hierarchies.hierarchy import TOP, Hierarchy

Number = int | float | Decimal
"""A number as a user gives it."""


def is_number(value: object) -> bool:
    """True if a value is a number; True and False do not count."""
    return isinstance(value, Real | Decimal) and not isinstance(value, bool)


def shortest(number: Number) -> Number:
    """A decimal as the float that is written like it, where there is one.

    Then a hierarchy equals the one that is read from its plan.

    >>> shortest(Decimal("0.1")), shortest(Decimal("0.10000000000000000000001"))
    (0.1, Decimal('0.10000000000000000000001'))
    """
    if not isinstance(number, Decimal):
        return number
    near = float(number)
    alike = not number.is_finite() or Decimal(repr(near)) == number
    return near if alike else number


def exact(number: Number) -> Fraction:
    """Take a number as the decimal it is written as.

    >>> exact(0.1) * 3 == exact(0.3)
    True
    """
    try:
        return Fraction(as_decimal(number))
    except ValueError:
        raise HierarchyError(f"a finite number is needed, got {number}") from None


def exact_values(dictionary: Dictionary) -> list[Fraction]:
    """Read every value of a column as an exact number, or refuse the column."""
    read = dictionary.spelling.number
    advice = (
        "say which mark is before the decimals (--decimal), choose another kind of"
        " hierarchy, or clean these values"
    )
    numbers = read_all(dictionary, read, noun="a number", advice=advice)
    return [Fraction(number) for number in numbers]


def number_hierarchy(
    dictionary: Dictionary,
    columns: list[list[str]],
    values: Sequence[Fraction],
    *,
    top: bool,
) -> Hierarchy:
    """The hierarchy of numbers with the labels of each level; `top` adds `*`."""
    if top:
        columns = [*columns, [TOP] * len(values)]
    numbers = np.array([float(value) for value in values])
    return Hierarchy.from_labels(
        dictionary, columns, numbers=numbers, spelling=dictionary.spelling
    )


def lines_below(
    values: Sequence[Fraction], *, origin: Fraction, step: Fraction
) -> list[int]:
    """Number the grid line at or below each value; line 0 is the origin.

    >>> lines_below([Fraction(3, 10)], origin=Fraction(0), step=Fraction(1, 10))
    [3]
    """
    # (n/d - a/b) / (s/t) rounded down, in integers: n*b*t - a*d*t over d*b*s.
    a, b = origin.as_integer_ratio()
    s, t = step.as_integer_ratio()
    return [
        (v.numerator * b - a * v.denominator) * t // (v.denominator * b * s)
        for v in values
    ]


def number_text(number: Fraction) -> str:
    """Write a finite decimal in full, without an exponent or needless zeros.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(-300))
    ('2.5', '-300')
    """
    if number.denominator == 1:
        return str(number.numerator)
    # A denominator of b bits divides 10 to the power b when the decimal is finite.
    digits = len(str(number.numerator)) + 2 * number.denominator.bit_length()
    with localcontext(prec=digits):
        return f"{(Decimal(number.numerator) / Decimal(number.denominator)):f}"


def check_steps(steps: Sequence[Number], *, where: str, odd: bool = False) -> None:
    """Refuse steps that are not positive or do not nest.

    `odd` wants odd multiples of the step before.
    """
    if not steps or any(exact(step) <= 0 for step in steps):
        raise HierarchyError(f"{where} must be positive numbers, got {list(steps)}")
    noun = "an odd multiple" if odd else "a multiple"
    for finer, coarser in pairwise(steps):
        ratio = exact(coarser) / exact(finer)
        nested = ratio.denominator == 1 and ratio > 1
        if not nested or (odd and ratio % 2 == 0):
            raise HierarchyError(
                f"{where} must each be {noun} of the one before, so that levels nest,"
                f" got {coarser} after {finer}"
            )

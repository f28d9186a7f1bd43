# SPDX-License-Identifier: Apache-2.0
"""Values parsed as exact decimals and as moments, in the spelling of Python."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, InvalidOperation

BOOLEANS = ("bool", "bool_")
"""The types of truth values, those of NumPy too, which need not be there."""

LARGEST_EXPONENT = 300
"""Powers of ten beyond it are refused: exact numbers would grow without bounds."""

EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
"""Moving the point of a decimal, or its zeros, rounds nothing here."""


def as_text(value: object) -> str:
    """Write a value as a text file holds it."""
    return value if isinstance(value, str) else str(value)


def as_decimal(value: object) -> Decimal:
    """Read a value as the decimal it is written as, never as a binary fraction.

    >>> as_decimal(0.1) * 3 == as_decimal("0.3"), as_decimal(True)
    (True, Decimal('1'))
    """
    return of_sensible_size(finite_decimal(value))


def of_sensible_size(number: Decimal) -> Decimal:
    """Refuse a number that is too large or too small to compute with."""
    if abs(number.adjusted()) > LARGEST_EXPONENT:
        raise ValueError("not a number of a size that makes sense")
    return number


def finite_decimal(value: object) -> Decimal:
    """Read a value as a decimal of any size, to compare it with others.

    >>> finite_decimal("1e400") > finite_decimal(1e300)
    True
    """
    if type(value).__name__ in BOOLEANS:
        return Decimal(bool(value))
    try:
        number = Decimal(as_text(value).strip())
    except InvalidOperation:
        raise ValueError("not a decimal number") from None
    if not number.is_finite():
        raise ValueError("not a finite number")
    return number


def as_moment(value: object) -> dt.datetime:
    """Read a value as a moment; text is ISO 8601 (2024-05-31, with or without time)."""
    if isinstance(value, dt.datetime):
        return value
    if isinstance(value, dt.date):
        return dt.datetime.combine(value, dt.time())
    return dt.datetime.fromisoformat(str(value).strip())


def reads(reader: Callable[[object], object]) -> Callable[[object], bool]:
    """Make a test of a reader that raises ValueError where it cannot read."""

    def test(value: object) -> bool:
        try:
            reader(value)
        except ValueError:
            return False
        return True

    return test

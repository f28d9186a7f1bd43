# SPDX-License-Identifier: Apache-2.0
"""Parameters of models: declared once, validated, written to and read from text.

A parameter is a field of a model's dataclass, annotated with `Param`. Numbers become
integers or exact fractions: 2.8 is 14/5, and "1/3" is a third.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast, get_args, get_origin, get_type_hints

from diversa.errors import ModelError


@dataclass(frozen=True)
class Param:
    """What a parameter means and which values it may have."""

    meaning: str
    """One line for people."""
    low: float | None = None
    """Smallest value allowed."""
    high: float | None = None
    """Largest value allowed."""
    above: float | None = None
    """The value must be larger than this."""
    below: float | None = None
    """The value must be smaller than this."""

    def check(self, where: str, value: Fraction | int) -> None:
        """Refuse a number outside the bounds."""
        faults = {
            f"at least {self.low}": self.low is not None and value < self.low,
            f"at most {self.high}": self.high is not None and value > self.high,
            f"above {self.above}": self.above is not None and value <= self.above,
            f"below {self.below}": self.below is not None and value >= self.below,
        }
        for wanted, wrong in faults.items():
            if wrong:
                raise ModelError(
                    f"{where} must be {wanted}, got {write_number(value)};"
                    f" it is the {self.meaning}"
                )


def declared(cls: type) -> dict[str, tuple[type, Param]]:
    """The parameters of a model in order: name to (type, declaration)."""
    found = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        for extra in getattr(hint, "__metadata__", ()):
            if isinstance(extra, Param):
                found[name] = (get_args(hint)[0], extra)
    return found


def convert(where: str, kind: Any, value: object, param: Param) -> object:  # noqa: ANN401 - a type expression such as tuple[str, ...]
    """Turn what a user gave into the type of the field and check it."""
    if get_origin(kind) is tuple:
        return convert_texts(where, value)
    if kind is bool:
        return convert_bool(where, value)
    if kind in (int, Fraction):
        number = read_number(where, value, param)
        param.check(where, number)
        return as_integer(where, number, param) if kind is int else number
    if value is None or isinstance(value, str):
        return value
    raise ModelError(f"{where} must be text, got {type(value).__name__}")


def read_number(where: str, value: object, param: Param) -> Fraction:
    """Read a number exactly; a float counts as the decimal it prints as."""
    try:
        if isinstance(value, bool):
            raise ValueError
        if isinstance(value, float | Decimal):
            value = str(value)
        return Fraction(cast("str | int | Fraction", value))
    except (TypeError, ValueError, ZeroDivisionError):
        raise ModelError(
            f"{where} must be a number such as 3, 2.8 or 1/3, got {value!r};"
            f" it is the {param.meaning}"
        ) from None


def as_integer(where: str, number: Fraction, param: Param) -> int:
    """Refuse a number that is not whole."""
    if number.denominator != 1:
        raise ModelError(
            f"{where} must be a whole number, got {write_number(number)};"
            f" it is the {param.meaning}"
        )
    return int(number)


def convert_bool(where: str, value: object) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise ModelError(f"{where} must be true or false, got {value!r}")


def convert_texts(where: str, value: object) -> tuple[str, ...]:
    """Read a list of texts; in a spec string they stand between bars."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list | tuple | set | frozenset):
        return tuple(str(one) for one in value)
    raise ModelError(f"{where} must be a list of values, got {type(value).__name__}")


def write_number(number: Fraction | float) -> str:
    """Write a number the way a person would: 5, 2.8 or 1/3.

    >>> [write_number(Fraction(x)) for x in ("5", "2.8", "1/3", "0.05")]
    ['5', '2.8', '1/3', '0.05']
    """
    fraction = Fraction(str(number)) if isinstance(number, float) else Fraction(number)
    rest = fraction.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(fraction)
    decimal = Decimal(fraction.numerator) / Decimal(fraction.denominator)
    return f"{decimal.normalize():f}"

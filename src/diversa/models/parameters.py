# SPDX-License-Identifier: Apache-2.0
"""Parameters of models: declared once, validated, written to and read from text.

A parameter is a field of a model's dataclass, annotated with `Param`. Numbers become
integers or exact fractions: 2.8 is 14/5, and "1/3" is a third.
"""

from __future__ import annotations

import numbers
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import Any, Literal, TypeGuard, get_args, get_origin

from diversa.data.dictionary import as_text, is_missing
from diversa.errors import ModelError, nearest
from diversa.models.spec import escape, write_list

MAGNITUDE = 300
"""Numbers with more digits than this before or after the point are refused."""

BEYOND = 10 ** (MAGNITUDE + 1)
"""The least whole number that is refused."""


@dataclass(frozen=True)
class Param:
    """The meaning of a parameter and the values that it may have."""

    meaning: str
    """One line for people."""
    low: float | None = None
    """Smallest value allowed; of a list, the least number of values."""
    high: float | None = None
    """Largest value allowed."""
    above: float | None = None
    """The value must be larger than this."""
    below: float | None = None
    """The value must be smaller than this."""
    choices: tuple[Collection[str], ...] = ()
    """The allowed words: lists, or registries to which packages add."""

    def check(self, where: str, value: Fraction | int) -> None:
        """Refuse a number outside the bounds."""
        wanted = self._fault(value)
        if wanted is not None:
            raise ModelError(
                f"{where} must be {wanted}, got {write_number(value)};"
                f" it is the {self.meaning}"
            )

    def _fault(self, value: Fraction | int) -> str | None:
        """The demand on a number outside the bounds."""
        if self.low is not None and value < self.low:
            return f"at least {self.low}"
        if self.high is not None and value > self.high:
            return f"at most {self.high}"
        if self.above is not None and value <= self.above:
            return f"above {self.above}"
        if self.below is not None and value >= self.below:
            return f"below {self.below}"
        return None


@cache
def parameters_of(cls: type) -> dict[str, tuple[type, Param]]:
    """The parameters of a model in order: name to (type, declaration)."""
    hints: dict[str, Any] = {}
    for ancestor in reversed(cls.__mro__):
        hints |= own_hints(ancestor)
    return {
        name: (get_args(hint)[0], extra)
        for name, hint in hints.items()
        for extra in getattr(hint, "__metadata__", ())
        if isinstance(extra, Param)
    }


@cache
def own_hints(cls: type) -> dict[str, Any]:
    """The annotations of a class itself; those of an ancestor are read once for all."""
    return get_annotations(cls, eval_str=True)


def convert(where: str, kind: Any, value: object, param: Param) -> object:  # noqa: ANN401 - a type expression such as tuple[str, ...]
    """Turn what a user gave into the type of the field and check it."""
    if isinstance(kind, UnionType):  # one that may be left out
        first = get_args(kind)[0]
        return None if value is None else convert(where, first, value, param)
    if get_origin(kind) is tuple:
        texts = get_args(kind)[0] is str
        return (convert_texts if texts else convert_numbers)(where, value, param)
    if get_origin(kind) is Literal or param.choices:
        return convert_choice(where, value, param.choices or (get_args(kind),))
    if kind is bool:
        return convert_bool(where, value)
    if kind in (int, Fraction):
        number = read_number(where, value, param)
        param.check(where, number)
        return as_integer(where, number, param) if kind is int else number
    if isinstance(value, str):
        return value
    raise ModelError(
        f"{where} must be text, got {type(value).__name__}; it is the {param.meaning}"
    )


def read_number(where: str, value: object, param: Param) -> Fraction:
    """Read a number exactly; a float counts as the decimal it prints as."""
    try:
        return as_fraction(value)
    except (ArithmeticError, ValueError):
        raise ModelError(
            f"{where} must be a number such as 3, 2.8 or 1/3, got {value!r};"
            f" it is the {param.meaning}"
        ) from None


def as_fraction(value: object) -> Fraction:
    """Turn a number or its text into a fraction; 1e999999999 would never end.

    >>> as_fraction("1/3"), as_fraction(2.8)
    (Fraction(1, 3), Fraction(14, 5))
    """
    if is_exact(value):
        return Fraction(value)
    if isinstance(value, bool) or not isinstance(value, str | numbers.Number):
        raise ValueError("not a number")
    above, bar, below = str(value).partition("/")
    parts = [Decimal(part.strip()) for part in ([above, below] if bar else [above])]
    if any(not part.is_finite() or abs(part.adjusted()) > MAGNITUDE for part in parts):
        raise InvalidOperation
    return Fraction(parts[0]) / Fraction(parts[1]) if bar else Fraction(parts[0])


def is_exact(value: object) -> TypeGuard[Fraction | int]:
    """Tell a number, neither too large nor too small, that need not be read as text."""
    if type(value) is Fraction:
        return max(abs(value.numerator), value.denominator) < BEYOND
    return type(value) is int and abs(value) < BEYOND


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
    raise ModelError(
        f"{where} must be true or false, got {value!r}; leave it out for false"
    )


def convert_choice(
    where: str, value: object, choices: Sequence[Collection[str]]
) -> str:
    """Read one of several words; the lists of words are looked through in turn."""
    if isinstance(value, str) and any(value in words for words in choices):
        return value
    listed = [word for words in choices for word in words]
    raise ModelError(
        f"{where} must be a known word, got {value!r}; {nearest(str(value), listed)}"
    )


def convert_texts(where: str, value: object, param: Param) -> tuple[str, ...]:
    """Read a list of distinct texts; messages do not quote them: they may be secret."""
    listed = read_listed(where, value, param)
    if any(is_missing(entry) for entry in listed):
        raise ModelError(
            f"{where} must hold no missing value, got one; it is the {param.meaning}"
        )
    return tuple(dict.fromkeys(as_text(entry) for entry in listed))


def convert_numbers(where: str, value: object, param: Param) -> tuple[Fraction, ...]:
    """Read a list of distinct numbers, ascending."""
    alone = isinstance(value, numbers.Number)
    listed = read_listed(where, [value] if alone else value, param)
    return tuple(sorted({read_number(where, entry, param) for entry in listed}))


def read_listed(where: str, value: object, param: Param) -> Sequence[object]:
    """Read a list; a text is a list of one."""
    listed = [value] if isinstance(value, str) else value
    if isinstance(listed, set | frozenset):
        listed = sorted(listed, key=str)
    if not isinstance(listed, list | tuple):
        fault = f"be a list of values, got {type(value).__name__}"
    elif param.low is not None and len(listed) < param.low:
        fault = f"have at least {param.low} value, got {len(listed)}"
    else:
        return listed
    raise ModelError(f"{where} must {fault}; it is the {param.meaning}")


def write_number(number: Fraction | float) -> str:
    """Write a number the way a person would: 5, 2.8 or 1/3.

    >>> [write_number(Fraction(x)) for x in ("5", "2.8", "1/3", "0.05")]
    ['5', '2.8', '1/3', '0.05']
    """
    fraction = Fraction(str(number)) if isinstance(number, float) else Fraction(number)
    places = decimal_places(fraction.denominator)
    if places is None:
        return str(fraction)
    return f"{Decimal(f'{fraction * 10**places}e-{places}'):f}"


def write_value(value: object) -> str:
    """Write a parameter's value as a spec string holds it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_number(value):
        return write_number(value)
    if isinstance(value, tuple):
        numbers = [number for number in value if isinstance(number, Fraction)]
        return write_list([write_number(number) for number in numbers] or value)
    return escape(str(value))


def is_number(value: object) -> TypeGuard[Fraction | int]:
    """Tell whether the value of a parameter is a number; true and false are none."""
    return isinstance(value, Fraction | int) and not isinstance(value, bool)


def decimal_places(denominator: int) -> int | None:
    """The digits after the point of 1/denominator; None where they never end.

    >>> [decimal_places(n) for n in (1, 8, 20, 3)]
    [0, 3, 2, None]
    """
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None

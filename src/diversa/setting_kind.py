# SPDX-License-Identifier: Apache-2.0
"""Kinds of values that a setting may have: read from a plan, given in Python, written.

Nothing heavy is imported here: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from diversa.errors import InputError


class SettingError(InputError):
    """A value of a plan is not of its kind."""

    def __init__(self, wanted: str, value: object, advice: str = "") -> None:
        super().__init__(f"{wanted}, got {show_value(value)}{advice}")


def show_value(value: object) -> str:
    """A value as a message shows it: short, and never the content of a frame."""
    if not isinstance(value, str | int | float | list | tuple | dict | None):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"


def format_path(path: Path, base: Path | None) -> str:
    """Write a path so that a plan file in a folder finds it; as it is without one."""
    if base is None:
        return path.as_posix()
    inside = path.is_relative_to(base)
    return (path.relative_to(base) if inside else path.absolute()).as_posix()


def as_written(value: object, base: Path | None) -> object:
    """Write a value that a plan file holds as it is."""
    del base
    return value


@dataclass(frozen=True)
class SettingKind:
    """The kind of the values of a setting: how they are parsed, given and written."""

    noun: str
    """The noun for a value in messages and docs."""
    read: Callable[[Any, Path], Any]
    """Read the value of a plan file; relative paths start from a folder."""
    accept: Callable[[Any], Any]
    """Take the value of a keyword in Python, or a value that `read` gave."""
    write: Callable[[Any, Path | None], object] = as_written
    """Write a value as a plan file holds it."""
    metavar: str = "TEXT"
    """The name of a value in the help of the command line."""
    repeated: bool = False
    """True if an option of the command line is given once for each value."""


def flag(value: object) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    raise SettingError("must be true or false", value)


def whole(value: object) -> int:
    """Read a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SettingError("must be a whole number", value)


def text(value: object) -> str:
    """Read a text."""
    if isinstance(value, str):
        return value
    raise SettingError("must be a text", value)


def texts(value: object) -> tuple[str, ...]:
    """Read a list of texts."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    raise SettingError("must be a list of texts", value)


def one_or_more(value: object) -> tuple[str, ...]:
    """Take one text or several, in any container."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable):
        return texts(list(value))
    raise SettingError("must be a text or a list of texts", value)


def parse_columns(value: object) -> tuple[str, ...]:
    """Take one column or several; a number is the name of a column of a frame."""
    if is_index(value):
        return (str(value),)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return one_or_more(
            [str(name) if is_index(name) else name for name in list(value)]
        )
    return one_or_more(value)


def parse_column(value: object) -> str:
    """Take one column; a number is the name of a column of a frame."""
    return str(value) if is_index(value) else text(value)


def is_index(name: object) -> bool:
    """True for a whole number, the name of a column in frames without names."""
    return hasattr(name, "__index__") and not isinstance(name, bool)


def plain_kind(noun: str, read: Callable[[Any], Any], metavar: str) -> SettingKind:
    """A kind whose values are the same in a plan file and in Python."""
    return SettingKind(noun, lambda value, _: read(value), read, metavar=metavar)


def texts_kind(
    noun: str, metavar: str, accept: Callable[[Any], Any] = one_or_more
) -> SettingKind:
    """A kind of several texts; in Python one may stand alone."""
    return SettingKind(
        noun,
        lambda value, _: texts(value),
        accept,
        lambda value, _: list(value),
        metavar=metavar,
        repeated=True,
    )


def column_numbers(value: object) -> dict[str, int | Fraction]:
    """Take a number for each of some columns: a table, pairs, or texts like age=3."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, list | tuple):
        pairs = [part if isinstance(part, tuple) else halves(part) for part in value]
    else:
        raise SettingError("must be a table of columns", value)
    try:
        return {text(column): exact_number(number) for column, number in pairs}
    except (ValueError, ArithmeticError):
        raise SettingError("must have a number for each column", value) from None


def halves(part: object) -> tuple[str, str]:
    """A column and its number, of a text such as age=3."""
    column, _, number = text(part).rpartition("=")
    return column, number


def exact_number(number: object) -> int | Fraction:
    """A number, or the text of one such as 1/3."""
    if isinstance(number, bool) or not isinstance(
        number, int | float | Fraction | Decimal | str
    ):
        raise ValueError(number)
    exact = Fraction(str(number))
    return int(exact) if exact.denominator == 1 else exact


def column_levels(value: object) -> tuple[tuple[str, int], ...]:
    """Take a level for each of some columns."""
    levels = {}
    for column, level in column_numbers(value).items():
        if not isinstance(level, int) or level < 0:
            raise SettingError("must have a whole number from 0 on for each", value)
        levels[column] = level
    return tuple(sorted(levels.items()))


def column_weights(value: object) -> tuple[tuple[str, Fraction], ...]:
    """Take a weight for each of some columns."""
    weights = column_numbers(value)
    if not all(weight > 0 for weight in weights.values()):
        raise SettingError("must have a number above 0 for each column", value)
    return tuple(sorted((name, Fraction(each)) for name, each in weights.items()))


def write_column_numbers(
    value: tuple[tuple[str, Any], ...], base: Path | None
) -> dict[str, object]:
    """Write numbers of columns as the table of a plan file."""
    del base
    return {column: plain_number(number) for column, number in value}


def plain_number(number: Fraction | int) -> object:
    """Write a number as it is, or as a text where no decimal is exactly it."""
    if number == int(number):
        return int(number)
    return float(number) if Fraction(str(float(number))) == number else str(number)


def by_column(noun: str, read: Callable[[object], Any], metavar: str) -> SettingKind:
    """A kind with a number for each of some columns."""
    return SettingKind(
        noun,
        lambda value, _: read(value),
        read,
        write_column_numbers,
        metavar=metavar,
        repeated=True,
    )


FLAG = plain_kind("true or false", flag, "yes|no")


WHOLE = plain_kind("a whole number", whole, "N")


TEXT = plain_kind("a text", text, "TEXT")


WORD = plain_kind("a word", text, "NAME")


COLUMN = plain_kind("a column", parse_column, "COLUMN")


TEXTS = texts_kind("a list of texts", "TEXT")


COLUMNS = texts_kind("a list of columns", "COLUMNS", parse_columns)


LEVELS = by_column("a level for each of some columns", column_levels, "COLUMN=LEVEL")


WEIGHTS = by_column(
    "a number above 0 for each of some columns", column_weights, "COLUMN=NUMBER"
)

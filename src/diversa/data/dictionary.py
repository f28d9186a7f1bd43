# SPDX-License-Identifier: Apache-2.0
"""Dictionaries: the distinct values of one column, in order; the position is the code.

Everything after counting works on codes. A dictionary is the only place that still
knows the values, so it never prints the values of a sensitive column.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from diversa.data.parsing import as_decimal, as_moment, as_text
from diversa.data.spelling import NO_HINTS, PLAIN, Hints, Spelling, ask
from diversa.data.spelling_by_values import find_spelling
from diversa.errors import InputError

__all__ = ["Dictionary", "Kind", "as_date", "as_decimal", "as_text", "is_missing"]


class Kind(StrEnum):
    """The kind of the values of a column, by which they are ordered and compared."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, eq=False)
class Dictionary:
    """The distinct values of one column, sorted by their kind, with their row counts.

    A missing value, where there is one, has the last code and is not in `values`.

    Example:
        >>> ages = Dictionary.build("age", ["30", "4", None], [2, 1, 1], kind="number")
        >>> ages.texts, ages.size, ages.missing_code
        (('4', '30'), 3, 2)
    """

    column: str
    """Name of the column."""
    values: NDArray[np.object_] = field(repr=False)
    """The values as the source holds them (str, int, float, date, bool, ...)."""
    counts: NDArray[np.int64] = field(repr=False)
    """Rows per code; one entry longer than `values` when a value is missing."""
    kind: Kind = Kind.TEXT
    """The kind of the values."""
    sensitive: bool = False
    """True if the values must stay out of messages."""
    hints: Hints = NO_HINTS
    """The user's words on the spelling of numbers and dates."""
    by_meaning: bool = False
    """True if values are found by their meaning, however they are spelled."""

    @classmethod
    def build(
        cls,
        column: str,
        values: Iterable[Any],
        counts: Iterable[int],
        *,
        kind: Kind | str = Kind.TEXT,
        sensitive: bool = False,
        hints: Hints = NO_HINTS,
    ) -> Dictionary:
        """Sort distinct values by their kind; `None` and NaN are the missing value."""
        kind = Kind(kind)
        listed, rows = list(values), np.asarray(list(counts), dtype=np.int64)
        missing = np.array([is_missing(value) for value in listed], dtype=bool)
        present_values = [
            v for v, gone in zip(listed, missing, strict=True) if not gone
        ]
        keys = sort_keys(present_values, kind, column=column, hints=hints)
        order = sorted(range(len(present_values)), key=keys.__getitem__)
        present = rows[~missing][order]
        lost = [rows[missing].sum()] if missing.any() else []
        array = np.empty(len(present_values), dtype=object)
        array[:] = [present_values[i] for i in order]
        per_code = np.append(present, lost).astype(np.int64)
        return cls(column, array, per_code, kind, sensitive, hints)

    @property
    def size(self) -> int:
        """Number of codes, the missing value included."""
        return len(self.counts)

    def narrow(self, used: NDArray[np.integer], rows: NDArray[np.int64]) -> Dictionary:
        """Some of the values, in order; the missing one stays the last."""
        values = self.values[used[used < len(self.values)]]
        return replace(self, values=values, counts=rows[used])

    @property
    def missing_code(self) -> int | None:
        """The code of the missing value, or None when no value is missing."""
        return len(self.values) if self.size > len(self.values) else None

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every value as it is written to a text file, without the missing one."""
        return tuple(
            [value if type(value) is str else as_text(value) for value in self.values]
        )

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling of numbers and dates in the column."""
        return find_spelling(self.values, self.hints)

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """Every value as a number, without the missing one."""
        read = reader_of(Kind.NUMBER, self.spelling)
        return np.array([read(value) for value in self.values], dtype=np.float64)

    @cached_property
    def decimals(self) -> tuple[Decimal, ...]:
        """Every value as the decimal it is written as, without the missing one."""
        return tuple(map(self.spelling.number, self.values))

    @cached_property
    def dates(self) -> tuple[dt.date, ...]:
        """Every value as a date, without the missing one."""
        return tuple(map(self.spelling.day, self.values))


def is_missing(value: object) -> bool:
    """True for a missing value: None, NaN or NaT.

    >>> [is_missing(v) for v in (None, float("nan"), "", 0)]
    [True, True, False, False]
    """
    return value is None or value != value


def as_number(value: object) -> float:
    """Read a value as a number; text may have spaces around it, NaN is refused."""
    number = float(cast("float | str", value))
    if number != number:
        raise ValueError("not a number")
    return number


def as_date(value: object) -> dt.date:
    """Read a value as a date; text is ISO 8601 (2024-05-31, with or without time)."""
    return as_moment(value).date()


def reader_of(kind: Kind, spelling: Spelling) -> Callable[[Any], Any]:
    """The function that parses values of a kind; it raises ValueError for others."""
    if kind is Kind.TEXT:
        return as_text
    if kind is Kind.DATE:
        return spelling.day
    plain = spelling.is_plain
    return as_number if plain else lambda value: float(spelling.number(value))


def sort_keys(
    values: Sequence[Any], kind: Kind, *, column: str, hints: Hints = NO_HINTS
) -> list[Any]:
    """Give every value the key that orders it; refuse values of another kind."""
    spelling = PLAIN if kind is Kind.TEXT else find_spelling(values, hints)
    if kind is Kind.DATE:
        ask(column, spelling)
    read = reader_of(kind, spelling)
    try:
        texts = [as_text(value) for value in values]
        if kind is Kind.TEXT:
            return texts
        return [(read(value), text) for value, text in zip(values, texts, strict=True)]
    except (TypeError, ValueError):
        bad = sum(not reads_as(value, kind, spelling) for value in values)
        raise InputError(
            f"column '{column}': {bad} of {len(values)} distinct values cannot be read"
            f" as a {kind.value}; declare the column as text or clean these values"
        ) from None


def reads_as(value: object, kind: Kind, spelling: Spelling = PLAIN) -> bool:
    """True if a value can be read as the kind.

    >>> reads_as("013", Kind.NUMBER), reads_as("x", Kind.NUMBER)
    (True, False)
    """
    try:
        reader_of(kind, spelling)(value)
    except (TypeError, ValueError):
        return False
    return True

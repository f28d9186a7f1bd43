# SPDX-License-Identifier: Apache-2.0
"""The meaning of values, by which labels and values of any spelling find each other.

A value is published by `format_label`, by an engine that writes the column itself, or
by whoever made the table: `48.0` and `48`, `True` and `true`, a day with a midnight and
one without are the same. `Places` is where all that look a value up do it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from numbers import Real

import numpy as np

from diversa.data.parsing import EXACT, as_moment, as_text, finite_decimal
from diversa.data.spelling import PLAIN, Spelling
from diversa.data.text_folding import fold

Meaning = str | tuple[str, str]
"""A text, or a kind with the one way in which we write values of this kind."""

PLAIN_NUMBER = re.compile(
    r"[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]\d+)?"
    r"|(?:0|[1-9]\d*)?\.\d+(?:[eE]\d+)?)"
)
"""A number that is no code: `007` and `1E5` may be codes, `1e-05` and `1.5e3` not."""

SHORTEST_NUMBER = re.compile(r"-?(?:[1-9](?:\d*[1-9])?|[1-9]\d*\.\d*[1-9])", re.ASCII)
"""A number that is written as we write it: nothing must be computed for that."""

ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
"""A day, with or without a time."""


def format_label(label: object) -> str | None:
    """A value or label as it is published; None is published as a missing value."""
    return None if label is None else as_text(label)


def meaning(
    value: object,
    spelling: Spelling = PLAIN,
    *,
    any_number: bool = False,
    folded: bool = False,
) -> Meaning:
    """The meaning of a value, in the spelling of its column.

    With `any_number`, texts that read as a number are one, codes and powers too. With
    `folded`, texts that differ in case, blanks, unseen characters or their form in
    Unicode mean the same, as sensitive values do; see `fold`.

    Example:
        >>> meaning(1.5) == meaning("1.50"), meaning(True) == meaning("true")
        (True, True)
        >>> meaning("007") == meaning(7), meaning("007", any_number=True) == meaning(7)
        (False, True)
    """
    if type(value) is not str:
        if isinstance(value, bool | np.bool_):
            return as_text(value).lower()
        if isinstance(value, dt.date):
            return moment_key(as_moment(value))
        if isinstance(value, Real | Decimal):
            return number_key(value) or as_text(value)
    text = as_text(value).strip()
    key = text_meaning(text, spelling, any_number=any_number)
    return fold(text) if folded and key == text else key


def text_meaning(text: str, spelling: Spelling, *, any_number: bool) -> Meaning:
    """The meaning of a text: a truth value, a day, a number, or the text itself."""
    if text.lower() in ("true", "false"):
        return text.lower()
    plain = spelling.plain(text)
    if SHORTEST_NUMBER.fullmatch(plain):
        return "number", plain
    if ISO_DAY.fullmatch(plain):
        try:
            return moment_key(as_moment(plain))
        except ValueError:
            return text
    if any_number or PLAIN_NUMBER.fullmatch(plain):
        return number_key(plain) or text
    return text


def number_key(number: object) -> Meaning | None:
    """A number in the one way in which we write it; None where it is none."""
    try:
        decimal = finite_decimal(number)
    except ValueError:
        return None
    return "number", str(decimal.normalize(EXACT) if decimal else Decimal(0))


def moment_key(moment: dt.datetime) -> Meaning:
    """A moment in one spelling for all zones."""
    if moment.tzinfo is not None:
        # The first and the last day that there are cannot be had in every zone.
        with suppress(OverflowError):
            moment = moment.astimezone(dt.UTC)
    return "moment", moment.isoformat()


@dataclass(frozen=True, eq=False)
class Places:
    """The places of values in a list, by their spelling, else by their meaning.

    Example:
        >>> places = Places.of([48.0, 7.5, True, None])
        >>> places.of_value("48"), places.of_value("true"), places.of_value(None)
        ([0], [2], [3])
        >>> places.the_one("7"), places.the_one("7.50")
        (None, 1)
    """

    values: tuple[object, ...] = field(repr=False)
    """The list; None stands for a missing value."""
    spelling: Spelling = PLAIN
    """The spelling of numbers and dates in the column."""

    any_number: bool = False
    """True if texts that read as a number are numbers; see `meaning`."""

    folded: bool = False
    """True to compare texts folded; see `meaning`."""

    @classmethod
    def of(
        cls,
        values: Iterable[object],
        spelling: Spelling = PLAIN,
        *,
        any_number: bool = False,
        folded: bool = False,
    ) -> Places:
        """The places of values in a list; None stands for a missing one."""
        listed = tuple(values)
        return cls(listed, spelling, any_number or are_numbers(listed), folded)

    def of_value(self, value: object) -> list[int]:
        """The places of a value by its spelling, else by its meaning."""
        places = self._by_text.get(format_label(value))
        if places is not None or value is None:
            return places or []
        return self._by_meaning.get(self._key(value), [])

    def the_one(self, value: object) -> int | None:
        """The only place of a value; None where there is none, or more than one."""
        places = self.of_value(value)
        return places[0] if len(places) == 1 else None

    @cached_property
    def _by_text(self) -> dict[str | None, list[int]]:
        places: dict[str | None, list[int]] = {}
        for place, value in enumerate(self.values):
            places.setdefault(format_label(value), []).append(place)
        return places

    @cached_property
    def _by_meaning(self) -> dict[Meaning, list[int]]:
        places: dict[Meaning, list[int]] = {}
        for place, value in enumerate(self.values):
            if value is not None:
                places.setdefault(self._key(value), []).append(place)
        return places

    def _key(self, value: object) -> Meaning:
        return meaning(
            value, self.spelling, any_number=self.any_number, folded=self.folded
        )


def are_numbers(values: Iterable[object]) -> bool:
    """True if some values are numbers and no texts that look like numbers.

    >>> are_numbers([None, 7.5]), are_numbers(["7.5", True])
    (True, False)
    """
    return any(
        isinstance(value, Real | Decimal) and not isinstance(value, bool | np.bool_)
        for value in values
    )

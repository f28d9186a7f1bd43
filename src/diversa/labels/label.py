# SPDX-License-Identifier: Apache-2.0
"""One published label, read as a range, a mask or a set.

A label may be read in more than one way: `2024` is a number and a year. `covers` finds
the raw values that a label may stand for.
"""

from __future__ import annotations

import datetime as dt
import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from diversa.data.dictionary import as_date
from diversa.data.meaning import PLAIN_NUMBER
from diversa.data.parsing import finite_decimal

STAR = "*"
"""The character that hides another one in a masked code."""

NUMBER = r"[+-]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?"
DAY = r"\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+)?"
END = rf"(?:{DAY}|{NUMBER})"

BRACKETS = re.compile(
    rf"([\[(])\s*({END})\s*(?:,|;|\.\.|\bto\b|-|–)\s*({END})\s*([\])])"
)
"""`[17-25]`, `[0.5, 1)`, `(20, 30]`, `[2025-01-02 to 2025-03-09]`."""

BETWEEN = re.compile(rf"({NUMBER})\s*(?:-|–|\bto\b|\.\.)\s*({NUMBER})")
"""`30-39`, with both ends."""

BOUND = re.compile(rf"(<=|>=|<|>|≤|≥)\s*({END})")
"""`>=40`, `<30`, `<=2025-03-09`."""

BEYOND = re.compile(rf"({NUMBER})\s*\+")
"""`90+`."""

CALENDAR = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2}))?|-Q(?P<quarter>[1-4]))?"
    r"|(?P<decade>\d{3})0s"
)
"""`2024-05-31`, `2024-05`, `2024-Q2`, `2024`, `1990s`."""


@dataclass(frozen=True)
class Span:
    """A range of numbers, or of days by their ordinals; None is an open end."""

    low: Decimal | None
    high: Decimal | None
    low_in: bool = True
    """True if the range includes its lower end."""
    high_in: bool = True
    """True if the range includes its upper end."""
    of_days: bool = False
    """True for days."""
    alone: bool = False
    """True for a single number."""

    @property
    def is_point(self) -> bool:
        """True for one number or one day.

        A range of equal numbers is not a point: it also holds other spellings of them.
        """
        return self.low == self.high if self.of_days else self.alone


def read_spans(label: str, *, boxes: bool = False) -> list[Span]:
    """Read a label as every range of numbers or days that it may mean.

    With `boxes` only ranges are read as boxes write them, not labels of hierarchies.

    >>> read_spans(">=40")[0].low, read_spans("(20, 30]")[0].low_in
    (Decimal('40'), False)
    >>> [span.of_days for span in read_spans("2024")], read_spans("American")
    ([False, True], [])
    """
    read = (reader(label.strip()) for reader in (BOXES if boxes else READERS))
    return [span for span in read if span is not None]


def in_brackets(label: str) -> Span | None:
    """Read a range in brackets; a round bracket excludes its end."""
    match = BRACKETS.fullmatch(label)
    if match is None:
        return None
    opening, *ends, closing = match.groups()
    of_days = all(read_day(end) is not None for end in ends)
    return span_between(
        [read_day(end) if of_days else read_number(end) for end in ends],
        Span(None, None, opening == "[", closing == "]", of_days),
    )


def between(label: str) -> Span | None:
    """Read two numbers with a dash between them."""
    match = BETWEEN.fullmatch(label)
    return match and span_between(
        list(map(read_number, match.groups())), Span(None, None)
    )


def span_between(ends: Sequence[Decimal | None], like: Span) -> Span | None:
    """A span like another, with other ends; None if they are not in order."""
    low, high = ends
    if low is None or high is None or low > high:
        return None
    return replace(like, low=low, high=high)


def bound(label: str) -> Span | None:
    """Read a range with one end."""
    match = BOUND.fullmatch(label)
    day = match and read_day(match[2])
    end = day or (match and read_number(match[2]))
    if match is None or end is None:
        return None
    like = Span(None, None, of_days=day is not None)
    closed = match[1] not in ("<", ">")
    if match[1] in ("<", "<=", "≤"):
        return replace(like, high=end, high_in=closed)
    return replace(like, low=end, low_in=closed)


def beyond(label: str) -> Span | None:
    """Read a number and all numbers above it."""
    match = BEYOND.fullmatch(label)
    end = match and read_number(match[1])
    return None if end is None else Span(end, None)


def point(label: str) -> Span | None:
    """Read a single number."""
    number = plain_number(label)
    return None if number is None else Span(number, number, alone=True)


def calendar(label: str) -> Span | None:
    """Read a day, a month, a quarter, a year or a decade."""
    match = CALENDAR.fullmatch(label)
    if match is None:
        return None
    try:
        return days(**{name: int(n) for name, n in match.groupdict().items() if n})
    except ValueError:  # there is no such day
        return None


def days(
    *,
    year: int = 0,
    month: int = 0,
    day: int = 0,
    quarter: int = 0,
    decade: int = 0,
) -> Span:
    """The days of a part of the calendar."""
    if day:
        return of_days(dt.date(year, month, day), dt.date(year, month, day))
    first, months = (month, 1) if month else (1, 12 if year else 120)
    if quarter:
        first, months = 3 * quarter - 2, 3
    begin = dt.date(year or 10 * decade, first, 1)
    # There may be no day after the last one: 9999-12-31 often stands for "never".
    years, before = divmod(first + months - 2, 12)
    month_of_end = dt.date(begin.year + years, before + 1, 1)
    _, length = monthrange(month_of_end.year, month_of_end.month)
    return of_days(begin, month_of_end.replace(day=length))


def of_days(first: dt.date, last: dt.date) -> Span:
    """The span from one day to another."""
    ends = Decimal(first.toordinal()), Decimal(last.toordinal())
    return Span(*ends, of_days=True)


READERS: tuple[Callable[[str], Span | None], ...] = (
    in_brackets,
    between,
    bound,
    beyond,
    point,
    calendar,
)
"""The readers of ranges."""

BOXES: tuple[Callable[[str], Span | None], ...] = (in_brackets, bound)
"""The readers of ranges that groups have."""


def plain_number(text: str) -> Decimal | None:
    """Read a number; None for codes such as 01305."""
    return read_number(text) if PLAIN_NUMBER.fullmatch(text) else None


def read_number(text: str) -> Decimal | None:
    """Read a number of any form and size."""
    try:
        return finite_decimal(text)
    except ValueError:
        return None


def read_day(value: object) -> Decimal | None:
    """The ordinal of a day, with or without a time; digits alone are no day."""
    if not isinstance(value, dt.date) and "-" not in str(value):
        return None
    try:
        return Decimal(as_date(value).toordinal())
    except ValueError:
        return None


def members(label: str, between: str = ",") -> list[str]:
    """The members of a set in braces, with `between` between two; empty for no set.

    Example:
        >>> members("{Cuba, Peru}"), members("Peru")
        (['Cuba', 'Peru'], [])
    """
    if not (label.startswith("{") and label.endswith("}")):
        return []
    return [member.strip() for member in label[1:-1].split(between)]


NOT = "not "
"""The word before a set that a label stands for everything but."""


def exceptions(label: str) -> str:
    """The set of values that a label leaves out; empty if it names what it means.

    Example:
        >>> exceptions("not {Cuba, Peru}"), exceptions("{Cuba, Peru}")
        ('{Cuba, Peru}', '')
    """
    left_out = label.removeprefix(NOT)
    return left_out if left_out != label and members(left_out) else ""


@dataclass(frozen=True)
class StarMask:
    """The shown characters of a masked label.

    One star at an end hides any number of characters; several hide at most as many.
    """

    length: int
    """Characters of the label."""
    shown: tuple[int, ...]
    """Positions of the characters that are shown."""
    side: str
    """The side of the hidden characters: `left`, `right` or `inside`."""
    any_length: bool
    """True if a star hides any number of characters."""

    @classmethod
    def of(cls, label: str) -> StarMask | None:
        """Read the mask of a label; None if nothing is hidden, or everything."""
        shown = tuple(
            place for place, character in enumerate(label) if character != STAR
        )
        if not shown or len(shown) == len(label):
            return None
        side = "inside"
        if STAR not in label.rstrip(STAR):
            side = "right"
        elif STAR not in label.lstrip(STAR):
            side = "left"
        alone = len(shown) == len(label) - 1 and side != "inside"
        return cls(len(label), shown, side, alone)

    def key(self, value: str) -> str | None:
        """The characters of a value that the label shows; None if it does not fit.

        >>> mask = StarMask.of("130**")
        >>> mask.key("13053"), mask.key("130"), mask.key("130531")
        ('130', '130', None)
        """
        number = len(self.shown)
        if self.side == "right":
            key = value[:number]
        elif self.side == "left":
            key = value[-number:]
        else:
            fits = len(value) == self.length
            return "".join(value[place] for place in self.shown) if fits else None
        fits = len(value) >= number and (self.any_length or len(value) <= self.length)
        return key if fits else None

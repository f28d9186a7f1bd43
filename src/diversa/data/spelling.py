# SPDX-License-Identifier: Apache-2.0
"""The spelling of numbers and dates in a column.

`1.234,5` and `24.12.1985` are a number and a day, as their table writes them. What is
published of them is spelled alike, and whoever reads a label reads it by the spelling
of its column. It is found by the values (`spelling_by_values`); the day of `03/04/2024`
cannot be told from its month: `Hints` say it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from diversa.data.day_forms import (
    DAYS,
    day_pattern,
    format_day,
    format_pattern,
    moment_of,
)
from diversa.data.parsing import as_moment, finite_decimal, of_sensible_size
from diversa.errors import InputError

DAY_FIRST, MONTH_FIRST = "day-first", "month-first"
"""The user's choices for dates whose day and month look alike."""


@dataclass(frozen=True)
class Hints:
    """The user's words on the spelling of numbers and dates."""

    decimal: str | None = None
    """The mark before the decimals; None lets the values say it."""
    dates: str | None = None
    """`day-first` or `month-first`; None lets the values say it."""

    @classmethod
    def of(cls, spellings: Iterable[Spelling]) -> Hints:
        """The common part of the spellings of the columns of a table."""
        others = [spelling for spelling in spellings if spelling != PLAIN]
        marks = {spelling.decimal for spelling in others if not spelling.is_plain}
        orders = {
            DAY_FIRST if spelling.days.startswith("%d") else MONTH_FIRST
            for spelling in others
            if spelling.days is not None and not spelling.days.startswith("%Y")
        }
        return cls(
            marks.pop() if len(marks) == 1 else None,
            orders.pop() if len(orders) == 1 else None,
        )

    def or_else(self, others: Hints) -> Hints:
        """These, and others where these say nothing."""
        return Hints(self.decimal or others.decimal, self.dates or others.dates)

    def to_json(self) -> dict[str, str] | None:
        """The hints with the keys of a plan; None where they say nothing."""
        said = {"decimal": self.decimal, "dates": self.dates}
        return {key: word for key, word in said.items() if word is not None} or None


NO_HINTS = Hints()
"""The values say it all."""


@dataclass(frozen=True)
class Spelling:
    """The spelling of numbers and dates in a column.

    Example:
        >>> german = Spelling(decimal=",", thousands=".", days="%d.%m.%Y")
        >>> german.number("1.234,5"), german.day("24.12.1985").isoformat()
        (Decimal('1234.5'), '1985-12-24')
        >>> german.spell("1234.5"), german.month(german.day("24.12.1985"))
        ('1.234,5', '12.1985')
    """

    decimal: str = "."
    """The mark before the decimals."""
    thousands: str = ""
    """The mark between thousands; nothing where there is none."""
    days: str | None = None
    """The form of a day, as `strptime` knows it; None for 1985-12-24."""
    hint: str | None = None
    """The question that the user must answer before dates can be read; None for
    none."""

    def number(self, value: object) -> Decimal:
        """Read a value as the decimal it is written as, never as a binary fraction."""
        return of_sensible_size(self.number_of_any_size(value))

    def number_of_any_size(self, value: object) -> Decimal:
        """Read a value as a number that is compared, and not computed with."""
        if not isinstance(value, str) or self.is_plain:
            return finite_decimal(value)
        text = value.strip()
        if self._number.fullmatch(text) is None:
            raise ValueError("not a number of this spelling")
        return finite_decimal(self._without_marks(text))

    def day(self, value: object) -> dt.date:
        """Read a value as a day, in its own zone."""
        return self.moment(value).date()

    def moment(self, value: object) -> dt.datetime:
        """Read a value as a moment; a day is its midnight."""
        if self.hint is not None:
            raise ValueError(self.hint)
        typed = isinstance(value, dt.date) or self.days is None
        return as_moment(value) if typed else self._moment(str(value).strip())

    def spell(self, number: str) -> str:
        """A plain number (`1234.5`) as the column writes it.

        >>> Spelling(decimal=",").spell("-0.25"), Spelling().spell("1e3")
        ('-0,25', '1e3')
        """
        if self.is_plain:
            return number
        whole, _, rest = number.partition(".")
        digits = whole.lstrip("+-")
        if self.thousands and digits.isdecimal():
            signs = whole[: len(whole) - len(digits)]
            whole = signs + f"{int(digits):,}".replace(",", self.thousands)
        return f"{whole}{self.decimal}{rest}" if rest else whole

    def month(self, day: dt.date) -> str:
        """A month as the column would write it."""
        form = self._date_part if self._date_part in DAYS else "%Y-%m-%d"
        return format_day(day, re.sub("%d[./-]|[./-]?%d", "", form).replace("%y", "%Y"))

    def format_day(self, day: dt.date) -> str:
        """A day as the column writes it, without a time."""
        return format_day(day, self._date_part or "%Y-%m-%d")

    def plain(self, label: str) -> str:
        """A label in plain spelling: decimals behind a point, days in ISO 8601.

        >>> Spelling(days="%d.%m.%Y").plain("[24.12.1985-01.06.1991]")
        '[1985-12-24-1991-06-01]'
        >>> Spelling(decimal=",").plain("[0,5; 1)"), Spelling().plain("[0.5, 1)")
        ('[0.5; 1)', '[0.5, 1)')
        """
        if self.days is not None:
            label = self._any_day.sub(self._plain_day, label)
            return self._any_month.sub(r"\g<year>-\g<month>", label)
        if self.is_plain:
            return label
        return self._number.sub(lambda match: self._without_marks(match[0]), label)

    @property
    def is_plain(self) -> bool:
        """True if numbers are written as Python writes them."""
        return self.decimal == "." and not self.thousands

    @cached_property
    def _number(self) -> re.Pattern[str]:
        return number_pattern(self.decimal, self.thousands)

    def _without_marks(self, text: str) -> str:
        return text.replace(self.thousands, "").replace(self.decimal, ".")

    @property
    def _date_part(self) -> str | None:
        """The form of the day without that of a time."""
        return None if self.days is None else re.split(r"[T ,]*%[HI]", self.days)[0]

    def _moment(self, text: str) -> dt.datetime:
        if self.days not in DAYS:
            return dt.datetime.strptime(text, self.days or "")
        match = day_pattern(self.days, whole=True).fullmatch(text)
        if match is None:
            raise ValueError("not a day of this spelling")
        return moment_of(match, self.days)

    @cached_property
    def _any_day(self) -> re.Pattern[str]:
        if self.days in DAYS:
            return day_pattern(self.days, whole=False)
        return re.compile(
            "|".join(
                rf"(?<!\d){format_pattern(form)}(?!\d)"
                for form in (self.days or "", self._date_part or "")
            )
        )

    @cached_property
    def _any_month(self) -> re.Pattern[str]:
        shape = re.escape(self.month(dt.date(2345, 1, 1)))
        shape = shape.replace("2345", r"(?P<year>\d{4})").replace(
            "01", r"(?P<month>\d{2})"
        )
        return re.compile(rf"(?<![\d./-]){shape}(?![\d./-])")

    def _plain_day(self, match: re.Match[str]) -> str:
        for form in (self.days or "", self._date_part or ""):
            try:
                reader = Spelling(days=form)
                moment = reader._moment(match[0])
            except ValueError:
                continue
            timed = match[0] != reader.format_day(moment) and ":" in match[0]
            return moment.isoformat(" ") if timed else moment.date().isoformat()
        return match[0]


PLAIN = Spelling()
"""Decimals behind a point, days in ISO 8601."""


def number_pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    """The pattern of numbers with these marks, or without any."""
    mark, between = re.escape(decimal), re.escape(thousands)
    grouped = rf"\d{{1,3}}(?:{between}\d{{3}})+(?!\d)|" if thousands else ""
    return re.compile(rf"[+-]?(?:{grouped}\d+)(?:{mark}\d+)?(?:[eE][+-]?\d+)?")


def ask(column: str, spelling: Spelling) -> None:
    """Refuse a column whose dates cannot be read before the user has said how."""
    if spelling.hint is not None:
        raise InputError(
            f"column '{column}': the dates do not tell {spelling.hint}; say it: dates ="
            f" '{DAY_FIRST}' or '{MONTH_FIRST}' (--dates on the command line, [reading]"
            " in a plan)"
        )

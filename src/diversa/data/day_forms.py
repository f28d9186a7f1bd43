# SPDX-License-Identifier: Apache-2.0
"""The forms in which tables write days, with a time of day or without."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache

DAYS = (
    *("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%m-%d-%Y"),
    *("%Y/%m/%d", "%Y.%m.%d", "%Y%m%d"),
    *("%d.%m.%y", "%d/%m/%y", "%m/%d/%y", "%d-%m-%y", "%m-%d-%y"),
)
"""Forms of days in tables besides 1985-12-24. Nobody writes a month before a dot."""

PARTS = {
    "%d": r"(\d{1,2})",
    "%m": r"(\d{1,2})",
    "%Y": r"(\d{4})",
    "%y": r"(\d{2})",
}
"""Patterns of the parts of a day."""

FIRST_YEAR = 1930
"""The first of the hundred years that two digits can mean, as in spreadsheets."""

CLOCK = (
    r"(?:[T ]\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})"
    r"(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"(?:\s?(?P<half>[AaPp])\.?[Mm]\.?)?(?P<zone>\s?(?:Z|[+-]\d{2}:?\d{2}))?)?"
)
"""A time of day, which may follow a day."""


LIKE_A_DAY = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}|\d{8}")
"""The start of a text that may be a day of one of these forms."""


@cache
def day_pattern(form: str, *, whole: bool) -> re.Pattern[str]:
    """The pattern of the days of a form, with or without a time of day."""
    pattern = re.escape(form).replace(r"\%", "%")
    tight = form == "%Y%m%d"
    for part, shape in PARTS.items():
        pattern = pattern.replace(
            part, shape.replace("{1,2}", "{2}") if tight else shape
        )
    timed = pattern + CLOCK
    return re.compile(timed if whole else rf"(?<!\d){timed}(?!\d)")


def format_pattern(form: str) -> str:
    """The pattern of the dates of any form of `strptime`, as far as it can be known."""
    pattern = re.escape(form).replace(r"\%", "%")
    return re.sub(
        "%(.)",
        lambda match: r"[^\W\d_]+\.?" if match[1] in "aAbBp" else r"\d{1,9}",
        pattern,
    )


def moment_of(match: re.Match[str], form: str) -> dt.datetime:
    """Parse a text of a known form as a moment."""
    order = re.findall("%[dmYy]", form)
    parts = dict(zip(order, map(int, match.groups()[:3]), strict=True))
    if "%y" in parts:
        parts["%Y"] = FIRST_YEAR + (parts["%y"] - FIRST_YEAR) % 100
    hour = int(match["hour"] or 0)
    if match["half"]:
        hour = hour % 12 + 12 * (match["half"] in "pP")
    micro = int((match["fraction"] or "").ljust(6, "0")[:6])
    clock = hour, int(match["minute"] or 0), int(match["second"] or 0), micro
    moment = dt.datetime(parts["%Y"], parts["%m"], parts["%d"], *clock)
    zone = (match["zone"] or "").strip()
    if not zone:
        return moment
    return dt.datetime.fromisoformat(f"{moment.isoformat()}{zone}")


def format_day(day: dt.date, form: str) -> str:
    """A day in a form; years have four digits on every system.

    >>> format_day(dt.date(987, 1, 2), "%d.%m.%Y")
    '02.01.0987'
    """
    return day.strftime(form.replace("%Y", f"{day.year:04}"))

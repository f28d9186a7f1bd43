# SPDX-License-Identifier: Apache-2.0
"""Dates, in the forms that tables have."""

from __future__ import annotations

import datetime as dt
import re
from functools import partial

from diversa.data.dictionary import as_date
from diversa.suggestions.column_sample import ColumnSample

ISO = re.compile(r"\d{4}-\d{2}-\d{2}.*", re.DOTALL)

DAYS = (
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y/%m/%d",
    "%d.%m.%y",
    "%m/%d/%y",
    "%d/%m/%y",
)
"""Days as people write them."""

TIMES = ("", " %H:%M", " %H:%M:%S", "T%H:%M:%S", " %I:%M %p")
"""Times that may follow a day."""

FORMS = (
    *(day + time for day in DAYS for time in TIMES),
    "%Y%m%d",
    "%Y-%m",
    "%m/%Y",
    "%m.%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%d%b%Y",
)
"""The forms that are tried."""

LEAST = re.compile(
    r"\d.*[./ -].*\d(?: [AP]M)?|\d{2}[A-Za-z]{3}\d{4}|(?:19|20)\d{6}", re.IGNORECASE
)
"""The least that a date has; other values are not tried."""


def are_dates(sample: ColumnSample) -> bool:
    """True if nearly all values are dates of one form.

    >>> are_dates(ColumnSample(("31.12.1999", "01.02.2003"), 2, 2, 1))
    True
    >>> are_dates(ColumnSample(("10/23/64 21:09", "8/6/20 18:56"), 2, 2, 1))
    True
    >>> are_dates(ColumnSample(("12.5", "3.75"), 2, 2, 1))
    False
    """
    if not sample.mostly(lambda text: ISO.fullmatch(text) or LEAST.fullmatch(text)):
        return False
    if sample.mostly(is_iso):
        return True
    return any(sample.mostly(partial(reads, form)) for form in FORMS)


def is_iso(text: str) -> bool:
    """True for a date such as 2024-05-31, with or without a time."""
    try:
        return bool(ISO.fullmatch(text) and as_date(text))
    except ValueError:
        return False


def reads(form: str, text: str) -> bool:
    """True for a date of a form, in a year from 1850 to 2150."""
    try:
        return 1850 <= dt.datetime.strptime(text, form).year <= 2150
    except ValueError:
        return False

# SPDX-License-Identifier: Apache-2.0
"""The spelling of a column, found by its values.

The values of a column agree on a form of days or on marks in numbers, or they are
spelled as ours, or they are neither. What they leave open, the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from numbers import Integral

from diversa.data.day_forms import DAYS, LIKE_A_DAY, day_pattern, moment_of
from diversa.data.parsing import as_decimal, reads
from diversa.data.spelling import (
    DAY_FIRST,
    NO_HINTS,
    PLAIN,
    Hints,
    Spelling,
    number_pattern,
)

GROUPS = ("", ".", ",", " ", "'", "’", "\u00a0", "\u202f")
"""Marks between thousands; the empty one stands for none."""

LIKE_A_NUMBER = re.compile(r"[+-]?\d")
"""The start of a text that may be a number with marks."""

LIVED = range(1800, 2200)
"""The years of a day that is written without anything between its parts."""


def find_spelling(values: Iterable[object], hints: Hints = NO_HINTS) -> Spelling:
    """Find the spelling of a column's numbers or dates; `PLAIN` if no other fits.

    >>> find_spelling(["1.234,50", "7,1"]).decimal, find_spelling(["31/12/2024"]).days
    (',', '%d/%m/%Y')
    >>> find_spelling(["1,234"]), find_spelling(["03/04/2024"]).hint
    (Spelling(decimal='.', thousands='', days=None, hint=None), \
'whether the day or the month comes first')
    """
    listed = list(values)
    if listed and all(isinstance(value, str) for value in listed):
        texts = [str(value).strip() for value in listed]
        return find_days(texts, hints) or find_marks(texts, hints) or PLAIN
    whole = listed and all(isinstance(value, Integral) for value in listed)
    if whole and all_read("%Y%m%d", map(str, listed)):
        return Spelling(days="%Y%m%d")
    return PLAIN


ASKED = "whether the day or the month comes first"
"""The question to the user about dates such as 03/04/2024."""


def find_days(texts: Sequence[str], hints: Hints) -> Spelling | None:
    """The form of the days that all of some texts are; None where they are no days."""
    if not LIKE_A_DAY.match(texts[0]):
        return None
    forms = [form for form in DAYS if all_read(form, texts)]
    if hints.dates is not None:
        wanted = "%d" if hints.dates == DAY_FIRST else "%m"
        forms = [f for f in forms if f.startswith((wanted, "%Y"))] or forms
    if len(forms) > 1:
        return Spelling(hint=ASKED)
    return Spelling(days=forms[0]) if forms else None


def all_read(form: str, texts: Iterable[str]) -> bool:
    """True if all texts are days of a form; the first that is not ends the search."""
    pattern = day_pattern(form, whole=True)
    return all(reads_day(pattern, form, text) for text in texts)


def reads_day(pattern: re.Pattern[str], form: str, text: str) -> bool:
    """True if a text is a day of a form."""
    match = pattern.fullmatch(text)
    if match is None:
        return False
    try:
        moment = moment_of(match, form)
    except ValueError:
        return False
    return form != "%Y%m%d" or moment.year in LIVED


def find_marks(texts: Sequence[str], hints: Hints) -> Spelling | None:
    """The marks in the numbers that all of some texts are; None for ours or no numbers.

    A comma before three digits may be either mark: then nothing is found.
    """
    if not LIKE_A_NUMBER.match(texts[0]):
        return None
    if hints.decimal is None and all(map(reads(as_decimal), texts)):
        return None
    marks = [
        Spelling(decimal=decimal, thousands=thousands)
        for decimal in (",", ".")
        if hints.decimal in (None, decimal)
        for thousands in GROUPS
        if thousands != decimal
        # Texts that are no numbers fail at the first of them.
        and all(map(number_pattern(decimal, thousands).fullmatch, texts))
        and (not thousands or any(thousands in text for text in texts))
    ]
    if len({spelling.decimal for spelling in marks}) != 1:
        return None
    return marks[0]

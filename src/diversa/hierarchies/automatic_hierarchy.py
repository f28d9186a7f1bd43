# SPDX-License-Identifier: Apache-2.0
"""The hierarchy of an attribute for which the user gives none.

Dates become months, quarters, years and decades; codes of one length are masked;
numbers are put in intervals that double; anything else is kept or suppressed. The
choice depends on the values alone: the same table always gets the same hierarchy.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary, Kind, as_date, as_text, reads_as
from diversa.data.spelling import ask
from diversa.errors import HierarchyError
from diversa.hierarchies.dates import Dates
from diversa.hierarchies.grid import exact, exact_values
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.masking import Masking
from diversa.hierarchies.suppression import Suppression

MOST_INTERVALS = 25
"""How many intervals level 1 may have."""
FEW_CODES = 10
"""With fewer distinct values, letters and digits are names rather than codes."""
TAIL = 0.01
"""Share of the rows on each side that may be far from the others."""
FAR = 2
"""How many times longer than the range of the others a tail must be to be cut off."""

DATE = re.compile(r"\d{4}-\d{2}-\d{2}.*", re.DOTALL)
CODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9 -]*")


def automatic(dictionary: Dictionary) -> HierarchyKind:
    """Choose the kind of hierarchy that suits the values of a column.

    Example:
        >>> ages = Dictionary.build("age", map(str, range(17, 91)), [1] * 74)
        >>> automatic(ages).widths
        (5, 10, 20, 40)
        >>> automatic(Dictionary.build("zip", ["13053", "14850"], [1, 1]))
        Masking(length=5, keep=0, steps=1, direction='right', zeros=False, \
character='*', top=True)
        >>> automatic(Dictionary.build("sex", ["Female", "Male"], [1, 1]))
        Suppression()
    """
    if is_date(dictionary):
        return Dates(("day", *Dates.levels) if has_times(dictionary) else Dates.levels)
    if dictionary.kind is Kind.TEXT and is_code(dictionary.texts):
        length = len(dictionary.texts[0])
        return Masking(length=length, steps=ceil(length / 6))
    return number_intervals(dictionary) or Suppression()


def is_date(dictionary: Dictionary) -> bool:
    """Tell whether every value is a date, in one of the forms of tables.

    Refuses dates of which only the user can say whether the day comes first.
    """
    if dictionary.kind is Kind.DATE:
        return True
    spelling = dictionary.spelling
    ask(dictionary.column, spelling)
    if spelling.days is not None:
        return True
    # It stops at the first value that does not fit, so few columns are read whole.
    texts = map(as_text, dictionary.values)
    try:
        dates = all(DATE.fullmatch(text) and as_date(text) for text in texts)
    except ValueError:
        return False
    return dates and len(dictionary.values) > 0


def has_times(dictionary: Dictionary) -> bool:
    """Tell whether some values of a column of dates have a time of day."""
    return any(
        value.time() != dt.time()
        if isinstance(value, dt.datetime)
        else len(as_text(value).strip()) > 10
        for value in dictionary.values
    )


def is_code(texts: Sequence[str]) -> bool:
    """Tell whether texts are codes like zip codes: of one length, with digits.

    Digits alone are numbers unless they are five or some begin with 0.

    >>> is_code(["01234", "98765"]), is_code(["1985", "2001"]), is_code(["17", "90"])
    (True, False, False)
    """
    lengths = {len(text) for text in texts}
    if len(lengths) != 1 or min(lengths) < 3:
        return False
    if all(text.isdecimal() for text in texts):
        return lengths == {5} or any(text.startswith("0") for text in texts)
    numbers = all(reads_as(text, Kind.NUMBER) for text in texts)
    codes = all(CODE.fullmatch(text) for text in texts)
    return codes and not numbers and len(texts) >= FEW_CODES


def number_intervals(dictionary: Dictionary) -> Intervals | None:
    """Choose intervals for numbers, or nothing for other values and for two numbers."""
    try:
        values = exact_values(dictionary)
    except HierarchyError:
        return None
    if len(set(values)) < 3:
        return None
    order = sorted(range(len(values)), key=values.__getitem__)
    ranked = [values[code] for code in order]
    low, high = core(ranked, dictionary.counts[order])
    widths = doubling(low, high, ranked)
    return open_where_needed(Intervals(widths), ranked, low=low, high=high)


def core(
    ranked: Sequence[Fraction], counts: NDArray[np.int64]
) -> tuple[Fraction, Fraction]:
    """Find the range of the numbers without a tail that reaches far."""
    share = np.cumsum(counts) / counts.sum()
    first = ranked[int(np.searchsorted(share, TAIL))]
    last = ranked[min(int(np.searchsorted(share, 1 - TAIL)), len(ranked) - 1)]
    reach = FAR * (last - first)
    low = first if 0 < reach < first - ranked[0] else ranked[0]
    return low, last if 0 < reach < ranked[-1] - last else ranked[-1]


def doubling(
    low: Fraction, high: Fraction, values: Sequence[Fraction]
) -> tuple[int | float, ...]:
    """Choose a round width for level 1 and double it while three intervals remain."""
    finest = max((high - low) / MOST_INTERVALS, 2 * resolution(values))
    width = round_up(finest)
    widths = [width]
    while floor(high / (2 * width)) - floor(low / (2 * width)) >= 2:
        width *= 2
        widths.append(width)
    return tuple(map(plain_number, widths))


def resolution(values: Sequence[Fraction]) -> Fraction:
    """Find the power of ten, at most 1, of which all the values are multiples."""
    unit = Fraction(1)
    for value in values:
        while (value / unit).denominator != 1:
            unit /= 10
    return unit


def round_up(number: Fraction) -> Fraction:
    """Round up to 1, 2 or 5 times a power of ten.

    >>> round_up(Fraction(3)), round_up(Fraction(1, 8))
    (Fraction(5, 1), Fraction(1, 5))
    """
    power = Fraction(10) ** floor(log10(number))
    return next(m * power for m in (1, 2, 5, 10, 20) if m * power >= number)


def open_where_needed(
    kind: Intervals, ranked: Sequence[Fraction], *, low: Fraction, high: Fraction
) -> Intervals:
    """Open the ends beyond the core, on lines of the coarsest grid."""
    coarsest = exact(kind.widths[-1])
    begin = floor(low / coarsest) * coarsest
    end = (floor(high / coarsest) + 1) * coarsest
    below = plain_number(begin) if ranked[0] < begin else None
    above = plain_number(end) if ranked[-1] >= end else None
    opened = below is not None or above is not None
    return replace(kind, low=below, high=above, open_ends=opened)


def plain_number(number: Fraction) -> int | float:
    """Write a finite decimal as an int where it is one."""
    return int(number) if number.denominator == 1 else float(number)

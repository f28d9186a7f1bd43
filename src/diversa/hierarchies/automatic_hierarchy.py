# SPDX-License-Identifier: Apache-2.0
"""The hierarchy of an attribute for which the user gives none.

Dates become months, quarters, years and decades; codes of one length are masked;
numbers are put in intervals that double; anything else is kept or suppressed. The
choice depends on the values alone: the same table always gets the same hierarchy.

Nobody's number shapes it alone. The range that intervals divide ends, on both sides,
at a number that `least` rows reach or exceed; an end is left open, and decimals are
told apart, for the sake of `least` rows or more. However extreme the numbers of fewer
rows are, the intervals are the same.
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
"""The most intervals of level 1."""
FEW_CODES = 10
"""With fewer distinct values, letters and digits are names rather than codes."""
TAIL = 0.01
"""Share of the rows on each side that may be far from the others."""
FAR = 2
"""A tail is cut off if it is this many times longer than the range of the others."""

DATE = re.compile(r"\d{4}-\d{2}-\d{2}.*", re.DOTALL)
CODE = re.compile(r"(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9 -]*")


def automatic(dictionary: Dictionary, least: int = 1) -> HierarchyKind:
    """Choose the kind of hierarchy that suits the values of a column.

    At least `least` rows at an end of the numbers shape the intervals.

    Example:
        >>> ages = Dictionary.build("age", map(str, range(17, 91)), [1] * 74)
        >>> automatic(ages).widths
        (5, 10, 20, 40)
        >>> oldest = Dictionary.build("age", [*range(17, 91), 1000], [9] * 74 + [1])
        >>> automatic(oldest, least=5).widths
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
    return number_intervals(dictionary, least) or Suppression()


def is_date(dictionary: Dictionary) -> bool:
    """True if every value is a date, in one of the forms of tables.

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
    """True if some values of a column of dates have a time of day."""
    return any(
        value.time() != dt.time()
        if isinstance(value, dt.datetime)
        else len(as_text(value).strip()) > 10
        for value in dictionary.values
    )


def is_code(texts: Sequence[str]) -> bool:
    """True if texts are codes like zip codes: of one length, with digits.

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


def number_intervals(dictionary: Dictionary, least: int) -> Intervals | None:
    """Choose intervals for numbers, or nothing for other values and for two numbers."""
    try:
        values = exact_values(dictionary)
    except HierarchyError:
        return None
    order = sorted(range(len(values)), key=values.__getitem__)
    counts = dictionary.counts[order]
    first, last = shared_ends(counts, least)
    ranked = [values[code] for code in order[first:last]]
    if len(set(ranked)) < 3:
        return None
    low, high = core(ranked, counts[first:last])
    unit = resolution(ranked, counts[first:last], least)
    widths = doubling(low, high, unit)
    return open_where_needed(Intervals(widths), ranked, low=low, high=high)


def shared_ends(counts: NDArray[np.int64], least: int) -> tuple[int, int]:
    """The first number that `least` rows reach from below, and behind the last one.

    >>> shared_ends(np.array([1, 1, 3, 3, 1]), 2)
    (1, 4)
    """
    below, above = np.cumsum(counts), np.cumsum(counts[::-1])
    first = int(np.searchsorted(below, max(1, least)))
    return first, len(counts) - int(np.searchsorted(above, max(1, least)))


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


def doubling(low: Fraction, high: Fraction, unit: Fraction) -> tuple[int | float, ...]:
    """Choose a round width for level 1 and double it while three intervals remain."""
    finest = max((high - low) / MOST_INTERVALS, 2 * unit)
    width = round_up(finest)
    widths = [width]
    while floor(high / (2 * width)) - floor(low / (2 * width)) >= 2:
        width *= 2
        widths.append(width)
    return tuple(map(plain_number, widths))


def resolution(
    values: Sequence[Fraction], counts: NDArray[np.int64], least: int
) -> Fraction:
    """Find the power of ten, at most 1, of which the values are multiples.

    Values that together have fewer than `least` rows need not be multiples.
    """
    digits = np.array([decimals(value) for value in values])
    rows = np.bincount(digits, weights=counts)
    needed = np.flatnonzero(np.cumsum(rows[::-1])[::-1] >= least)
    return Fraction(1, 10 ** int(needed.max(initial=0)))


def decimals(value: Fraction) -> int:
    """The number of digits behind the point of a finite decimal.

    >>> decimals(Fraction(3)), decimals(Fraction(1, 8))
    (0, 3)
    """
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    return digits


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

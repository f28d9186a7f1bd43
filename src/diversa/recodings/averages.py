# SPDX-License-Identifier: Apache-2.0
"""Averages: the mean or the median of a group's numbers, published in their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.data.dictionary import as_text
from diversa.data.missing import MISSING
from diversa.data.spelling import PLAIN, Spelling
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.axes import leaf_order

MOST_DECIMALS = 6
"""Most decimals of a mean of large numbers."""

DIGITS = 2
"""Digits of a mean after the first digit of its range."""

Labels = list[object]
"""Labels of one attribute, one per part."""

Average = Callable[[Hierarchy, Ints, Codes, Ints], Labels]
"""A function from the starts of parts, with their values and counts, to labels."""


def or_missing(label: object) -> str:
    """The label of values of which some are missing."""
    return f"{{{as_text(label)}, {MISSING}}}"


def average_labels(
    hierarchy: Hierarchy, starts: Ints, values: Codes, counts: Ints, average: Average
) -> Labels:
    """The average of the numbers of each part, marked if some are missing."""
    numbered = np.array([name is not None for name in hierarchy.labels[0]])[values]
    if numbered.all():
        return average(hierarchy, starts, values, counts)
    kept = np.add.reduceat(numbered.astype(np.int64), starts[:-1])
    some = np.concatenate([[0], np.cumsum(kept[kept > 0])])
    labels = iter(
        average(hierarchy, some, values[numbered], counts[numbered])
        if numbered.any()
        else []
    )
    partly = kept < np.diff(starts)
    return [
        None if not count else or_missing(next(labels)) if lost else next(labels)
        for count, lost in zip(kept.tolist(), partly.tolist(), strict=True)
    ]


def mean_labels(
    hierarchy: Hierarchy, starts: Ints, values: Codes, counts: Ints
) -> Labels:
    """The mean of the rows of each part, with one decimal more than the values have.

    Dates, and numbers of which some are coded, get the value nearest to the mean.
    """
    names, numbers = hierarchy.labels[0], numbers_of(hierarchy)
    rows = np.add.reduceat(counts, starts[:-1])
    means = np.add.reduceat(numbers[values] * counts, starts[:-1]) / rows
    exact = decimals(names, hierarchy.spelling)
    if exact is None:
        return nearest_labels(hierarchy, means)
    places = 1 + max([0, *(-exponent(number) for number in exact.values())])
    order = sorted(exact, key=exact.__getitem__)
    rank = np.full(len(names), -1)
    rank[order] = np.arange(len(order))
    lows = np.array(order)[np.minimum.reduceat(rank[values], starts[:-1])].tolist()
    highs = np.array(order)[np.maximum.reduceat(rank[values], starts[:-1])].tolist()
    return [
        names[low]
        if low == high
        else mean_label(mean, exact[low], exact[high], places, hierarchy.spelling)
        for mean, low, high in zip(means.tolist(), lows, highs, strict=True)
    ]


def mean_label(
    mean: float, low: Decimal, high: Decimal, places: int, spelling: Spelling
) -> str:
    """Format a mean inside the range of its numbers.

    A narrow range gets more decimals, so that the mean differs from the ends.

    >>> mean_label(2e-9, Decimal("1e-9"), Decimal("3e-9"), 10, Spelling())
    '0.000000002'
    >>> mean_label(1.5, Decimal("1.4"), Decimal("1.6"), 2, Spelling(decimal=","))
    '1,5'
    """
    shown = min(places, MOST_DECIMALS)
    # Of narrow ranges and small numbers more decimals tell something.
    span = high - low
    if span:
        shown = max(shown, min(places, DIGITS - span.adjusted()))
    rounded = Decimal(f"{mean:.{shown}f}")
    inside = min(max(rounded, low), high)
    text = f"{inside:f}"
    plain = text.rstrip("0").rstrip(".") if "." in text else text
    return spelling.spell(plain)


def nearest_labels(hierarchy: Hierarchy, numbers: Floats) -> Labels:
    """The value of the attribute that is nearest to each number."""
    order = leaf_order(hierarchy)
    line = numbers_of(hierarchy)[order]
    above = np.clip(np.searchsorted(line, numbers), 1, max(1, len(line) - 1))
    above = np.minimum(above, len(line) - 1)
    below = np.maximum(above - 1, 0)
    lower = numbers - line[below] <= line[above] - numbers
    names = hierarchy.labels[0]
    return [names[code] for code in order[np.where(lower, below, above)].tolist()]


def median_labels(
    hierarchy: Hierarchy, starts: Ints, values: Codes, counts: Ints
) -> Labels:
    """The lower median of the rows of each part, which is one of its values."""
    part = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    order = np.lexsort((numbers_of(hierarchy)[values], part))
    upto = np.cumsum(counts[order])
    ends = upto[starts[1:] - 1]
    before = ends - np.add.reduceat(counts, starts[:-1])
    middle = np.searchsorted(upto, (before + ends + 1) // 2)
    names = hierarchy.labels[0]
    return [names[code] for code in values[order][middle].tolist()]


AVERAGES: dict[str, Average] = {"mean": mean_labels, "median": median_labels}
"""Averages that may replace the numbers of a group, by name."""


def numbers_of(hierarchy: Hierarchy) -> Floats:
    """The number of each value of a number line."""
    return np.asarray(hierarchy.numbers, dtype=np.float64)


def decimals(
    names: Sequence[object], spelling: Spelling = PLAIN
) -> dict[int, Decimal] | None:
    """Every number by its code; None if some values are no plain numbers.

    >>> decimals([1, "2.50", None]), decimals(["2024-01-31"])
    ({0: Decimal('1'), 1: Decimal('2.50')}, None)
    """
    if spelling.days is not None:
        return None
    try:
        return {
            code: spelling.number(name)
            for code, name in enumerate(names)
            if name is not None
        }
    except ValueError:
        return None


def exponent(number: Decimal) -> int:
    """The power of ten of the last digit of a finite number."""
    return int(number.as_tuple().exponent)

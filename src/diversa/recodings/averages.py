# SPDX-License-Identifier: Apache-2.0
"""Averages: the mean or the median of a group's numbers, published in their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import as_decimal, as_text
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.recodings.axes import leaf_order

MISSING = "missing"
"""What a set says of a missing value."""

MOST_DECIMALS = 6
"""Decimals of a mean: more are the rounding of binary fractions."""

Labels = list[object]
"""What is published of one attribute in each part."""

Average = Callable[
    [Hierarchy, NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]], Labels
]
"""From where parts begin, and their values with counts, to what is published."""


def or_missing(label: object) -> str:
    """What is published of values of which some are missing."""
    return f"{{{as_text(label)}, {MISSING}}}"


def averaged_labels(
    hierarchy: Hierarchy,
    starts: NDArray[np.int64],
    values: NDArray[np.int32],
    counts: NDArray[np.int64],
    average: Average,
) -> Labels:
    """The average of the numbers of each part; that some are missing is said."""
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
    hierarchy: Hierarchy,
    starts: NDArray[np.int64],
    values: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> Labels:
    """The mean of the rows of each part, with one decimal more than the values have.

    Of dates, and of numbers of which some are coded, the value nearest to the mean.
    """
    names, numbers = hierarchy.labels[0], numbers_of(hierarchy)
    rows = np.add.reduceat(counts, starts[:-1])
    means = np.add.reduceat(numbers[values] * counts, starts[:-1]) / rows
    digits = decimals(names)
    if digits is None:
        return nearest_labels(hierarchy, means)
    shown = min(digits + 1, MOST_DECIMALS)
    texts = [f"{mean:.{shown}f}".rstrip("0").rstrip(".") for mean in means.tolist()]
    single = np.diff(starts) == 1
    return [
        names[value] if alone else text
        for value, alone, text in zip(
            values[starts[:-1]].tolist(), single.tolist(), texts, strict=True
        )
    ]


def nearest_labels(hierarchy: Hierarchy, numbers: NDArray[np.float64]) -> Labels:
    """For each number the value of the attribute that is nearest to it."""
    order = leaf_order(hierarchy)
    line = numbers_of(hierarchy)[order]
    above = np.clip(np.searchsorted(line, numbers), 1, max(1, len(line) - 1))
    above = np.minimum(above, len(line) - 1)
    below = np.maximum(above - 1, 0)
    lower = numbers - line[below] <= line[above] - numbers
    names = hierarchy.labels[0]
    return [names[code] for code in order[np.where(lower, below, above)].tolist()]


def median_labels(
    hierarchy: Hierarchy,
    starts: NDArray[np.int64],
    values: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> Labels:
    """The median of the rows of each part, the lower one of two: one of its values."""
    part = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    order = np.lexsort((numbers_of(hierarchy)[values], part))
    upto = np.cumsum(counts[order])
    ends = upto[starts[1:] - 1]
    before = ends - np.add.reduceat(counts, starts[:-1])
    middle = np.searchsorted(upto, (before + ends + 1) // 2)
    names = hierarchy.labels[0]
    return [names[code] for code in values[order][middle].tolist()]


AVERAGES: dict[str, Average] = {"mean": mean_labels, "median": median_labels}
"""What may be published of the numbers of a group in their place."""


def numbers_of(hierarchy: Hierarchy) -> NDArray[np.float64]:
    """The number of each value of a number line."""
    return np.asarray(hierarchy.numbers, dtype=np.float64)


def decimals(names: Sequence[object]) -> int | None:
    """The most decimals that a value has; None where some are no plain numbers.

    >>> decimals([1, "2.50"]), decimals(["2024-01-31"])
    (2, None)
    """
    try:
        texts = (as_text(name) for name in names if name is not None)
        exponents = [as_decimal(text).as_tuple().exponent for text in texts]
    except ValueError:
        return None
    return max([0, *(-exponent for exponent in exponents if isinstance(exponent, int))])

# SPDX-License-Identifier: Apache-2.0
"""Classes of values: numbers and dates cut into few classes of equal frequency.

Whoever looks for what goes with what needs rows enough of each value. Every other value
is a class of its own.
"""

from __future__ import annotations

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.data.dictionary import Dictionary

MOST_CLASSES = 16
"""Most classes of a column of numbers or dates."""


def frequency_classes(dictionary: Dictionary, rows: Ints) -> Codes:
    """The class of each value of a column, by its rows; classes are numbered in order.

    A class ends with the value that reaches its share of the rows. A missing value is a
    class of its own.

    Example:
        >>> ages = Dictionary.build("age", range(40), [1] * 40, kind="number")
        >>> frequency_classes(ages, np.ones(40, dtype=np.int64))[[0, 2, 3, 39]].tolist()
        [0, 0, 1, 15]
    """
    present, values = rows > 0, len(dictionary.values)
    few = np.count_nonzero(present[:values]) <= MOST_CLASSES
    order = None if few else number_order(dictionary)
    if order is None:
        return np.maximum(np.cumsum(present) - 1, 0).astype(np.int32)
    ordered = rows[order]
    before = np.cumsum(ordered) - ordered
    number = np.empty(values, dtype=np.int64)
    number[order] = before * MOST_CLASSES // int(ordered.sum())
    used = np.unique(number[present[:values]])
    number = np.minimum(np.searchsorted(used, number), len(used) - 1)
    lost = [len(used)] * (len(rows) - values)
    return np.append(number, lost).astype(np.int32)


def number_order(dictionary: Dictionary) -> Ints | None:
    """The codes in the order of their numbers or dates; None if they are others.

    Values that are texts count as numbers or dates if all of them can be read so.
    """
    try:
        return np.argsort(dictionary.numbers, kind="stable")
    except (TypeError, ValueError):
        pass
    if dictionary.spelling.hint is not None:
        return None  # the day and the month are not told apart
    try:
        days = [day.toordinal() for day in dictionary.dates]
    except (TypeError, ValueError):
        return None
    return np.argsort(np.array(days), kind="stable")

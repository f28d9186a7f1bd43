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


def frequency_classes(
    dictionary: Dictionary, rows: Ints, *, lower: bool = False
) -> Codes:
    """The class of each value of a column, by its rows; classes are numbered in order.

    A value whose rows reach into the next class is there, in the upper one; with
    `lower` it stays in the class of its first row. Few values are classes of their own,
    and so is the missing value. Numbers and dates are in their order, also where they
    are read as texts: a file and a frame have the same classes.

    Example:
        >>> ages = Dictionary.build("age", range(40), [1] * 40, kind="number")
        >>> rows = np.ones(40, dtype=np.int64)
        >>> frequency_classes(ages, rows)[:9].tolist()
        [0, 0, 1, 1, 1, 2, 2, 3, 3]
        >>> frequency_classes(ages, rows, lower=True)[:9].tolist()
        [0, 0, 0, 1, 1, 2, 2, 2, 3]
    """
    present, values = rows > 0, len(dictionary.values)
    order = number_order(dictionary)
    number = np.cumsum(present[:values])
    if order is not None:
        ordered = rows[order].astype(np.int64)
        ends = np.cumsum(ordered)
        if np.count_nonzero(ordered) <= MOST_CLASSES:
            place = np.cumsum(ordered > 0)
        else:
            sixteenths = (ends - ordered if lower else ends) * MOST_CLASSES
            place = np.maximum(sixteenths - (not lower), 0) // ends[-1]
        number = np.empty(values, dtype=np.int64)
        number[order] = place
    used = np.unique(number[present[:values]])
    number = np.minimum(np.searchsorted(used, number), max(0, len(used) - 1))
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

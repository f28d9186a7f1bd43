# SPDX-License-Identifier: Apache-2.0
"""Numbers for lines of codes: equal for equal lines, and in their order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from diversa.array_types import Codes, Ints

MOST_NUMBERS = 2**31
"""With fewer numbers of values, a group and such a number are one of 63 bits."""


def line_numbers(codes: Codes, sizes: Sequence[int]) -> Ints:
    """A number for each line of codes, equal for equal lines, and in their order.

    >>> line_numbers(np.array([[1, 0], [0, 2], [1, 0]], np.int32), [2, 3]).tolist()
    [3, 2, 3]
    """
    if math.prod(sizes) >= MOST_NUMBERS:
        _, number = np.unique(codes, axis=0, return_inverse=True)
        return number.ravel()
    number = np.zeros(len(codes), dtype=np.int64)
    for column, size in enumerate(sizes):
        number = number * size + codes[:, column]
    return number

# SPDX-License-Identifier: Apache-2.0
"""Isolation: the chance that exactly one row of a group is in a cell.

The rows of a group are drawn independently inside its label, and a cell has a share of
the label. What is known of the number of rows in the cell changes the chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

import numpy as np

from diversa.array_types import Floats, Ints


def isolation(
    rows: int, share: Fraction, possible: Iterable[int] | None = None
) -> Fraction:
    """The chance of exactly one row in the cell, given the numbers that are possible.

    Example:
        >>> tenth = Fraction(1, 10)
        >>> isolation(5, tenth), isolation(5, tenth, range(1, 5))
        (Fraction(6561, 20000), Fraction(729, 910))
    """
    numbers = set(range(rows + 1) if possible is None else possible)
    chance = {
        number: comb(rows, number) * share**number * (1 - share) ** (rows - number)
        for number in numbers
        if 0 <= number <= rows
    }
    total = sum(chance.values())
    return chance.get(1, Fraction(0)) / total if total else Fraction(0)


def isolation_scores(rows: Ints, shares: Floats, backing: Ints) -> Floats:
    """The chance of exactly one row in each of many cells.

    `backing` is the least number of rows that a claim puts into the cell: 0 without a
    claim. A cell that two rows are in isolates nobody.

    >>> five, tenth = np.array([5, 5, 5]), np.array([0.1, 0.1, 0.1])
    >>> isolation_scores(five, tenth, np.array([0, 1, 2])).round(3).tolist()
    [0.328, 0.801, 0.0]
    """
    one = rows * shares * (1 - shares) ** (rows - 1)
    some = 1 - (1 - shares) ** rows
    given = np.divide(one, some, out=np.ones_like(one), where=some > 0)
    return np.where(backing > 1, 0.0, np.where(backing == 1, given, one))


def unavoidable_isolation(rows: int) -> Fraction:
    """The best chance of exactly one row in a cell of which nothing is claimed.

    A hash of all values that one row in `rows` has attains it in every group, whatever
    is published.

    >>> unavoidable_isolation(5)
    Fraction(256, 625)
    """
    return isolation(rows, Fraction(1, rows))

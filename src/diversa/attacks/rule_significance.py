# SPDX-License-Identifier: Apache-2.0
"""The significance of rare pairs: is a count too small to be chance?

Of n rows, some have a condition, some have a value, and few have both. If the condition
and the value were independent, the rows with both would be hypergeometric.
"""

from __future__ import annotations

import math

import numpy as np

from diversa.array_types import Bools, Floats, Ints

NEGLIGIBLE = 1e-17
"""Terms of a sum that are smaller than this share of it do not matter."""


def log_binomials(upper: Ints, lower: Ints) -> Floats:
    """Logarithms of binomial coefficients."""
    return log_factorials(upper) - log_factorials(lower) - log_factorials(upper - lower)


def log_factorials(numbers: Ints) -> Floats:
    """Logarithms of factorials."""
    distinct, place = np.unique(numbers, return_inverse=True)
    found = [math.lgamma(number + 1) for number in distinct.tolist()]
    return np.array(found, dtype=np.float64)[place]


def chances_of_so_few(rows: int, condition: Ints, value: Ints, both: Ints) -> Floats:
    """The probability of as few rows with both, or fewer, if they were independent.

    Counts that are not below what is expected have a probability of at least one half;
    they get 1.

    Args:
        rows: All rows.
        condition: Rows with the condition.
        value: Rows with the value.
        both: Rows with both.

    Example:
        >>> ten, six, none = (np.array([number]) for number in (10, 6, 0))
        >>> bool(np.isclose(chances_of_so_few(20, ten, six, none), 7 / 1292)[0])
        True
    """
    chances = np.ones(len(both))
    few = np.flatnonzero(both * float(rows) < condition * value.astype(np.float64))
    x, v, j = (numbers[few].astype(np.int64) for numbers in (condition, value, both))
    first = (
        log_binomials(v, j)
        + log_binomials(rows - v, x - j)
        - log_binomials(np.full(len(x), rows), x)
    )
    total, term = np.ones(len(few)), np.ones(len(few))
    place = np.arange(len(few))
    while (going := (j > 0) & (term > NEGLIGIBLE * total[place])).any():
        x, v, j, place = (one[going] for one in (x, v, j, place))
        ratio = j / (v - j + 1.0) * ((rows - v - x + j) / (x - j + 1.0))
        term, j = term[going] * ratio, j - 1
        total[place] += term
    chances[few] = np.minimum(1.0, np.exp(first) * total)
    return chances


def holm(chances: Floats, level: float, tests: int | None = None) -> Bools:
    """Mark what is significant at a level, however many tests were made.

    Holm's correction: the i-th smallest of m probabilities is compared with the level
    over m - i + 1, until the first that is larger. Tests that are not given have a
    probability of 1.

    Example:
        >>> holm(np.array([0.04, 0.01, 0.03]), 0.05).tolist()
        [False, True, False]
    """
    every = len(chances) if tests is None else tests
    order = np.argsort(chances, kind="stable")
    passes = chances[order] <= level / (every - np.arange(len(chances)))
    last = int(passes.argmin()) if not passes.all() else len(passes)
    marks = np.zeros(len(chances), dtype=np.bool_)
    marks[order[:last]] = True
    return marks

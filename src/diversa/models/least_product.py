# SPDX-License-Identifier: Apache-2.0
"""The least product over all ways to share pieces of knowledge among groups.

Groups are independent, so an adversary's knowledge about several of them multiplies.
What a group contributes depends on how many pieces go to it; the worst adversary shares
them so that the product is least. Numbers are floats or exact fractions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, product
from operator import add, le

import numpy as np
from numpy.typing import NDArray

from diversa.counts.light_numpy import distinct

Number = float | Fraction
"""A factor."""

Pieces = tuple[int, ...]
"""Pieces of each kind of knowledge."""

Factors = Mapping[Pieces, Number]
"""The factor of a group with these pieces; never more with more of them."""


def combine(first: Factors, second: Factors, most: Pieces) -> dict[Pieces, Number]:
    """The least product over sharing pieces between two."""
    least: dict[Pieces, Number] = {}
    for a, x in first.items():
        for b, y in second.items():
            total = tuple(map(add, a, b))
            if all(map(le, total, most)):
                least[total] = min(least.get(total, 1), x * y)
    return least


def without_each(factors: Sequence[Factors], most: Pieces) -> list[Factors]:
    """For each group, the least products over the others; last, over all of them.

    Example:
        >>> factors = [{(0,): 1, (1,): 0.5}, {(0,): 1, (1,): 0.2}]
        >>> [dict(rest)[(1,)] for rest in without_each(factors, (1,))]
        [0.2, 0.5, 0.2]
    """
    # Pieces may be wasted: with none of the groups the product is 1 for any number.
    nothing: Factors = dict.fromkeys(product(*(range(n + 1) for n in most)), 1)

    def join(first: Factors, second: Factors) -> Factors:
        return combine(first, second, most)

    before = list(accumulate(factors, join, initial=nothing))
    after = list(accumulate(reversed(factors), join, initial=nothing))[::-1]
    rests = zip(before[:-1], after[1:], strict=True)
    return [*(join(first, second) for first, second in rests), before[-1]]


def candidates(factors: NDArray[np.float64], others: int) -> NDArray[np.int64]:
    """The groups among which the least product is found, whichever group is left out.

    At most `others` of them get a piece, so for every number of pieces the `others`
    least factors are enough, and one more for the group that is left out. Factors that
    differ by less than rounding are taken for equal.

    `factors` has one line for each number of pieces, one column per group.
    """
    groups = factors.shape[1]
    wanted = min(others + 1, groups)
    if wanted == groups:
        return np.arange(groups)
    chosen = [np.argpartition(line, wanted - 1)[:wanted] for line in factors]
    return distinct(np.concatenate(chosen))

# SPDX-License-Identifier: Apache-2.0
"""The claims of published averages.

A median is the value of a row. A mean tells the sum of all rows: where the possible
values are few, only some choices of rows have this sum, and a value that is in all of
them is claimed.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.labels.claim import (
    GENERAL,
    SINGLE,
    Claim,
    ColumnClaims,
    LabelClaims,
    apart,
)
from diversa.labels.label import point
from diversa.labels.label_claims import LabelColumn

MOST_VALUES = 64
"""Most values of a column for which all choices of rows are tried."""

MOST_SUMS = 2**17
"""Most different sums that are tried for one mean."""


def average_states(
    column: LabelColumn, codes: Codes, sizes: Ints
) -> tuple[ColumnClaims, Ints]:
    """The claims of each label with each size of group, and the pair of each group."""
    most = int(sizes.max(initial=0)) + 1
    pairs, which = np.unique(codes.astype(np.int64) * most + sizes, return_inverse=True)
    labels = [column.labels[pair // most] for pair in pairs.tolist()]
    read = [
        claims_of_average(column, label, int(pair % most))
        for label, pair in zip(labels, pairs.tolist(), strict=True)
    ]
    return ColumnClaims.of(column.column, labels, read), which.ravel()


def claims_of_average(column: LabelColumn, label: str | None, rows: int) -> LabelClaims:
    """The claims of one label of a group of so many rows."""
    number = None if label is None else point(column.spelling.plain(label))
    if label is None or number is None or number.low is None:
        return column.read(label)
    if rows == 1:
        return SINGLE
    if column.meaning.average == "median":
        return apart([Claim(label)])
    if column.domain is None:
        return GENERAL
    return claims_of_mean(column.domain, number.low, rows)


@cache
def claims_of_mean(domain: Hierarchy, mean: Decimal, rows: int) -> LabelClaims:
    """The values that every choice of rows with this mean has, to its rounding."""
    names = [name for name in domain.labels[0] if name is not None]
    from diversa.recodings.averages import decimals, exponent  # few tables have means

    exact = decimals(names, domain.spelling)
    if not exact or len(exact) > MOST_VALUES:
        return GENERAL
    digits = max(0, *(-exponent(value) for value in exact.values()))
    shown = max(digits + 1, -exponent(mean))
    scale = Decimal(10) ** shown
    values = [int(exact[place] * scale) for place in range(len(names))]
    wanted, half = int(mean * scale) * rows, rows / Decimal(2)
    low, high = min(values), max(values)
    if (high - low) * rows > MOST_SUMS:
        return GENERAL
    claims = []
    for place, value in enumerate(values):
        others = [other - low for other in values if other != value]
        sums = sums_of(others, rows)
        backing = next(
            (
                own
                for own in range(rows + 1)
                if reaches(
                    sums[rows - own],
                    wanted - low * rows - own * (value - low),
                    int(half),
                )
            ),
            0,
        )
        if backing:
            claims.append(Claim(str(names[place]), backing))
    return apart(claims) if claims else GENERAL


def sums_of(values: list[int], rows: int) -> list[int]:
    """The sums of 0, 1, 2, ... rows: a number whose bits are the sums that occur.

    >>> [bin(sums) for sums in sums_of([0, 2], 2)]
    ['0b1', '0b101', '0b10101']
    """
    sums = [1]
    for _ in range(rows):
        more = 0
        for value in values:
            more |= sums[-1] << value
        sums.append(more)
    return sums


def reaches(sums: int, wanted: int, half: int) -> bool:
    """True if a sum is at most `half` away from the wanted one."""
    low, high = max(0, wanted - half), wanted + half
    return high >= 0 and bool(sums >> low & ((1 << (high - low + 1)) - 1))

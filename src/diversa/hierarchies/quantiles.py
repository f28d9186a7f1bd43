# SPDX-License-Identifier: Apache-2.0
"""Quantiles: numbers in ranges that hold about equally many rows each.

Made for skewed numbers such as incomes, of which ranges of equal widths would put
nearly all rows into one. The ranges begin at the roundest numbers that divide the rows
in this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import floor, log10

import numpy as np

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.grid import exact_values
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.intervals import Intervals


@dataclass(frozen=True)
class Quantiles:
    """Ranges with about equally many rows, fewer of them on each level.

    Example:
        >>> values = [900, 1200, 1900, 40000]
        >>> pay = Dictionary.build("pay", values, [5] * 4, kind="number")
        >>> Quantiles((4, 2)).build(pay).labels[1:]
        (('<1000', '1000-1499', '1500-19999', '>=20000'), ('<1500', '>=1500'), ('*',))
    """

    parts: tuple[int, ...] = (16, 8, 4, 2)
    """The number of ranges on each level, each a divisor of the one before."""
    top: bool = True
    """True if `*` is the last level."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(self.parts))
        divides = all(more % fewer == 0 for more, fewer in pairwise(self.parts))
        rising = any(more <= fewer for more, fewer in pairwise(self.parts))
        if not self.parts or min(self.parts) < 2 or not divides or rising:
            raise HierarchyError(
                "quantiles: parts must be numbers from 2 on, each a divisor of the one"
                f" before, got {list(self.parts)}; for example 16, 8, 4, 2"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the numbers of one column."""
        values = exact_values(dictionary)
        order = sorted(range(len(values)), key=values.__getitem__)
        ranked = [values[code] for code in order]
        cuts = cuts_of(ranked, dictionary.counts[order].tolist(), self.parts[0])
        levels = []
        for parts in self.parts:
            step = self.parts[0] // parts
            kept = [cut for cut in cuts[step - 1 :: step] if cut is not None]
            levels.append(tuple(dict.fromkeys(map(as_decimal, kept))))
        shown = tuple(dict.fromkeys(level for level in levels if level))
        return Intervals(cuts=shown, top=self.top).build(dictionary)


def cuts_of(
    ranked: Sequence[Fraction], rows: Sequence[int], parts: int
) -> list[Fraction | None]:
    """Beginnings of ranges with about equally many rows.

    None where the range would be without rows: one number has those of several ranges.

    >>> [str(cut) for cut in cuts_of([Fraction(1), Fraction(7)], [3, 1], 2)]
    ['5']
    """
    below = np.concatenate([[0], np.cumsum(rows)])
    cuts: list[Fraction | None] = []
    for part in range(1, parts):
        wanted = below[-1] * part / parts
        place = int(np.abs(below - wanted).argmin())
        inner = 0 < place < len(ranked)
        cuts.append(roundest(ranked[place - 1], ranked[place]) if inner else None)
    return cuts


def roundest(below: Fraction, upto: Fraction) -> Fraction:
    """The roundest number above one number and up to another.

    >>> [str(roundest(Fraction(a), Fraction(b))) for a, b in [(17, 23), (98, 99)]]
    ['20', '99']
    """
    power = floor(log10(upto - below)) + 1
    while True:
        for digit in (10, 5, 2, 1):
            step = Fraction(10) ** power * digit / 10
            number = (floor(below / step) + 1) * step
            if number <= upto:
                return number
        power -= 1


def as_decimal(number: Fraction) -> Decimal:
    """A round number as a plan writes it."""
    return Decimal(number.numerator) / Decimal(number.denominator)

# SPDX-License-Identifier: Apache-2.0
"""The discernibility metric DM."""

from __future__ import annotations

import math
from functools import reduce

import numpy as np

from diversa.array_types import Floats, Ints
from diversa.metrics.metric import Metric
from diversa.metrics.objective import Marginals, Node, Objective, Outcome
from diversa.metrics.recoded import Recoded

HALF = 20
"""Bits of the lower half of a number of rows."""

LOW = (1 << HALF) - 1
"""Mask of the lower half of a number."""


class Discernibility(Objective):
    """DM: each row costs the size of its group, a suppressed row the whole table.

    `Σ N² + s·n`. Lower is better; at least n.

    Reference:
        R. Bayardo, R. Agrawal, Data privacy through optimal k-anonymization, ICDE 2005.
    """

    name = "discernibility"

    def cost(self, outcome: Outcome) -> float:
        sizes = outcome.frequency_set.group_rows[outcome.kept]
        return float(sum_of_products(sizes, sizes) + outcome.suppressed * outcome.rows)

    def floor(self, terms: Marginals) -> Floats:
        # The rows of a label fall into at most as many groups as the labels of the
        # other attributes combine to, and squares are least where rows are spread
        # evenly. Removing a group saves nothing: n·N >= N².
        sizes = [np.maximum(hierarchy.sizes, 1.0) for hierarchy in terms.hierarchies]
        groups = reduce(np.multiply.outer, sizes, np.ones(()))
        least = np.full(groups.shape, float(terms.rows))
        for place, squares in enumerate(squares_of(terms)):
            spread = squares * sizes[place]
            along = spread.reshape(-1, *[1] * (groups.ndim - place - 1))
            np.maximum(least, np.floor(along / groups), out=least)
        return least

    def level_penalties(self, outcome: Outcome, gone: Ints) -> Floats:
        return np.array(self.penalty(outcome, gone))

    def least_between(
        self, terms: Marginals, low: Node, high: Node, penalties: Floats | None
    ) -> float:
        # The floor grows from a node to those above it, so the lowest has the least.
        del high
        each = zip(terms.hierarchies, low, strict=True)
        sizes = [max(1, hierarchy.sizes[level]) for hierarchy, level in each]
        groups, least = math.prod(sizes), terms.rows
        for size, (squares, level) in zip(
            sizes, zip(squares_of(terms), low, strict=True), strict=True
        ):
            least = max(least, int(squares[level] * size // groups))
        return least + (0.0 if penalties is None else float(penalties))

    def penalty(self, outcome: Outcome, gone: Ints) -> float:
        # A row that is removed below costs n instead of the size of its group there,
        # which is what the floor may hold of it: at most the size of its group here.
        sizes = outcome.frequency_set.group_rows
        return float(sum_of_products(gone, outcome.rows - sizes))


def squares_of(terms: Marginals) -> list[Floats]:
    """Squared rows of the labels of each level, added up: a line per attribute."""

    def squares() -> list[Floats]:
        each = zip(terms.hierarchies, terms.counts, strict=True)
        return [
            np.array(
                [
                    np.square(np.bincount(hierarchy.step(0, level), counts)).sum()
                    for level in range(hierarchy.height + 1)
                ]
            )
            for hierarchy, counts in each
        ]

    return terms.memo.once("squares", squares)


def sum_of_products(one: Ints, other: Ints) -> int:
    """The sum of the products of numbers of rows, beyond 63 bits too.

    From three billion rows on, the square of a group outgrows an integer; the halves
    of numbers do not, up to some trillion rows.

    >>> sum_of_products(np.array([10**11, 3]), np.array([10**11, 2]))
    10000000000000000000006
    """
    highs, lows = (one >> HALF, other >> HALF), (one & LOW, other & LOW)
    crossed = int((highs[0] * lows[1]).sum()) + int((lows[0] * highs[1]).sum())
    high, low = int((highs[0] * highs[1]).sum()), int((lows[0] * lows[1]).sum())
    return (high << 2 * HALF) + (crossed << HALF) + low


def discernibility(recoded: Recoded) -> int:
    """DM of a release; starred rows cost the whole table, as dropped ones do."""
    sizes = recoded.groups.sizes
    return sum_of_products(sizes, sizes) + recoded.suppressed * recoded.total


DISCERNIBILITY = Metric(
    "discernibility",
    "discernibility (DM)",
    "sum of squared group sizes; lower is better",
    lambda recoded, _: discernibility(recoded),
    withheld="all rows of the table",
)

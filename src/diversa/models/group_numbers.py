# SPDX-License-Identifier: Apache-2.0
"""Numbers: what a model measures, one per group, exact where counts allow it.

Most measures are ratios of counts (N / r_1, r_1 / tail, ...). They are kept as a pair
of integers, so a comparison with a bound such as 14/5 is a comparison of integers and
no rounding can turn "holds" into "fails" or back.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diversa.models.parameters import write_number

Sense = Literal[">=", "<=", "<"]
"""Relation of a measure to its bound when the model holds."""

COMPARE: dict[Sense, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "<": operator.lt,
}
"""The comparison that each sense stands for."""

NEAR = 1e-9
"""Relative distance below which a float comparison is repeated in integers."""

INTEGER = 2**62
"""Products below this fit a 64-bit integer."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """One ratio of integers per group; x/0 is infinite and 0/0 is 0.

    Example:
        >>> numbers = Numbers(np.array([4, 3]), np.array([2, 2]))
        >>> numbers.satisfy(">=", Fraction(3, 2)).tolist()
        [True, True]
        >>> numbers.satisfy("<", Fraction(3, 2)).tolist()
        [False, False]
    """

    numerators: NDArray[Any] = field(repr=False)
    """Integers, or floats where a measure is no ratio of counts (then over 1).

    Integers that outgrow 64 bits are Python's own, in an array of objects.
    """
    denominators: NDArray[Any] | None = field(default=None, repr=False)
    """Positive integers or 0; None means 1."""

    def __len__(self) -> int:
        return len(self.numerators)

    @property
    def floats(self) -> NDArray[np.float64]:
        """The numbers, rounded to floats."""
        if self.denominators is None:
            return self.numerators.astype(np.float64)
        if self.numerators.dtype == object:
            return divide_exactly(self.numerators, self._denominators)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = self.numerators / self.denominators
        return np.where(self.numerators == 0, 0.0, ratios)

    def satisfy(self, sense: Sense, bound: Fraction) -> NDArray[np.bool_]:
        """Compare every number with a bound, exactly where both are rational."""
        compare = COMPARE[sense]
        if np.issubdtype(self.numerators.dtype, np.floating):
            return compare(self.floats, as_float(bound))
        if self.denominators is None and bound.denominator == 1:
            return compare(self.numerators, bound.numerator)
        above, below = self.numerators, self._denominators
        largest = max(
            int(above.max(initial=1)) * bound.denominator,
            int(below.max(initial=1)) * abs(bound.numerator),
        )
        if largest < INTEGER:
            return compare(above * bound.denominator, below * bound.numerator)
        return self._satisfy_wide(sense, bound)

    @property
    def _denominators(self) -> NDArray[Any]:
        """The denominators with 0/0 written as 0/1."""
        if self.denominators is None:
            return np.ones(len(self), dtype=np.int64)
        return np.where(self.numerators == 0, 1, self.denominators)

    def _satisfy_wide(self, sense: Sense, bound: Fraction) -> NDArray[np.bool_]:
        """Compare where products outgrow an integer."""
        return satisfy_rounded(
            self.floats, sense, bound, lambda near: map(self.exact, near.tolist())
        )

    def exact(self, place: int) -> Fraction:
        """One number that is not infinite, as a fraction."""
        above = int(self.numerators[place])
        below = 1 if self.denominators is None else int(self.denominators[place])
        return Fraction(above, below) if above else Fraction(0)

    def worst(self, sense: Sense) -> float:
        """The number farthest on the failing side; infinite when there is no group."""
        if len(self) == 0:
            return float("inf")
        floats = self.floats
        return float(floats.min() if sense == ">=" else floats.max())

    def worst_by(
        self, parent: NDArray[np.int64], parents: int, sense: Sense
    ) -> Numbers:
        """Keep, for every parent, the worst of its children's numbers."""
        floats = self.floats
        order = np.lexsort((floats if sense == ">=" else -floats, parent))
        _, first = np.unique(parent[order], return_index=True)
        if len(first) != parents:
            message = "every parent must have a child"
            raise ValueError(message)
        chosen = order[first]
        below = None if self.denominators is None else self.denominators[chosen]
        return Numbers(self.numerators[chosen], below)

    def worst_in(self, starts: NDArray[np.int64], sense: Sense) -> Numbers:
        """Keep the worst number of each run; all runs hold at least one number."""
        floats, runs = self.floats, starts[:-1]
        if len(runs) == 0:
            return self
        extreme = np.minimum if sense == ">=" else np.maximum
        worst = np.repeat(extreme.reduceat(floats, runs), np.diff(starts))
        places = np.where(floats == worst, np.arange(len(floats)), len(floats))
        chosen = np.minimum.reduceat(places, runs)
        below = None if self.denominators is None else self.denominators[chosen]
        return Numbers(self.numerators[chosen], below)

    def least(self, other: Numbers) -> Numbers:
        """The smaller number of each pair."""
        smaller = other.floats < self.floats
        return Numbers(
            np.where(smaller, other.numerators, self.numerators),
            np.where(smaller, other._denominators, self._denominators),
        )

    def spread(self, where: NDArray[np.bool_]) -> Numbers:
        """Put the numbers where they belong among others that are infinite."""
        above = np.ones(len(where), dtype=self.numerators.dtype)
        below = np.zeros(len(where), dtype=self._denominators.dtype)
        above[where], below[where] = self.numerators, self._denominators
        return Numbers(above, below)

    def out_of_reach(self, where: NDArray[np.bool_], sense: Sense) -> Numbers:
        """Give chosen groups the number that fails every bound."""
        above, below = (0, 1) if sense == ">=" else (1, 0)
        return Numbers(
            np.where(where, above, self.numerators),
            np.where(where, below, self._denominators),
        )


def satisfy_rounded(
    floats: NDArray[np.float64],
    sense: Sense,
    bound: Fraction,
    exact: Callable[[NDArray[np.int64]], Iterable[Fraction]],
) -> NDArray[np.bool_]:
    """Compare rounded numbers with a bound; `exact` gives those that are near it."""
    compare, limit = COMPARE[sense], as_float(bound)
    holds = compare(floats, limit)
    near = np.flatnonzero(np.abs(floats - limit) <= NEAR * max(1.0, abs(limit)))
    if len(near):
        holds[near] = [compare(number, bound) for number in exact(near)]
    return holds


def divide_exactly(
    numerators: NDArray[np.object_], denominators: NDArray[np.object_]
) -> NDArray[np.float64]:
    """Divide integers of any size; x/0 is infinite."""
    pairs = zip(numerators.tolist(), denominators.tolist(), strict=True)
    ratios = [above / below if below else float("inf") for above, below in pairs]
    return np.array(ratios, dtype=np.float64)


def as_float(bound: Fraction) -> float:
    """The bound as a float; one larger than every float is cut.

    >>> as_float(Fraction("2.8")), as_float(Fraction(10) ** 400) == sys.float_info.max
    (2.8, True)
    """
    return float(min(bound, Fraction(sys.float_info.max)))


def level_in_words(
    level: float, what: str, sense: Sense, fixed: Mapping[str, Fraction | int]
) -> str:
    """Say a level; a strict bound stays strict, digits are cut on the safe side.

    `fixed` are the other numbers of the model.

    >>> level_in_words(2**1.5, "entropy l", ">=", {})
    'entropy l = 2.828'
    >>> level_in_words(math.inf, "c", "<", {"l": 2})
    'no c that holds at l = 2'
    """
    others = ", ".join(
        f"{name} = {write_number(number)}" for name, number in fixed.items()
    )
    at = f" at {others}" if others else ""
    if math.isinf(level):
        return f"every {what}{at}" if sense == ">=" else f"no {what} that holds{at}"
    relation = ">" if sense == "<" else "="
    return f"{what} {relation} {write_number(cut_safely(level, sense))}{at}"


def cut_safely(level: float, sense: Sense) -> Fraction:
    """Cut a level to three decimals on the side on which it still holds.

    >>> [float(cut_safely(2.9996, sense)) for sense in (">=", "<=", "<")]
    [2.999, 3.0, 3.0]
    """
    thousandths = round(level * 1000, 6)  # 2.9999999999999996 is a rounded 3
    cut = math.floor if sense == ">=" else math.ceil
    return Fraction(cut(thousandths), 1000)

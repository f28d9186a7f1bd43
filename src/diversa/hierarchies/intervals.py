# SPDX-License-Identifier: Apache-2.0
"""Intervals: numbers generalized to ranges that grow from level to level.

A range holds its lower end and not its upper one. Whole numbers are labelled by the
first and the last number of the range (`1-5`, `[-5, -1]` below zero), other numbers by
its ends (`[0.5, 1)`); open ranges read `<30` and `>=40`. The ends of a label never
reach over a declared bound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from diversa.data.dictionary import Dictionary
from diversa.data.spelling import PLAIN, Spelling
from diversa.errors import HierarchyError
from diversa.hierarchies.coverage import refuse_gaps
from diversa.hierarchies.grid import (
    Number,
    check_steps,
    exact,
    exact_values,
    lines_below,
    number_hierarchy,
    number_text,
    shortest,
)
from diversa.hierarchies.hierarchy import TOP, Hierarchy

Range = tuple[Fraction | None, Fraction | None]
"""Lower and upper end; None where it is open."""


@dataclass(frozen=True)
class Intervals:
    """Ranges of equal widths, or between given cuts.

    Example:
        >>> ages = Dictionary.build("age", [5, 6, 20, 21], [1] * 4, kind="number")
        >>> Intervals((5, 10, 20), origin=1).build(ages).labels[1:]
        (('1-5', '6-10', '16-20', '21-25'), ('1-10', '11-20', '21-30'), \
('1-20', '21-40'), ('*',))
        >>> Intervals(cuts=((10, 20), (20,))).build(ages).labels[1:]
        (('<10', '>=20'), ('<20', '>=20'), ('*',))
    """

    widths: tuple[Number, ...] = ()
    """Width of the ranges on each level, each a multiple of the one before."""
    cuts: tuple[tuple[Number, ...], ...] = ()
    """Instead of widths: where ranges begin, per level; levels only leave cuts out."""
    origin: Number = 0
    """A number where a range begins on every level."""
    low: Number | None = None
    """Smallest number of the domain; a smaller one is refused unless ends are open."""
    high: Number | None = None
    """Largest number of the domain; with open ends the first one beyond it."""
    open_ends: bool = False
    """Put numbers below `low` in one range and numbers from `high` on in another."""
    top: bool = True
    """True if `*` is the last level."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "widths", tuple(map(shortest, self.widths)))
        cuts = tuple(tuple(map(shortest, level)) for level in self.cuts)
        object.__setattr__(self, "cuts", cuts)
        for end in ("origin", "low", "high"):
            if getattr(self, end) is not None:
                object.__setattr__(self, end, shortest(getattr(self, end)))
        if bool(self.widths) == bool(self.cuts):
            raise HierarchyError("intervals: give either widths or cuts")
        if self.widths:
            check_steps(self.widths, where="intervals: widths")
        else:
            self._check_cuts()
        self._check_bounds()

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        values = exact_values(dictionary)
        self._refuse_outside(dictionary, values)
        whole = all(value.denominator == 1 for value in values)
        levels = self._widen(values) if self.widths else self._cut(values)
        spelling = dictionary.spelling
        columns = [self._label(ranges, spelling, whole=whole) for ranges in levels]
        return number_hierarchy(dictionary, columns, values, top=self.top)

    @property
    def _bounds(self) -> Range:
        low = None if self.low is None else exact(self.low)
        return low, None if self.high is None else exact(self.high)

    def _check_cuts(self) -> None:
        if self.open_ends or self.origin != 0:
            raise HierarchyError(
                "intervals: cuts take no origin and no open_ends;"
                " their first and last range are open unless low or high is given"
            )
        for cuts in self.cuts:
            if not cuts or any(exact(a) >= exact(b) for a, b in pairwise(cuts)):
                raise HierarchyError(
                    f"intervals: cuts of a level must ascend, got {list(cuts)}"
                )
        for finer, coarser in pairwise(self.cuts):
            new = {exact(cut) for cut in coarser} - {exact(cut) for cut in finer}
            if new:
                raise HierarchyError(
                    "intervals: cuts of a level must be among those of the level"
                    f" before, so that levels nest, got {number_text(min(new))};"
                    f" there are: {', '.join(map(str, finer))}"
                )

    def _check_bounds(self) -> None:
        if self.open_ends and self.low is None and self.high is None:
            raise HierarchyError("intervals: open_ends needs low, high or both")
        inner = [cut for cuts in self.cuts[:1] for cut in cuts]
        line = [exact(end) for end in (self.low, *inner, self.high) if end is not None]
        if any(a >= b for a, b in pairwise(line)):
            raise HierarchyError(
                f"intervals: low must be below {'every cut and ' if inner else ''}high,"
                f" got low = {self.low}, high = {self.high}"
            )

    def _refuse_outside(
        self, dictionary: Dictionary, values: Sequence[Fraction]
    ) -> None:
        if self.open_ends:
            return
        low, high = self._bounds
        outside = [
            code
            for code, value in enumerate(values)
            if (low is not None and value < low) or (high is not None and value > high)
        ]
        fault = f"outside the declared bounds (low = {self.low}, high = {self.high})"
        refuse_gaps(dictionary, outside, fault, "widen the bounds, or set open_ends")

    def _widen(self, values: Sequence[Fraction]) -> Iterator[list[Range]]:
        low, high = self._bounds
        origin, finest = exact(self.origin), exact(self.widths[0])
        lines = lines_below(values, origin=origin, step=finest)
        if high is not None and not self.open_ends:
            # The domain's largest number belongs to the last range that begins below.
            last = ceil((high - origin) / finest) - 1
            lines = [min(line, last) for line in lines]
        below, above = (None, low), (high, None)
        ends = [self._open_end(value, below, above) for value in values]
        for width in map(exact, self.widths):
            multiple = int(width / finest)
            inner = {
                line: clip(origin + line * width, width, low=low, high=high)
                for line in {line // multiple for line in lines}
            }
            yield [
                end or inner[line // multiple]
                for end, line in zip(ends, lines, strict=True)
            ]

    def _open_end(self, value: Fraction, below: Range, above: Range) -> Range | None:
        """The one of two ranges without an end that a value lies in, if it does."""
        low, high = below[1], above[0]
        if self.open_ends and low is not None and value < low:
            return below
        if self.open_ends and high is not None and value >= high:
            return above
        return None

    def _cut(self, values: Sequence[Fraction]) -> Iterator[list[Range]]:
        low, high = self._bounds
        for cuts in self.cuts:
            inner = [exact(cut) for cut in cuts]
            ranges = list(pairwise([low, *inner, high]))
            yield [ranges[bisect_right(inner, value)] for value in values]

    def _label(
        self, ranges: Sequence[Range], spelling: Spelling, *, whole: bool
    ) -> list[str]:
        closed = None if self.open_ends else self._bounds[1]
        # By identity: to hash fractions takes longer than all the rest.
        texts = {
            place: range_label(ends, whole=whole, closed=closed, spelling=spelling)
            for place, ends in {id(ends): ends for ends in ranges}.items()
        }
        return [texts[id(ends)] for ends in ranges]


def clip(
    begin: Fraction, width: Fraction, *, low: Fraction | None, high: Fraction | None
) -> Range:
    """Cut a range to the declared bounds."""
    lower = begin if low is None else max(begin, low)
    return lower, begin + width if high is None else min(begin + width, high)


def range_label(
    ends: Range,
    *,
    whole: bool,
    closed: Fraction | None = None,
    spelling: Spelling = PLAIN,
) -> str:
    """Write a range; `closed` is an upper end that belongs to its range.

    >>> range_label((Fraction(30), Fraction(40)), whole=True)
    '30-39'
    >>> range_label((Fraction(30), Fraction(40)), whole=False)
    '[30, 40)'
    """
    lower, upper = ends
    if lower is None or upper is None:
        return open_label(lower, upper, spelling)
    includes_end = upper == closed
    # A comma between the ends would be taken for one of a number.
    between = ";" if "," in (spelling.decimal, spelling.thousands) else ","
    if not whole:
        low, high = (spelling.spell(number_text(end)) for end in (lower, upper))
        return f"[{low}{between} {high}{']' if includes_end else ')'}"
    first, last = ceil(lower), floor(upper) if includes_end else ceil(upper) - 1
    low, high = spelling.spell(str(first)), spelling.spell(str(last))
    if first == last:
        return low
    return f"{low}-{high}" if first >= 0 else f"[{low}{between} {high}]"


def open_label(
    lower: Fraction | None, upper: Fraction | None, spelling: Spelling
) -> str:
    """Write a range with an open end."""
    if lower is not None:
        return f">={spelling.spell(number_text(lower))}"
    return TOP if upper is None else f"<{spelling.spell(number_text(upper))}"

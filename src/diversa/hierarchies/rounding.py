# SPDX-License-Identifier: Apache-2.0
"""Rounding: numbers published as a multiple of a base that grows from level to level.

Rounding to the nearest multiple nests only where each base is an odd multiple of the
one before: 13 and 17 both round to 15, but to 10 and 20. Rounding down nests for every
multiple.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, nearest
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
from diversa.hierarchies.hierarchy import Hierarchy

DIRECTIONS = {"nearest": Fraction(1, 2), "down": Fraction(0)}
"""The distance below a multiple from which values are rounded up to it, in bases."""


@dataclass(frozen=True)
class Rounding:
    """The nearest multiple of the base, halves upwards, or the multiple below.

    Example:
        >>> pay = Dictionary.build("pay", [12, 13, 17.5], [1, 1, 1], kind="number")
        >>> Rounding((5, 15)).build(pay).labels[1:]
        (('10', '15', '20'), ('15',), ('*',))
        >>> Rounding((5, 10), direction="down").build(pay).labels[1:]
        (('10', '15'), ('10',), ('*',))
    """

    bases: tuple[Number, ...]
    """The base of each level: each a multiple of the one before, odd for `nearest`."""
    direction: str = "nearest"
    """`nearest` or `down`."""
    top: bool = True
    """True if `*` is the last level."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bases", tuple(map(shortest, self.bases)))
        if self.direction not in DIRECTIONS:
            raise HierarchyError(
                f"rounding: direction '{self.direction}' is unknown;"
                f" {nearest(self.direction, list(DIRECTIONS))}"
            )
        odd = self.direction == "nearest"
        advice = " (direction = 'down' takes every multiple)" if odd else ""
        check_steps(self.bases, where=f"rounding: bases{advice}", odd=odd)

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        values = exact_values(dictionary)
        spelling = dictionary.spelling
        columns = [
            list(map(spelling.spell, self._round(values, exact(base))))
            for base in self.bases
        ]
        return number_hierarchy(dictionary, columns, values, top=self.top)

    def _round(self, values: list[Fraction], base: Fraction) -> list[str]:
        origin = -base * DIRECTIONS[self.direction]
        lines = lines_below(values, origin=origin, step=base)
        texts = {line: number_text(line * base) for line in set(lines)}
        return [texts[line] for line in lines]

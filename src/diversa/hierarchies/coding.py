# SPDX-License-Identifier: Apache-2.0
"""Top and bottom coding: the ends of a scale are published as one category each.

Few people are very old or very rich, and those few are known. Numbers from `top` on are
never published as themselves but as `>=90`, numbers below `bottom` as `<18`: on every
level, the lowest included, and whatever the method.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies.automatic_hierarchy import automatic
from diversa.hierarchies.grid import Number, exact, exact_values, number_text, shortest
from diversa.hierarchies.hierarchy import TOP, Hierarchy, HierarchyKind


@dataclass(frozen=True)
class Coding:
    """Numbers with coded ends, generalized by another hierarchy between them.

    Example:
        >>> ages = Dictionary.build("age", [17, 40, 41, 93, 97], [1] * 5, kind="number")
        >>> from diversa.hierarchies.intervals import Intervals
        >>> Coding(bottom=18, top=90, then=Intervals((10,))).build(ages).labels
        (('<18', 40, 41, '>=90'), ('<18', '40-49', '>=90'), ('*',))
    """

    bottom: Number | None = None
    """Smaller numbers are published as one category."""
    top: Number | None = None
    """This number and larger ones are published as one category."""
    then: HierarchyKind | None = None
    """The hierarchy of the numbers between the ends; chosen by the values by
    default."""

    def __post_init__(self) -> None:
        for end in ("bottom", "top"):
            if getattr(self, end) is not None:
                object.__setattr__(self, end, shortest(getattr(self, end)))
        if self.bottom is None and self.top is None:
            raise HierarchyError("coding: bottom, top or both must be given, got none")
        both = self.bottom is not None and self.top is not None
        if both and exact(self.bottom or 0) >= exact(self.top or 0):
            raise HierarchyError(
                f"coding: bottom must be below top, got bottom = {self.bottom},"
                f" top = {self.top}"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        spelled = dictionary.spelling.spell
        ends = [self._end(value, spelled) for value in exact_values(dictionary)]
        inner = (self.then or automatic(dictionary)).build(dictionary)
        columns = [
            [
                label if end is None or label == TOP else end
                for label, end in zip(self._labels(inner, level), ends, strict=True)
            ]
            for level in range(inner.height + 1)
        ]
        return Hierarchy.from_labels(
            dictionary,
            columns[1:],
            finest=columns[0],
            numbers=numbers_of(dictionary, ends),
            spelling=dictionary.spelling,
        )

    def _end(self, value: Fraction, spelled: Callable[[str], str]) -> str | None:
        """The category of a value that lies in an end; None between them."""
        if self.bottom is not None and value < exact(self.bottom):
            return f"<{spelled(number_text(exact(self.bottom)))}"
        if self.top is not None and value >= exact(self.top):
            return f">={spelled(number_text(exact(self.top)))}"
        return None

    @staticmethod
    def _labels(inner: Hierarchy, level: int) -> list[object]:
        """The label of each value in the hierarchy between the ends."""
        values = len(inner.maps[0]) - (None in inner.labels[0])
        return [inner.labels[level][code] for code in inner.maps[level][:values]]


def numbers_of(dictionary: Dictionary, ends: list[str | None]) -> NDArray[np.float64]:
    """The number of each category of the lowest level.

    An end is taken to lie just outside the others, wherever its values are.
    """
    values = [float(value) for value in exact_values(dictionary)]
    inner = [v for v, end in zip(values, ends, strict=True) if end is None]
    low, high = min(inner, default=0.0), max(inner, default=0.0)
    outside = {True: low - 0.5, False: high + 0.5}
    numbers: dict[object, float] = {}
    for code, (value, end) in enumerate(zip(values, ends, strict=True)):
        place: object = code if end is None else end
        numbers[place] = value if end is None else outside[end.startswith("<")]
    return np.array(list(numbers.values()))

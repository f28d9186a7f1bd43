# SPDX-License-Identifier: Apache-2.0
"""Labels of sets of categories: names in braces, or the name of a node above them."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Ints
from diversa.data.dictionary import as_text
from diversa.data.missing import MISSING
from diversa.hierarchies.hierarchy import TOP, Hierarchy

MOST_NAMES = 8
"""Most values that a label names if it is shorter to name the others."""

UNUSABLE = ("", *"*{[")
"""First letters of names that look like other labels."""


class SetLabels:
    """Labels of sets of values; a missing one is named in words."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._names = hierarchy.labels[0]
        self._texts = [
            MISSING if name is None else as_text(name) for name in self._names
        ]

    def of(self, members: list[int]) -> object:
        """One value as it is, all values as `*`, others in braces."""
        if len(members) == 1:
            return self._names[members[0]]
        if len(members) == len(self._names):
            return TOP
        return self._braces(sorted(members))

    def _braces(self, members: list[int]) -> str:
        return f"{{{', '.join([self._texts[member] for member in members])}}}"

    def of_region(self, members: list[int]) -> object:
        """The same, with the name of a node of the hierarchy that has these leaves.

        >>> from diversa.data.dictionary import Dictionary
        >>> towns = Dictionary.build("town", ["Bonn", "Kiel", "Rome"], [1, 1, 1])
        >>> columns = [["Germany", "Germany", "Italy"]]
        >>> labels = SetLabels(Hierarchy.from_labels(towns, columns))
        >>> labels.of_region([1, 0]), labels.of_region([2, 1]), labels.of_region([2])
        ('Germany', '{Kiel, Rome}', 'Rome')

        Of many values it is shorter to say which others are not meant:
        `not {United-States}`.
        """
        name = self._nodes.get(tuple(sorted(members)))
        if name is not None:
            return name
        left_out = sorted({*range(len(self._names))}.difference(members))
        if len(members) > MOST_NAMES and 0 < len(left_out) < len(members):
            return f"not {self._braces(left_out)}"
        return self.of(members)

    @cached_property
    def _nodes(self) -> dict[tuple[int, ...], str]:
        """Names of the nodes of the hierarchy, by their leaves.

        A name that is that of a value, of different leaves on another level, or looks
        like a set or a range is not used.
        """
        leaves: dict[str, set[tuple[int, ...]]] = {}
        for level in range(1, self._hierarchy.height + 1):
            above = self._hierarchy.step(0, level)
            for code, name in enumerate(self._hierarchy.labels[level]):
                below = tuple(np.flatnonzero(above == code).tolist())
                several = 1 < len(below) < len(self._names)
                if several and isinstance(name, str) and name[:1] not in UNUSABLE:
                    leaves.setdefault(name, set()).add(below)
        own = {*self._texts, MISSING}
        return {
            sets.pop(): name
            for name, sets in leaves.items()
            if len(sets) == 1 and name not in own
        }

    def of_runs(self, values: NDArray[np.integer], starts: Ints) -> list[object]:
        """The label of each run of ascending values.

        >>> from diversa.data.dictionary import Dictionary
        >>> towns = Dictionary.build("town", ["Bonn", "Rome", "York"], [1, 1, 1])
        >>> labels = SetLabels(Hierarchy.from_labels(towns, []))
        >>> labels.of_runs(np.array([0, 2, 1, 0, 1, 2]), np.array([0, 2, 3, 6]))
        ['{Bonn, York}', 'Rome', '*']
        """
        texts = np.array([*self._texts, None], dtype=object)[values].tolist()
        bounds = pairwise(starts.tolist())
        labels: list[object] = [
            f"{{{', '.join(texts[begin:end])}}}" for begin, end in bounds
        ]
        lengths = np.diff(starts)
        for part in np.flatnonzero(lengths == len(self._names)).tolist():
            labels[part] = TOP
        for part in np.flatnonzero(lengths == 1).tolist():
            labels[part] = self._names[values[starts[part]]]
        return labels

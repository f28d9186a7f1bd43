# SPDX-License-Identifier: Apache-2.0
"""The attributes of one of two linked tables, and what may be left out of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.histories import number_of
from diversa.counts.line_numbers import line_numbers
from diversa.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True)
class Budget:
    """The most people and visits that may be left out."""

    people: int
    """People."""
    visits: int
    """Visits, those of people who are left out among them."""

    @property
    def is_empty(self) -> bool:
        """True if nothing may be left out."""
        return self.people == 0 and self.visits == 0


@dataclass(frozen=True, eq=False)
class Side:
    """What may be known of people, or of visits: tuples of codes, and how they rise."""

    codes: Codes = field(repr=False)
    """The distinct tuples, a column for each attribute."""
    hierarchies: tuple[Hierarchy, ...] = field(repr=False)
    """The hierarchy of each attribute."""

    def numbers(self, levels: Sequence[int]) -> Ints:
        """For each tuple, the number of what it becomes at some levels."""
        if not self.hierarchies:
            return np.zeros(len(self.codes), dtype=np.int64)
        lines = np.stack(
            [
                hierarchy.maps[level][self.codes[:, place]]
                for place, (hierarchy, level) in enumerate(
                    zip(self.hierarchies, levels, strict=True)
                )
            ],
            axis=1,
        )
        sizes = [h.sizes[x] for h, x in zip(self.hierarchies, levels, strict=True)]
        return number_of(line_numbers(lines, sizes))[0]

    def losses(self, weights: Ints) -> list[Floats]:
        """For each attribute the loss of each level, over tuples of these weights."""
        return [
            np.array(
                [
                    level_loss(hierarchy, level, self.codes[:, place], weights)
                    for level in range(hierarchy.height + 1)
                ]
            )
            for place, hierarchy in enumerate(self.hierarchies)
        ]


def level_loss(hierarchy: Hierarchy, level: int, codes: Codes, weights: Ints) -> float:
    """The mean loss (LM) of a level over the values of a column."""
    parts = (hierarchy.leaves(level) - 1) / max(1, len(hierarchy.maps[0]) - 1)
    total = int(weights.sum())
    each = parts[hierarchy.maps[level][codes]]
    return float((each * weights).sum() / total) if total else 0.0

# SPDX-License-Identifier: Apache-2.0
"""Proofs: what is certain of a model in each group, whatever is not known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from diversa.models.group_numbers import NEAR

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Proof:
    """For each group whether a model certainly holds, or certainly fails, in it.

    A group with neither is undecided.
    """

    holds: NDArray[np.bool_] = field(repr=False)
    """Groups in which the model holds whatever is not known."""
    fails: NDArray[np.bool_] = field(repr=False)
    """Groups in which the model fails whatever is not known."""

    @classmethod
    def complete(cls, holds: NDArray[np.bool_]) -> Self:
        """The proof where everything is known."""
        return cls(holds, ~holds)

    @classmethod
    def nothing(cls, groups: int) -> Self:
        """The proof where nothing is certain."""
        return cls(np.zeros(groups, dtype=bool), np.zeros(groups, dtype=bool))

    @classmethod
    def of_range(cls, low: Floats, high: Floats, most: float) -> Self:
        """The proof that a number between two bounds is at most `most`.

        What is nearly on the bound stays undecided: floats are rounded.
        """
        return cls(high <= most - NEAR, low > most + NEAR)

    @property
    def open_groups(self) -> NDArray[np.bool_]:
        """Groups of which nothing is certain."""
        return ~(self.holds | self.fails)

    def take(self, groups: NDArray[np.integer]) -> Proof:
        """The proof for some groups by their numbers."""
        return Proof(self.holds[groups], self.fails[groups])

# SPDX-License-Identifier: Apache-2.0
"""A table as a sample of a population: how many groups have which size."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Sample:
    """What the estimators of population uniques look at."""

    sizes: NDArray[np.int64] = field(repr=False)
    """The different group sizes, ascending."""
    groups: NDArray[np.int64] = field(repr=False)
    """How many groups have each of them."""
    fraction: float
    """The share of the population that is in the table (π)."""

    @classmethod
    def of(cls, sizes: NDArray[np.int64], fraction: float) -> Sample:
        """Count the groups of each size."""
        return cls(*np.unique(sizes, return_counts=True), fraction)

    @property
    def rows(self) -> int:
        """Rows of the table (n)."""
        return int(self.sizes @ self.groups)

    @property
    def people(self) -> int:
        """People of the population (N)."""
        return max(self.rows, round(self.rows / self.fraction))

    @property
    def count(self) -> int:
        """Number of groups (K)."""
        return int(self.groups.sum())

    def of_size(self, size: int) -> int:
        """Number of groups of a size."""
        return int(self.groups[self.sizes == size].sum())


@dataclass(frozen=True)
class Estimate:
    """How many people of a population are unique in it, by one estimator."""

    name: str
    """The estimator."""
    uniques: float | None
    """People who are unique in the population; None where it does not apply."""
    people: int
    """People of the population."""
    reason: str = ""
    """Why it does not apply."""

    @property
    def share(self) -> float | None:
        """The share of the population that is unique."""
        if self.uniques is None:
            return None
        return self.uniques / max(1, self.people)

    def to_json(self) -> dict[str, object]:
        """The estimate, or why there is none."""
        return {
            "name": self.name,
            "uniques": self.uniques,
            "share": self.share,
            "reason": self.reason,
        }

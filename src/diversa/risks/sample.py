# SPDX-License-Identifier: Apache-2.0
"""A table as a sample of a population: its groups by size."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Sample:
    """The group sizes that the estimators of population uniques use."""

    sizes: NDArray[np.int64] = field(repr=False)
    """The different group sizes, ascending."""
    groups: NDArray[np.int64] = field(repr=False)
    """Number of groups of each size."""
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

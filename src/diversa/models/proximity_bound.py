# SPDX-License-Identifier: Apache-2.0
"""A bound on rows whose sensitive numbers lie near each other."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.numeric_model import places_up_to


@dataclass(frozen=True)
class ProximityBound:
    """Around every row of a group at most 1 in m of its rows are within epsilon.

    Groups can be made for it although merging two of them may break it: rows are dealt
    so that no two of a group are near (`search/partitions/dealing.py`).
    """

    epsilon: Fraction
    """The distance that counts as near."""
    m: Fraction
    """The inverse of the largest share of near rows."""
    relative: bool = field(default=False, kw_only=True)
    """True if the distance is a share of the row's own number."""
    on: str | None = field(default=None, kw_only=True)
    """The sensitive attribute."""
    joint: bool = field(default=False, kw_only=True)
    """True if other sensitive attributes count as quasi-identifiers."""

    @property
    def least_rows(self) -> int:
        """The rows of a group in which no two rows are near."""
        return math.ceil(self.m)

    def window(self, attribute: Sensitive) -> NDArray[np.int64]:
        """For each point, the first one that is beyond the window that begins at it.

        The window is as long as epsilon; relative to c, it is [c, c / (1 - epsilon)].
        """
        if self.relative:
            return places_up_to(attribute, 1 / (1 - self.epsilon), Fraction(0))
        return places_up_to(attribute, Fraction(1), self.epsilon)

    def fullest(self, histogram: Histogram) -> NDArray[np.int64]:
        """The most rows of each group in one window; an unknown number is in all.

        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{40: 2, 50: 1, 80: 1}], on="salary")
        >>> ProximityBound(Fraction(10), Fraction(2)).fullest(groups.histogram())
        array([3])
        """
        beyond = self.window(histogram.sensitive)
        return histogram.fullest_window(beyond) + histogram.unknown

# SPDX-License-Identifier: Apache-2.0
"""Multi-level l-diversity for numeric attributes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.errors import ModelError
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.entropy_l_diversity import EntropyLDiversity
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.numeric_model import NumericModel
from diversa.models.parameters import Param, as_integer, parameters_of
from diversa.models.recursive_cl_diversity import RecursiveClDiversity
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.tail import largest_l

Base = Literal["distinct", "frequency", "entropy", "recursive"]


@dataclass(frozen=True)
class MultiLevelLDiversity(NumericModel):
    """The intervals in which the numbers of every group lie are l-diverse.

    `cuts` fixes the intervals (levels) of the whole table: 495|600 are (.., 495],
    (495, 600] and (600, ..). Nobody learns in which of them a number lies. Numbers on
    both sides of a cut count as different, however near they are; `window-diversity`
    has no such cuts.
    `base` is the l-diversity of the levels: distinct, frequency, entropy, or recursive
    with its `c`. The measure is the largest l that holds.

    Edge cases: a number on a cut belongs below it, decided without rounding; those of
    the base: l = 1 always holds, one level gives 1; a missing value under the policy
    `worst` may lie in any level.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="pay")
        >>> MultiLevelLDiversity(l=3, cuts=[495, 600]).attained(groups)
        3.0
        >>> MultiLevelLDiversity(3, [495, 600], base="frequency").attained(groups)
        2.0

    Reference:
        J. Han, J. Yu, H. Yu, J. Jia, A Multi-level l-Diversity Model for Numerical
        Sensitive Attributes, Journal of Computer Research and Development, 2011.
    """

    l: Annotated[Fraction, Param("diversity of the levels", low=1)]
    cuts: Annotated[
        tuple[Fraction, ...], Param("list of numbers that end a level", low=1)
    ]
    base: Annotated[Base, Param("l-diversity of the levels")] = "distinct"
    c: Annotated[
        Fraction | None,
        Param("bound on the most frequent level over the tail", above=0),
    ] = None

    union_closed = True  # every base is, and the levels are fixed
    absorbing = False  # frequency: (1,1) + (0,1) levels, 2 falls to 3/2
    bounded = "l"
    stops = "learning in which of the declared intervals a number lies"
    misses = "numbers that are near each other on both sides of a cut"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.base in ("distinct", "recursive"):
            as_integer(f"{self.name()}: l", self.l, parameters_of(type(self))["l"][1])
        if (self.c is None) == (self.base == "recursive"):
            wanted = "given" if self.c is None else "left out"
            raise ModelError(
                f"{self.name()}: c must be {wanted} with base={self.base}; it belongs"
                " to base=recursive"
            )

    @property
    def of_levels(self) -> SensitiveModel:
        """The model of the levels."""
        if self.c is not None:
            return RecursiveClDiversity(self.c, int(self.l))
        if self.base == "distinct":
            return DistinctLDiversity(int(self.l))
        kind = EntropyLDiversity if self.base == "entropy" else FrequencyLDiversity
        return kind(self.l)

    def level(self, histogram: Histogram) -> Numbers:
        levels = self.in_levels(histogram)
        if self.c is not None:
            return Numbers(largest_l(levels, self.c))
        return self.of_levels.level(levels)

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        return self.of_levels.judge(self.in_levels(histogram))

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        return self.of_levels.most_of(self.in_levels(histogram))

    def in_levels(self, histogram: Histogram) -> Histogram:
        """Count levels in place of values."""
        codes = level_codes(histogram.sensitive, self.cuts)
        return histogram.recode(codes, len(self.cuts) + 1)

    def prunes(self, *, suppression: bool) -> bool:
        if suppression and self.base == "distinct":  # more rows, more levels
            return not self.joint
        return super().prunes(suppression=suppression)

    def implied(self) -> tuple[Model, ...]:
        least = Fraction(math.ceil(self.l))
        return (replace(self, l=least, base="distinct", c=None, joint=False),)


def level_codes(attribute: Sensitive, cuts: tuple[Fraction, ...]) -> NDArray[np.int32]:
    """The level of every value: how many cuts lie below it."""
    points = attribute.points
    low, high = int(points.min(initial=0)), int(points.max(initial=0))
    # A whole number is at most a cut if it is at most its floor.
    floors = [math.floor(cut * attribute.scale) for cut in cuts]
    limits = [min(max(one, low - 1), high) for one in floors]
    ends = np.array(limits, dtype=points.dtype)
    return np.searchsorted(ends, attribute.exact_numbers).astype(np.int32)

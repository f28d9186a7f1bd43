# SPDX-License-Identifier: Apache-2.0
"""(ε,m)-anonymity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.errors import ModelError
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.numeric_model import NumericModel, places_from, places_up_to
from diversa.models.parameters import Param, write_number
from diversa.models.proximity_bound import ProximityBound
from diversa.models.window_diversity import WindowDiversity


@dataclass(frozen=True)
class EpsilonMAnonymity(NumericModel):
    """For every row x, at most a share of 1/m of its group lies within ε of x.

    Stops an adversary from learning that a number lies near one that is present. Not
    near one that is absent: {40, 60} is (15,2)-anonymous although both are within 15 of
    50. And merging may break it, so a search cannot prune with it; `window-diversity`
    bounds every interval and has neither fault.
    `m n(x) <= N` with n(x) the rows y with |y - x| <= ε; with `relative`, those with
    |y - x| <= ε x, for positive numbers. The measure is N / max n(x).

    Edge cases: the interval is closed, decided without rounding; one row or equal rows
    give 1; m = 1 always holds; the relative interval is not symmetric (109 is within a
    tenth of 120, 120 is not within a tenth of 109); a missing value under the policy
    `worst` may lie anywhere, also where it has most rows around it.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> counts = [{40: 1, 60: 1}, {50: 1, 80: 1}, {40: 1, 50: 1, 60: 1, 80: 1}]
        >>> groups = Groups.from_counts(counts, on="salary")
        >>> model = EpsilonMAnonymity(epsilon=15, m=2)
        >>> model.holds(groups).tolist(), model.describe(model.attained(groups))
        ([True, True, False], 'm = 1.333 at epsilon = 15')

    Reference:
        J. Li, Y. Tao, X. Xiao, Preservation of Proximity Privacy in Publishing
        Numerical Sensitive Data, SIGMOD 2008.
    """

    epsilon: Annotated[Fraction, Param("distance that counts as near", low=0)]
    m: Annotated[Fraction, Param("inverse of the largest share near a value", low=1)]
    relative: Annotated[
        bool, Param("choice to measure distances as shares of the value")
    ] = False

    union_closed = False  # {40,60} and {50,80}: 50 has three of four rows within 15
    absorbing = False  # the same
    bounded = "m"
    stops = "learning that a number lies near one that is present in the group"
    misses = "intervals around a number that is absent; negative facts about a person"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.relative and self.epsilon >= 1:
            raise ModelError(
                f"{self.name()}: epsilon must be below 1 with relative=true, got"
                f" {write_number(self.epsilon)}; it is a share of the value"
            )

    def lacks_of(self, attribute: Sensitive) -> str | None:
        fault = super().lacks_of(attribute)
        wrong = 0 if fault or not self.relative else int((attribute.points <= 0).sum())
        if wrong:
            return (
                f"values of '{attribute.name}' must be positive with relative=true, got"
                f" {wrong} that are not; use relative=false"
            )
        return fault

    @property
    def proximity(self) -> ProximityBound:
        return ProximityBound(
            self.epsilon, self.m, relative=self.relative, on=self.on, joint=self.joint
        )

    def level(self, histogram: Histogram) -> Numbers:
        line, attribute = histogram.number_line, histogram.sensitive
        one, share, shift = Fraction(1), Fraction(0), self.epsilon
        if self.relative:
            share, shift = self.epsilon, Fraction(0)
        first = places_from(attribute, one - share, -shift)
        beyond = places_up_to(attribute, one + share, shift)
        largest = histogram.max(line.rows_between(first, beyond))
        if histogram.unknown.any():  # a missing value may be the centre of two others
            widest = (one + share) / (one - share)
            across = places_up_to(attribute, widest, 2 * shift)
            around_any = histogram.max(line.rows_up_to(across))
            largest = np.where(histogram.unknown, around_any, largest)
        return Numbers(histogram.sizes, largest + histogram.unknown)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The bound of window diversity (length ε), or of frequency diversity.

        The rows of a part in an interval of length ε are all within ε of each of them,
        so they are at most a share of 1/m of the part: that is closed under union. With
        `relative` it is true of intervals that hold one number only.
        """
        if self.relative:
            return FrequencyLDiversity(self.m).most_of(histogram)
        return WindowDiversity(self.epsilon / 2, self.m).most_of(histogram)

    def implied(self) -> tuple[Model, ...]:
        return FrequencyLDiversity(self.m, on=self.on).implied()

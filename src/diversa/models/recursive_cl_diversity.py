# SPDX-License-Identifier: Apache-2.0
"""Recursive (c,l)-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import DistinctLDiversity, ManyValues
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import most_under_caps, most_with_tail, tail_decides
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.tail import ratio_to_tail


@dataclass(frozen=True)
class RecursiveClDiversity(SensitiveModel):
    """In every group r_1 < c (r_l + ... + r_m): no value is too frequent for the rest.

    After any l - 2 negative facts about a person every value still has a posterior
    below c / (c + 1). With l - 1 facts certainty is possible.
    r_1 >= ... >= r_m are the counts of the group; the measure is r_1 over the tail
    r_l + ... + r_m, and c must be larger than it.

    Edge cases: l = 1 always holds, whatever c is; fewer than l values never hold (the
    tail is empty); (2,1,1) is (c,3)-diverse for c > 2, not for c = 2; a missing value
    under the policy `worst` counts as the most frequent one.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1}], on="condition")
        >>> model = RecursiveClDiversity(c=2, l=3)
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('c > 2 at l = 3', [False])

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.2.
    """

    c: Annotated[
        Fraction, Param("bound on the most frequent value over the tail", above=0)
    ]
    l: Annotated[int, Param("number of values in the definition", low=1)]

    sense = "<"
    union_closed = True  # r_1 is subadditive, the tail superadditive
    absorbing = False  # (1,1) + (0,1): c = 2 no longer suffices at l = 2
    in_people = "having"
    bounds_unnamed = True
    bounded = "c"
    stops = "inference with l - 2 negative facts about a person"
    misses = "skewness against the whole table; similar values"

    def level(self, histogram: Histogram) -> Numbers:
        return ratio_to_tail(histogram, self.l, histogram.max(histogram.counts))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        if self.l == 1 or not tail_decides(histogram, self.c):
            return super().judge(histogram)
        # Nothing is cut where the most frequent value fits its tail, and only there.
        return self.most_of(histogram) == histogram.sizes

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The rows left where counts are cut to the largest x that fits its tail.

        Where people have several values, the largest M with Σ min(c_s, M c/(c+1)) >= M:
        the tail has no more than the people without the most frequent value.
        """
        if self.l == 1:
            return histogram.sizes
        if not histogram.is_exclusive:
            codes = histogram.sensitive.dictionary.size
            caps = np.full(codes, float(self.c / (self.c + 1)))
            return most_under_caps(histogram, caps)
        key = "most with tail", self.c.numerator, self.c.denominator, self.l
        return histogram.memo.once(
            key, lambda: most_with_tail(histogram, self.c, self.l)
        )

    def implied(self) -> tuple[Model, ...]:
        return (ManyValues(self.l, on=self.on),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), 2, on="*"),)


def most_below(
    histogram: Histogram, posterior: Fraction, l: int
) -> NDArray[np.int64] | None:
    """The most rows of each group with r_1 / (r_1 + tail) below a posterior.

    That is recursive (c/(1-c), l)-diversity, with c = 1 distinct l-diversity.
    """
    if posterior == 1:
        return DistinctLDiversity(l).most_of(histogram)
    return most_with_tail(histogram, posterior / (1 - posterior), l)

# SPDX-License-Identifier: Apache-2.0
"""Frequency l-diversity, also called probabilistic l-diversity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.models.distinct_l_diversity import ManyValues
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.keeping import most_under_caps
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.share_limits import ShareLimits


@dataclass(frozen=True)
class FrequencyLDiversity(SensitiveModel):
    """No sensitive value has more than a share of 1/l of the rows of any group.

    Whoever knows nothing but the group guesses a person's value with probability at
    most 1/l. With negative facts about the person the guess becomes better than that.
    `n_s <= N/l` for every s; the measure is N / r_1, the inverse of the largest share.

    Edge cases: one value gives 1; l = 1 always holds; compared in integers, so (2,2,1)
    holds for l = 2.5; a missing value under the policy `worst` counts as the most
    frequent one.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 2, "c": 1}], on="condition")
        >>> model = FrequencyLDiversity(2.5)
        >>> model.attained(groups), model.holds(groups).tolist()
        (2.5, [True])

    Reference:
        X. Xiao, Y. Tao, Anatomy: Simple and Effective Privacy Preservation, VLDB 2006,
        Definition 2.
    """

    l: Annotated[Fraction, Param("inverse of the largest share", low=1)]

    union_closed = True  # l n_s - N <= 0 is linear in the counts
    absorbing = False  # (1,1) + (0,1): 2 falls to 3/2
    in_people = "having"
    bounds_unnamed = True
    distinct_suffices = True  # a value has 1 of N >= l rows
    removal_is_least = True  # the frequent values alone are what breaks it
    bounded = "l"
    symbol = "frequency l"
    stops = "guessing a value from its share of the group"
    misses = "negative facts about a person; skewness, similarity"

    def level(self, histogram: Histogram) -> Numbers:
        largest = histogram.max(histogram.counts) + histogram.unknown
        return Numbers(histogram.sizes, largest)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_s, M/l) >= M: every value fits under M/l."""
        if self.l == 1:
            return histogram.sizes
        codes = int(histogram.values.max(initial=0)) + 1  # those of levels, too
        caps = np.full(codes, 1 / float(self.l))
        return most_under_caps(histogram, caps)

    def share_limits_of(self, attribute: Sensitive) -> ShareLimits:
        """No value has more than 1/l of a group: the definition."""
        size = attribute.dictionary.size
        return ShareLimits.under(np.full(size, 1 / float(self.l)))

    @property
    def whole_shares(self) -> int:
        return math.floor(self.l)

    def implied(self) -> tuple[Model, ...]:
        least = math.ceil(self.l)
        return ManyValues(least, on=self.on), KAnonymity(least)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), on="*"),)

# SPDX-License-Identifier: Apache-2.0
"""(k,e)-anonymity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Self

import numpy as np

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.numeric_model import NumericModel, over_scale
from diversa.models.parameters import Param


@dataclass(frozen=True)
class KeAnonymity(NumericModel):
    """Every group has at least k distinct numbers, and they span at least e.

    Nobody learns an exact number, and the numbers of a group are not all near each
    other. Most of them may be: {490, 500, 510, 1000} spans 510 with three of its four
    rows in an interval of length 20; use `window-diversity` against that.
    The measure is the range max - min, and 0 where there are fewer than k numbers.

    Edge cases: one row has the range 0 and fails for every e; the texts 1 and 1.0 are
    one number; a missing value under the policy `worst` adds nothing.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="pay")
        >>> model = KeAnonymity(k=4, e=100)
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('e = 510 at k = 4', [True])

    Reference:
        Q. Zhang, N. Koudas, D. Srivastava, T. Yu, Aggregate Query Answering on
        Anonymized Tables, ICDE 2007.
    """

    k: Annotated[int, Param("number of distinct values", low=1)]
    e: Annotated[Fraction, Param("range of the values in every group", above=0)]

    union_closed = True  # both numbers only grow
    absorbing = True  # both numbers only grow
    bounded = "e"
    stops = "groups whose numbers are all equal or all near each other"
    misses = "most numbers of a group near each other; probabilistic inference"

    def level(self, histogram: Histogram) -> Numbers:
        line = histogram.number_line
        distinct = histogram.sum(line.is_new.astype(np.int64))
        ranges = over_scale(line.ranges, histogram.sensitive.scale)
        return ranges.out_of_reach(np.maximum(distinct, 1) < self.k, self.sense)

    def implied(self) -> tuple[Model, ...]:
        # A group that holds jointly (Definition 4.5) contains a block that holds.
        return (replace(self, joint=False),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(1, Fraction(1), on="*"),)

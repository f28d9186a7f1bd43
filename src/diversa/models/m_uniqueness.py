# SPDX-License-Identifier: Apache-2.0
"""m-uniqueness."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class MUniqueness(SensitiveModel):
    """Every group has at least m rows, and no two of them have the same value.

    The condition that m-invariance puts on each release of a series: a person's value
    is one of m equally likely ones. For one release alone frequency l-diversity gives
    the same bound and is easier to reach. It says nothing about a second release.
    The measure is N, or 1 where a value occurs twice.

    Edge cases: m = 1 always holds; a missing value under the policy `worst` may be one
    of the others.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 1, "b": 1}, {"a": 2, "b": 1}], on="ill")
        >>> MUniqueness(2).holds(groups).tolist()
        [True, False]

    Reference:
        X. Xiao, Y. Tao, m-Invariance: Towards Privacy Preserving Re-publication of
        Dynamic Datasets, SIGMOD 2007.
    """

    m: Annotated[int, Param("number of rows, all of different values", low=1)]

    union_closed = False  # {a, b} and {b, c}: b occurs twice in their union
    absorbing = False  # {a, b} and {a}
    of_series = True
    distinct_suffices = True  # by definition
    bounded = "m"
    stops = "guessing a value in one release with more than 1/m"
    misses = "comparing two releases, unless the series is m-invariant"

    def level(self, histogram: Histogram) -> Numbers:
        distinct = histogram.distinct == histogram.sizes
        return Numbers(np.where(distinct, histogram.sizes, 1))

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The bound of frequency m-diversity: one row of m or more is at most 1/m."""
        return FrequencyLDiversity(Fraction(self.m)).most_of(histogram)

    @property
    def whole_shares(self) -> int:
        return self.m

    def implied(self) -> tuple[Model, ...]:
        return DistinctLDiversity(self.m, on=self.on), KAnonymity(self.m)

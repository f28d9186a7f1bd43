# SPDX-License-Identifier: Apache-2.0
"""Distinct l-diversity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class DistinctLDiversity(SensitiveModel):
    """Every group has at least l distinct sensitive values.

    An adversary needs at least l - 1 negative facts about a person to be certain. Says
    nothing about probabilities: in (49, 1) the frequent value is right in 98 % of rows.
    The measure is m, the number of values present.

    Edge cases: l = 1 always holds; missing values under the policy `worst` add nothing.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 49, "b": 1}], on="condition")
        >>> DistinctLDiversity(2).attained(groups)
        2.0

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006.
    """

    l: Annotated[int, Param("number of distinct values", low=1)]

    union_closed = True  # m only grows
    absorbing = True  # m only grows
    distinct_suffices = True  # by definition
    bounded = "l"
    symbol = "distinct l"
    stops = "homogeneous groups"
    misses = "probabilistic inference: one value may have nearly all rows"

    @property
    def least_values(self) -> int:
        return self.l

    def level(self, histogram: Histogram) -> Numbers:
        return Numbers(np.maximum(histogram.distinct, 1))

    def implied(self) -> tuple[Model, ...]:
        # A group that holds jointly (Definition 4.5) contains a block that holds.
        return (replace(self, joint=False),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(1, on="*"),)

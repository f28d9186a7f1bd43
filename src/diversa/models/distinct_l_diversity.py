# SPDX-License-Identifier: Apache-2.0
"""Distinct l-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.tail import counts_before


@dataclass(frozen=True)
class DistinctLDiversity(SensitiveModel):
    """Every group has at least l distinct sensitive values.

    An adversary needs at least l - 1 negative facts about a person to be certain. Says
    nothing about probabilities: in (49, 1) the frequent value is right in 98 % of rows.
    The measure is m, the number of values present.

    Where people have several values, it is the largest l with which any l - 1 values
    together, by their counts, have fewer people than the group.

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
    in_people = "having"
    bounds_unnamed = True
    distinct_suffices = True  # by definition
    bounded = "l"
    symbol = "distinct l"
    stops = "homogeneous groups"
    misses = "probabilistic inference: one value may have nearly all rows"

    @property
    def least_values(self) -> int:
        return self.l

    def level(self, histogram: Histogram) -> Numbers:
        if histogram.is_exclusive:
            return number_of_values(histogram)
        before, people = counts_before(histogram), histogram.rows_with_value
        fewer = histogram.sum((before < people[histogram.group]).astype(np.int64))
        return Numbers(np.maximum(fewer, 1))

    @property
    def absorbs_people(self) -> bool:
        return self.l <= 2  # (h, f, x) + (hf, hf): 3 falls to 2

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """All of a group with l values: with fewer ones none of its parts holds."""
        enough = number_of_values(histogram).satisfy(self.sense, self.bound)
        return np.where(enough, histogram.sizes, 0)

    def implied(self) -> tuple[Model, ...]:
        # A group that holds jointly (Definition 4.5) contains a block that holds.
        return (ManyValues(self.l, on=self.on),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(1, on="*"),)


@dataclass(frozen=True)
class ManyValues(DistinctLDiversity):
    """Every group has at least l values, whoever has them.

    Models imply it that want more. It is distinct l-diversity where everybody has one
    value, and less where people have several: more people never break it.
    """

    @property
    def absorbs_people(self) -> bool:
        return True  # values of other people are added

    def level(self, histogram: Histogram) -> Numbers:
        return number_of_values(histogram)

    def implied(self) -> tuple[Model, ...]:
        return (self,)


def number_of_values(histogram: Histogram) -> Numbers:
    """The values present in each group, at least 1."""
    return Numbers(np.maximum(histogram.distinct, 1))

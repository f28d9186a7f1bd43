# SPDX-License-Identifier: Apache-2.0
"""Row frequency."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.people_histograms import most_rows_of_a_person, rows_of_people
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class RowFrequency(SensitiveModel):
    """A value has at most 1/l of a group's rows, over the most rows of one person.

    An adversary who knows how many rows everybody has in the group says that a person
    has a value, and is right with probability at most 1/l; frequency l-diversity of
    people does not bound that: who has many rows has a frequent value in one of them.
    `l w n_s <= N` for every s, with n_s of the N rows and w the most rows of one
    person; the measure is N / (w r_1), r_1 the rows of the most frequent value, or 1.

    Edge cases: l = 1 always holds; where nobody has several rows it is frequency
    l-diversity, as where the plan names no column of the person; rows of a person that
    are published alike count as one; a missing value under the policy `worst` counts as
    the most frequent one.

    Example:
        >>> from diversa.counts.visits import groups_of_people
        >>> groups = groups_of_people([["ab", "cd", "ac", "bd"], "abc"], on="ill")
        >>> RowFrequency(2).measure(groups).floats.tolist()
        [2.0, 3.0]

    Reference:
        Our own: among N rows, n_s of which have s, a person with w rows has s with
        probability at most w n_s / N.
    """

    l: Annotated[Fraction, Param("inverse of the largest share", low=1)]

    union_closed = False  # (2,2) of four people + hf, xg of two: 4/3
    absorbing = False  # (1,1) + (0,1): 2 falls to 3/2
    in_people = "having"
    counts_distinct_rows = True
    bounded = "l"
    symbol = "row frequency l"
    stops = "guessing a value of a person whose number of rows is known"
    misses = "negative facts about a person; skewness, similarity"

    def level(self, histogram: Histogram) -> Numbers:
        return FrequencyLDiversity(self.l).level(histogram)

    def measure(self, groups: Groups) -> Numbers:
        if groups.profiles is None:
            return super().measure(groups)
        rows = self.histogram(rows_of_people(groups))
        frequent = rows.max(rows.counts) + rows.unknown
        below = frequent * most_rows_of_a_person(groups)
        return Numbers(np.maximum(rows.sizes, below), below)

    def holds(self, groups: Groups) -> NDArray[np.bool_]:
        return self.measure(groups).satisfy(self.sense, self.bound)

    def most_kept(self, groups: Groups) -> NDArray[np.int64]:
        return Model.most_kept(self, groups)  # parts may have fewer rows of a person

    def implied(self) -> tuple[Model, ...]:
        return FrequencyLDiversity(self.l, on=self.on).implied()

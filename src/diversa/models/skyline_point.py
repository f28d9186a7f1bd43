# SPDX-License-Identifier: Apache-2.0
"""One point of a skyline: safety against knowledge of (l,k,m).

It is a part of skyline privacy, not a model that the paper names, so the registry does
not list it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.group_numbers import NEAR, Numbers, as_float
from diversa.models.keeping import most_with_tail
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.skyline_knowledge import SkylineKnowledge

MOST_WAYS = 24
"""With m > 0, the most ways to give a group a part of the knowledge."""


@dataclass(frozen=True)
class SkylinePoint(SensitiveModel):
    """Whoever knows (l,k,m) believes no value of anyone with as much as c.

    The measure is the largest posterior of a value in the group; see
    `skyline_knowledge` for what is known.

    Edge cases: (0,0,0) is r_1 / N < c; a group of at most l + 1 values gives 1; with
    m > 0 people of other groups help, and the table is judged as a whole.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"C": 2, "H": 1, "V": 1}], on="ill")
        >>> round(SkylinePoint(l=1, k=0, m=1, c=0.9).attained(groups), 4)
        0.8571

    Reference:
        B. Chen, K. LeFevre, R. Ramakrishnan, Privacy Skyline: Privacy with
        Multidimensional Adversarial Knowledge, VLDB 2007.
    """

    l: Annotated[int, Param("number of values known not to be the person's", low=0)]
    k: Annotated[int, Param("number of people known", low=0)]
    m: Annotated[int, Param("number of people whose value implies another's", low=0)]
    c: Annotated[Fraction, Param("bound on a posterior", above=0, high=1)]

    sense = "<"
    union_closed = False  # for m = 0 it is: n_s < c (n_s + R - k), R superadditive
    absorbing = False  # (1,1) + (0,1) at (0,0,0): 1/2 becomes 2/3
    bounded = "c"
    stops = "inference with l negative facts, k known people and m implications"
    misses = "more knowledge than that; skewness, similarity"
    policies = frozenset(MissingPolicy) - {MissingPolicy.WORST}

    def __post_init__(self) -> None:
        super().__post_init__()
        ways = (self.k + 1) * (self.m + 1)
        if self.m > 0 and ways > MOST_WAYS:
            raise ModelError(
                f"{self.name()}: (k + 1)(m + 1) must be at most {MOST_WAYS} if m > 0,"
                f" got {ways}; every way to share such knowledge among the groups is"
                " tried, so lower k or m"
            )

    @property
    def local(self) -> bool:
        return self.m == 0

    def prunes(self, *, suppression: bool) -> bool:
        return self.m == 0 and not suppression

    def level(self, histogram: Histogram) -> Numbers:
        return Numbers(histogram.max(self._knowledge(histogram).posterior))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        known, limit = self._knowledge(histogram), as_float(self.c)
        holds = known.posterior < limit
        near = np.flatnonzero(np.abs(known.posterior - limit) <= NEAR)
        holds[near] = [known.exact_posterior(int(one)) < self.c for one in near]
        failing = np.bincount(histogram.group[~holds], minlength=len(histogram))
        return failing == 0

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The bound of recursive (c/(1-c), l+2)-diversity, which this implies.

        X is at most R, so for the most frequent value r_1 / (r_1 + R) < c, and R is the
        tail without the l + 1 most frequent values.
        """
        if self.c == 1:
            return DistinctLDiversity(self.l + 2).most_of(histogram)
        return most_with_tail(histogram, self.c / (1 - self.c), self.l + 2)

    def implied(self) -> tuple[Model, ...]:
        # l facts rule l values out: with l + 1 values one is left.
        return (DistinctLDiversity(self.l + 2, on=self.on),)

    def _knowledge(self, histogram: Histogram) -> SkylineKnowledge:
        return SkylineKnowledge(histogram, self.l, self.k, self.m)

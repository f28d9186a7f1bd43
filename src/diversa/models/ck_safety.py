# SPDX-License-Identifier: Apache-2.0
"""(c,k)-safety."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.group_numbers import Numbers, satisfy_rounded
from diversa.models.implications import Implications
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.recursive_cl_diversity import most_below
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class CkSafety(SensitiveModel):
    """With any k implications about people, no value of anyone is as likely as c.

    An adversary may know k facts of the form "if Ann has flu, Bob has cancer", about
    people of one group or of several; negative facts are among them. It does not bound
    what more implications reveal, and takes every value for equally sensitive.
    `max P(A | k implications) < c` over all atoms A; the measure of a group is the
    maximum over atoms about its people, while the implications may be about anyone: the
    table is judged as a whole, and removing the groups that fail is no repair.

    Edge cases: k = 0 is r_1 / N < c; a group with at most k + 1 values is disclosed for
    certain; a missing value under the policy `worst` counts as the most frequent one.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1, "d": 1}], on="ill")
        >>> model = CkSafety(c=0.8, k=2)
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('c > 0.8 at k = 2', [False])

    Reference:
        D. Martin et al., Worst-Case Background Knowledge for Privacy-Preserving Data
        Publishing, ICDE 2007.
    """

    c: Annotated[Fraction, Param("bound on the disclosure", above=0, high=1)]
    k: Annotated[int, Param("number of implications", low=0, high=50)]

    sense = "<"
    union_closed = True  # merging groups never raises the maximum (Martin et al.)
    absorbing = False  # (1,1) + (0,1), k = 0: 1/2 becomes 2/3
    bounded = "c"
    stops = "inference with k implications between people's values"
    misses = "more knowledge than k implications; skewness, similarity"

    @property
    def local(self) -> bool:
        return False

    def level(self, histogram: Histogram) -> Numbers:
        return Numbers(Implications.of(histogram, self.k).disclosure())

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        table = Implications.of(histogram, self.k)
        return satisfy_rounded(
            table.disclosure(), self.sense, self.c, table.exact_disclosures
        )

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The bound of recursive (c/(1-c), k+2)-diversity, which this implies.

        k + 1 atoms about one person of a group leave at most the share
        tail / N, the tail without the k + 1 most frequent values, and
        r_1 / (r_1 + tail) < c is r_1 < c / (1 - c) tail.
        """
        return most_below(histogram, self.c, self.k + 2)

    def implied(self) -> tuple[Model, ...]:
        # k facts rule k values out: with k + 1 values one is left.
        return (DistinctLDiversity(self.k + 2, on=self.on),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), 1, on="*"),)

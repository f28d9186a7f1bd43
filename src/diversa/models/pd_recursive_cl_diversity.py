# SPDX-License-Identifier: Apache-2.0
"""Positive disclosure-recursive (c,l)-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import most_with_tail
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.tail import ratio_to_tail


@dataclass(frozen=True)
class PdRecursiveClDiversity(SensitiveModel):
    """Recursive (c,l)-diversity of the values that may not be disclosed.

    The values Y (`disclosable`, such as "Healthy") may be frequent; every other one
    must stay rare against the rest of its group. It does not bound the group's size: a
    group of one row whose value is in Y holds for every l; combine it with k-anonymity.
    With s_y the most frequent value outside Y and r_y its count, `r_y < c tail(s_y)`;
    tail(s_y) are the rows without s_y and without the l - 2 largest other counts. The
    measure is r_y / tail(s_y), and c must be larger than it.

    Edge cases: l = 1 holds; no value outside Y holds (the paper's formula would read
    0 < 0); no value in Y is recursive (c,l)-diversity; a missing value under the policy
    `worst` counts as s_y.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> counts = {"Healthy": 6, "Flu": 3, "Cancer": 2, "HIV": 1}
        >>> groups = Groups.from_counts([counts], on="condition")
        >>> model = PdRecursiveClDiversity(c=4, l=4, disclosable=["Healthy"])
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('c > 3 at l = 4', [True])

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.3.
    """

    c: Annotated[
        Fraction, Param("bound on the most frequent value over the tail", above=0)
    ]
    l: Annotated[int, Param("number of values in the definition", low=1)]
    disclosable: Annotated[
        tuple[str, ...], Param("list of values whose disclosure is allowed")
    ]

    sense = "<"
    union_closed = True  # for each s, n_s is additive and tail(s) superadditive
    absorbing = False  # {Y: 1} + {other: 1}: c = 1 no longer suffices at l = 2
    bounded = "c"
    stops = "inference of the values that matter, with l - 2 negative facts"
    misses = "the values allowed to be disclosed; small groups"

    def level(self, histogram: Histogram) -> Numbers:
        allowed = histogram.sensitive.mask(self.disclosable)[histogram.values]
        frequent = histogram.max(np.where(allowed, 0, histogram.counts))
        return ratio_to_tail(histogram, self.l, frequent)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The rows left where counts outside Y are cut to an x that fits its tail."""
        if self.l == 1:
            return histogram.sizes
        allowed = histogram.sensitive.mask(self.disclosable)[histogram.values]
        return most_with_tail(histogram, self.c, self.l, ~allowed)

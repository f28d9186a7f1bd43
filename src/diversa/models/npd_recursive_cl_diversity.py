# SPDX-License-Identifier: Apache-2.0
"""Negative/positive disclosure-recursive (c1,c2,l)-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram, reduce_groups
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import floor_product
from diversa.models.parameters import Param
from diversa.models.pd_recursive_cl_diversity import PdRecursiveClDiversity
from diversa.models.sensitive_model import AllOf, SensitiveModel


@dataclass(frozen=True)
class NegativeDisclosure(SensitiveModel):
    """Every protected value has at least c2 percent of the rows of every group.

    The second condition of npd-recursive diversity. The paper does not name it, so the
    registry does not list it.
    Nobody learns that a person does not have one of the values W (`protected`). Says
    nothing about who has them: a group may consist of one protected value.
    `100 n_s >= c2 N` for every s in W; the measure is the least 100 n_s / N.

    Edge cases: a protected value that is absent gives 0 and fails for every c2 > 0; a
    missing value under the policy `worst` is none of the protected ones.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"HIV": 1, "Flu": 3}, {"Flu": 4}], on="ill")
        >>> NegativeDisclosure(c2=5, protected=["HIV"]).holds(groups).tolist()
        [True, False]

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.4.
    """

    c2: Annotated[
        Fraction, Param("percentage of rows of a protected value", low=0, below=100)
    ]
    protected: Annotated[
        tuple[str, ...], Param("list of values that may not be ruled out", low=1)
    ]

    union_closed = True  # 100 n_s - c2 N >= 0 is linear in the counts
    absorbing = False  # (1,1) + (0,1): 50 percent fall to 33
    bounded = "c2"
    stops = "ruling a protected value out"
    misses = "inferring a value"

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with 100 n_s >= c2 M for every protected s."""
        if self.c2 == 0:
            return histogram.sizes
        least = self._least(histogram)
        return np.minimum(histogram.sizes, floor_product(least, 100 / self.c2))

    def level(self, histogram: Histogram) -> Numbers:
        return Numbers(100 * self._least(histogram), histogram.sizes)

    def _least(self, histogram: Histogram) -> NDArray[np.int64]:
        """The rows of the rarest protected value in every group."""
        counts = histogram.counts
        marked = histogram.sensitive.mask(self.protected)[histogram.values]
        others = np.where(marked, counts, counts.max(initial=0))
        least = reduce_groups(np.minimum, others, histogram.starts)
        complete = histogram.sum(marked.astype(np.int64)) == len(self.protected)
        return np.where(complete, least, 0)


@dataclass(frozen=True)
class NpdRecursiveClDiversity(AllOf):
    """Pd-recursive (c1,l)-diversity, and no protected value below c2 percent.

    The values Y (`disclosable`) may be frequent, every other one must stay rare against
    the rest of its group; the values W (`protected`) must occur in at least c2 percent
    of the rows of every group, so that nobody can be said not to have them. It does
    not bound the group's size; combine it with k-anonymity.
    The measure is that of pd-recursive (c1,l)-diversity, infinite in a group where a
    protected value has fewer than c2 percent: no c1 is large enough there.

    Edge cases: those of its two conditions; a protected value that is absent from a
    group fails for every c2 > 0.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> counts = {"Healthy": 6, "Flu": 3, "Cancer": 2, "HIV": 1}
        >>> groups = Groups.from_counts([counts], on="condition")
        >>> model = NpdRecursiveClDiversity(
        ...     c1=4, c2=5, l=3, disclosable=["Healthy"], protected=["HIV"]
        ... )
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('c1 > 1 at c2 = 5, l = 3', [True])

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.4.
    """

    c1: Annotated[
        Fraction, Param("bound on the most frequent value over the tail", above=0)
    ]
    c2: Annotated[
        Fraction, Param("percentage of rows of a protected value", low=0, below=100)
    ]
    l: Annotated[int, Param("number of values in the definition", low=1)]
    disclosable: Annotated[
        tuple[str, ...], Param("list of values whose disclosure is allowed")
    ]
    protected: Annotated[
        tuple[str, ...], Param("list of values that may not be ruled out", low=1)
    ]

    sense = "<"
    union_closed = True  # both conditions are
    absorbing = False  # (1,1) + (0,1): 50 percent of the first fall to 33
    bounded = "c1"
    stops = "inference of the values that matter; ruling protected values out"
    misses = "the values allowed to be disclosed; small groups"

    def parts(self) -> tuple[SensitiveModel, ...]:
        on, joint = self.on, self.joint
        return (
            PdRecursiveClDiversity(
                self.c1, self.l, self.disclosable, on=on, joint=joint
            ),
            NegativeDisclosure(self.c2, self.protected, on=on, joint=joint),
        )

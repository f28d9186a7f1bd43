# SPDX-License-Identifier: Apache-2.0
"""No negative disclosure: the second condition of npd-recursive (c1,c2,l)-diversity.

It is a half of that definition, not a model that the paper names, so the registry does
not list it.
"""

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
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class NegativeDisclosure(SensitiveModel):
    """Every protected value has at least c2 percent of the rows of every group.

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

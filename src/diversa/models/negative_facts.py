# SPDX-License-Identifier: Apache-2.0
"""Negative facts: what an adversary concludes who knows what a person does not have.

Every fact "this person does not have s" removes the rows of s from the group in the
adversary's eyes. l-diversity is a bound on such facts: distinct l-diversity says how
many make certain, recursive (c,l)-diversity what l - 2 of them reveal at most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.tail import largest


def posterior_after(histogram: Histogram, facts: int) -> Numbers:
    """The largest posterior of a value in every group after so many negative facts.

    `max_s n_s / (n_s + the other rows without the a largest other counts)`; it is
    reached by the most frequent value, r_1 / (r_1 + r_(a+2) + ... + r_m).

    Edge cases: with m - 1 facts or more it is 1; missing values under the policy
    `worst` count as the most frequent value.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1}], on="ill")
        >>> posterior_after(groups.histogram(), 2).floats.tolist()
        [1.0]

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 4.
    """
    removed, _ = largest(histogram, facts + 1)
    frequent = histogram.max(histogram.counts) + histogram.unknown
    # Where people have several values it is a bound: those without are counted least.
    others = np.maximum(histogram.rows_with_value - removed, 0)
    return Numbers(frequent, frequent + others)


def facts_for_certainty(histogram: Histogram) -> NDArray[np.int64]:
    """The number of negative facts that leave one value only, in every group: m - 1.

    Where people have several values, it is the fewest that may be enough: with one more
    value, by their counts, they may have all people.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 9, "b": 1}, {"a": 1}], on="ill")
        >>> facts_for_certainty(groups.histogram()).tolist()
        [1, 0]
    """
    return DistinctLDiversity(1).level(histogram).numerators - 1

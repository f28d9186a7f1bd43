# SPDX-License-Identifier: Apache-2.0
"""(alpha,k)-anonymity, general and simple."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import ManyValues
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.keeping import most_under_caps
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class AlphaKAnonymity(SensitiveModel):
    """Every group has at least k rows, and no value has more than a share alpha of it.

    Nobody is narrowed down to fewer than k rows, and a guess of a value from the group
    alone is right with probability at most alpha. Negative facts about a person make a
    guess better than that. The simple form bounds the share of one `value` only.
    `N >= k` and `n_s <= alpha N` for every s (simple: for one s); the measure is the
    largest n_s / N, infinite in a group of fewer than k rows: no alpha is enough there.

    Edge cases: alpha = 1 is k-anonymity; a simple `value` that no row has leaves
    k-anonymity; compared in integers; a missing value under the policy `worst` counts
    as the most frequent value, or as the `value`.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> some = [{"flu": 2, "HIV": 2}, {"flu": 3, "HIV": 1}, {"flu": 1, "HIV": 1}]
        >>> groups = Groups.from_counts(some, on="ill")
        >>> AlphaKAnonymity("1/2", 3).holds(groups).tolist()
        [True, False, False]
        >>> AlphaKAnonymity("1/2", 3, value="HIV").holds(groups).tolist()
        [True, True, False]

    Reference:
        R. Wong, J. Li, A. Fu, K. Wang, (alpha,k)-anonymity: an enhanced k-anonymity
        model for privacy preserving data publishing, KDD 2006.
    """

    alpha: Annotated[Fraction, Param("largest share of a value", above=0, high=1)]
    k: Annotated[int, Param("number of rows in every group", low=1)]
    value: Annotated[str | None, Param("only value whose share is bounded")] = field(
        default=None, kw_only=True
    )
    """The value of the simple form; all values without it."""

    sense = "<="
    union_closed = True  # N only grows, and n_s - alpha N <= 0 is linear
    absorbing = False  # (1,1,1,1) + (0,0,0,1): a share of 1/4 becomes 2/5
    needs_rows_alike = True  # k rows among which a person cannot be found
    in_people = "having"
    bounds_unnamed = True
    bounded = "alpha"
    stops = "linking to fewer than k rows; guessing a value from its share of the group"
    misses = "negative facts about a person; skewness, similarity"

    @property
    def least_people(self) -> int:
        return self.k

    def level(self, histogram: Histogram) -> Numbers:
        counts, sizes = histogram.counts, histogram.sizes
        if self.value is not None:
            chosen = histogram.sensitive.mask([self.value])[histogram.values]
            counts = np.where(chosen, counts, 0)
        shares = Numbers(histogram.max(counts) + histogram.unknown, sizes)
        return shares.out_of_reach(sizes < self.k, self.sense)

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_s, alpha M) >= M, and none below k.

        In the simple form only the rows of `value` are bounded, by alpha M.
        """
        most = histogram.sizes
        if self.alpha < 1:
            alpha = float(self.alpha)
            caps = np.full(histogram.sensitive.dictionary.size, alpha)
            if self.value is not None:
                caps = np.where(histogram.sensitive.mask([self.value]), alpha, 1.0)
            most = most_under_caps(histogram, caps)
        return np.where(most < self.k, 0, most)

    def implied(self) -> tuple[Model, ...]:
        if self.value is not None:
            return (KAnonymity(self.k),)
        least = math.ceil(1 / self.alpha)
        diverse = ManyValues(least, on=self.on)
        return KAnonymity(max(self.k, least)), diverse

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), 1, on="*"),)

# SPDX-License-Identifier: Apache-2.0
"""Variance control."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np

from diversa.counts.groups import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.numeric_model import NumericModel
from diversa.models.parameters import Param

SQUARABLE = 2**30
"""Squares of numbers up to this fit a 64-bit integer, and so do their differences."""


@dataclass(frozen=True)
class VarianceControl(NumericModel):
    """The variance of the numbers of every group is at least v.

    Whoever guesses a person's number by the mean of the group is wrong by sqrt(v) on
    average. It says nothing of most rows: one outlier gives {490, 500, 510, 1000} the
    variance 46925; use `window-diversity` against that.
    `Σ (x - mean)^2 / N >= v`, the population variance: with N - 1 in its place two
    groups that hold may fail when merged ({0,10} twice: 50 falls to 33.3).

    Edge cases: one row or equal rows give 0; computed in integers, so nothing is
    rounded; v = 0 always holds; a missing value under the policy `worst` is the mean
    of the others.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{40: 1, 60: 1}, {0.1: 1, 0.3: 1}], on="pay")
        >>> VarianceControl(100).measure(groups).floats.tolist()
        [100.0, 0.01]
        >>> VarianceControl(0.01).holds(groups).tolist()
        [True, True]

    Reference:
        K. LeFevre, D. DeWitt, R. Ramakrishnan, Workload-Aware Anonymization, KDD 2006.
    """

    v: Annotated[Fraction, Param("variance of the values in every group", low=0)]

    union_closed = True  # the variance of a union is at least the weighted mean
    absorbing = False  # {4,10} + {4}: 9 falls to 8
    bounded = "v"
    symbol = "variance"
    stops = "groups whose numbers are all near their mean"
    misses = "most numbers of a group near each other; probabilistic inference"

    def level(self, histogram: Histogram) -> Numbers:
        line, scale = histogram.number_line, histogram.sensitive.scale
        known, sizes = histogram.known, histogram.sizes
        apart, counts = line.above_least, line.counts  # small numbers, same variance
        widest = (known * histogram.max(apart).astype(np.float64)).max(initial=0)
        if max(widest, int(sizes.max(initial=0)) * scale) > SQUARABLE:
            known, sizes, apart, counts = (
                one.astype(object) for one in (known, sizes, apart, counts)
            )
        total, squares = histogram.sum(counts * apart), histogram.sum(counts * apart**2)
        return Numbers(known * squares - total**2, known * sizes * scale**2)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(0), on="*"),)

# SPDX-License-Identifier: Apache-2.0
"""Variance control."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import WIDEST
from diversa.models.group_numbers import NEAR, Numbers, as_float
from diversa.models.keeping import most_with_mean
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

    Edge cases: one row or equal rows give 0; decided in integers, so nothing is
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
        if is_narrow(histogram):
            return exact_variance(histogram, np.int64)
        return Numbers(float_variance(histogram))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        if is_narrow(histogram):
            return exact_variance(histogram, np.int64).satisfy(self.sense, self.v)
        rounded, wanted = float_variance(histogram), as_float(self.v)
        holds = rounded >= wanted
        near = np.abs(rounded - wanted) <= NEAR * wanted
        if near.any():
            exact = exact_variance(histogram.select(near), object)
            holds[near] = exact.satisfy(self.sense, self.v)
        return holds

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The most rows with Σ ((x - z)² - v) >= 0, z the mean of the group.

        The squares of a part about its own mean are at most those about any other
        number. Rows far from z are taken first. Rows that may have any value are added:
        in the worst case they add nothing to the squares.
        """
        line = histogram.number_line
        wide = int(line.ranges.max(initial=0)) > WIDEST  # floats are not exact enough
        if self.v == 0 or wide:
            return histogram.sizes
        apart = line.above_least.astype(np.float64)
        rows = np.maximum(histogram.rows_with_value, 1)
        means = histogram.sum(line.counts * apart) / rows
        squares = (apart - means[histogram.group]) ** 2
        wanted = as_float(self.v) * float(histogram.sensitive.scale) ** 2
        return most_with_mean(histogram, line.counts, squares, wanted)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(0), on="*"),)


def is_narrow(histogram: Histogram) -> bool:
    """True if the sums of the exact variance fit 64 bits.

    The scale has to fit also where there are no rows to multiply it by.
    """
    ranges = histogram.number_line.ranges.astype(np.float64)
    widest = (histogram.rows_with_value * ranges).max(initial=0)
    most = int(histogram.sizes.max(initial=1)) * histogram.sensitive.scale
    return max(widest, most) <= SQUARABLE


def exact_variance(histogram: Histogram, integers: type) -> Numbers:
    """The variance as a ratio, in integers of the given type.

    With n known of N rows it is Σ (x - mean)^2 / N, the mean that of the known rows.
    """
    line, scale = histogram.number_line, histogram.sensitive.scale
    known: NDArray[Any] = histogram.rows_with_value.astype(integers)
    sizes: NDArray[Any] = histogram.sizes.astype(integers)
    # Small numbers with the same variance.
    apart: NDArray[Any] = line.above_least.astype(integers)
    weighted = line.counts * apart
    total, squares = histogram.sum(weighted), histogram.sum(weighted * apart)
    return Numbers(known * squares - total**2, known * sizes * scale**2)


def float_variance(histogram: Histogram) -> NDArray[np.float64]:
    """The variance in floats, by way of the mean so that digits are kept."""
    line, scale = histogram.number_line, histogram.sensitive.scale
    apart = line.above_least.astype(np.float64)
    rows = np.maximum(histogram.rows_with_value, 1)
    means = histogram.sum(line.counts * apart) / rows
    deviations = apart - means[histogram.group]
    squares = histogram.sum(line.counts * deviations**2)
    return squares / np.maximum(histogram.sizes, 1) / float(scale) ** 2

# SPDX-License-Identifier: Apache-2.0
"""Entropy l-diversity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import ManyValues
from diversa.models.group_numbers import Numbers, as_float
from diversa.models.keeping import most_with_entropy
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.sensitive_model import SensitiveModel

TOLERANCE = 1e-9
"""Entropies nearer to the bound than this, per row, are compared exactly."""

EXACT_SIZE = 20_000
"""Largest group (after dividing by the greatest common divisor) done in integers."""

DIGITS = 60
"""Decimal digits for larger groups; equal up to half of them counts as equal."""


@dataclass(frozen=True)
class EntropyLDiversity(SensitiveModel):
    """The entropy of the sensitive values of every group is at least log l.

    Values are well represented when the entropy is high. It does not bound the largest
    posterior: with 14 values a group of entropy 2 may hold one value in 87 % of rows.
    `-Σ p_s log p_s >= log l`; the measure is exp(entropy), the effective number of
    values, so it is compared with l itself.

    Edge cases: one value gives 1; m equally frequent values give exactly m (decided in
    integers, N^N >= l^N Π n_s^n_s); l = 1 always holds; a missing value under the
    policy `worst` counts as the most frequent one.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1}], on="condition")
        >>> round(EntropyLDiversity(2.8).attained(groups), 4)
        2.8284

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.1.
    """

    l: Annotated[Fraction, Param("effective number of values", low=1)]

    union_closed = True  # entropy is concave
    absorbing = False  # (1,1) + (0,1): 2 falls below 2
    distinct_suffices = True  # the entropy of N different values is log N
    in_people = "shares"
    bounded = "l"
    symbol = "entropy l"
    stops = "groups in which few values dominate, on average"
    misses = "one very frequent value beside many rare ones; skewness, similarity"

    def level(self, histogram: Histogram) -> Numbers:
        levels = np.exp(entropy_times_rows(histogram) / np.maximum(histogram.sizes, 1))
        return Numbers(np.where(uniform(histogram), histogram.distinct, levels))

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        sizes = histogram.sizes
        wanted = math.log(self.l.numerator) - math.log(self.l.denominator)
        gap = entropy_times_rows(histogram) - sizes * wanted
        holds = gap >= 0
        near = np.abs(gap) <= TOLERANCE * sizes
        if near.any():  # nearly every tie is a uniform group
            equal = near & uniform(histogram)
            holds[equal] = histogram.distinct[equal] >= math.ceil(self.l)
            for group in np.flatnonzero(near & ~equal):
                holds[group] = reaches(group_counts(histogram, int(group)), self.l)
        return holds

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The most rows of a group that can be kept with an entropy of log l or more.

        The most even way to keep M rows is to cut every count to the same x. All other
        ways majorize it, so none has a higher entropy; and the entropy falls as x
        grows.
        """
        return most_with_entropy(histogram, math.log(as_float(self.l)))

    def implied(self) -> tuple[Model, ...]:
        return (ManyValues(math.ceil(self.l), on=self.on),)

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), on="*"),)


def uniform(histogram: Histogram) -> NDArray[np.bool_]:
    """Groups of m equally frequent values; their exp(entropy) is exactly m."""
    largest = histogram.max(histogram.counts) + histogram.unknown
    return largest * histogram.distinct == histogram.sizes


def group_counts(histogram: Histogram, group: int) -> tuple[int, ...]:
    """The counts of one group, ascending, with unknown rows added to the largest."""
    entries = slice(histogram.starts[group], histogram.starts[group + 1])
    counts = sorted(int(n) for n in histogram.counts[entries]) or [0]
    counts[-1] += int(histogram.unknown[group])
    return tuple(counts)


@lru_cache(maxsize=4096)
def reaches(counts: tuple[int, ...], l: Fraction) -> bool:
    """Decide exp(entropy) >= l = a/b exactly: (N b)^N >= a^N Π n^n.

    >>> reaches((1, 1, 1, 1, 4), Fraction(4)), reaches((1, 1, 1, 1, 5), Fraction(4))
    (True, False)
    """
    divisor = math.gcd(*counts)
    reduced = [n // divisor for n in counts if n]
    size = sum(reduced)
    if size <= EXACT_SIZE:
        left = (size * l.denominator) ** size
        return left >= l.numerator**size * math.prod(n**n for n in reduced)
    with localcontext(prec=DIGITS):  # the integers would have millions of digits
        gap = size * (Decimal(size) * l.denominator / l.numerator).ln()
        gap -= sum(n * Decimal(n).ln() for n in reduced)
        return gap >= -(Decimal(10) ** (-DIGITS // 2))


def entropy_times_rows(histogram: Histogram) -> NDArray[np.float64]:
    """N log N - Σ n log n, with unknown rows added to the most frequent value."""
    sizes, unknown = histogram.sizes, histogram.unknown
    total = xlogx(sizes) - histogram.sum(xlogx(histogram.counts))
    if unknown.any():
        largest = histogram.max(histogram.counts)
        total = total + xlogx(largest) - xlogx(largest + unknown)
    return total


def xlogx(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """X log x, with 0 log 0 = 0."""
    return np.multiply(counts, np.log(np.maximum(counts, 1)))

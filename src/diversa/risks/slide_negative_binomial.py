# SPDX-License-Identifier: Apache-2.0
"""The slide negative binomial estimator (SNB) of population uniques."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log1p, sqrt

from diversa.record.risk import Estimate
from diversa.risks.sample import Sample

NAME = "snb"

STEPS = 200
"""Halvings of the interval that holds the solution, up to the precision of doubles."""


@dataclass(frozen=True)
class SlideShape:
    """A fit of the model: group sizes are 1 + NB(a, b), each person sampled with π.

    With z = 1 - π the group of a person is missed with probability z (b / D)^a, where
    D = 1 - (1 - b) z. The fit is sought along t = (1 - b) / D, in which b / D is
    1 - tπ and the other terms are polynomials.
    """

    a: float
    t: float
    fraction: float

    @property
    def spread(self) -> float:
        """(b / D)^a."""
        return exp(self.a * log1p(-self.t * self.fraction))

    @property
    def none(self) -> float:
        """P(f = 0): nobody of a group is in the sample."""
        return (1 - self.fraction) * self.spread

    @property
    def once(self) -> float:
        """P(f = 1): one person of a group is in the sample."""
        rest = 1 - self.fraction
        return self.fraction * self.spread * (1 + self.a * self.t * rest)

    @property
    def unique(self) -> float:
        """P(F = 1) = b^a: a group of the population has one person."""
        return exp(self.a * (log1p(-self.t * self.fraction) - self._log_d))

    @property
    def _log_d(self) -> float:
        return log1p(self.t * (1 - self.fraction))


def snb(sample: Sample) -> Estimate:
    """Fit group sizes 1 + NB(a, b) to the groups of one and two rows.

    a, b and the number K* of population groups solve K* P(f>0) = K, K* P(f=1) = f_1
    and K* P(f=2) = f_2; population uniques are then K* b^a. The authors take K* from
    another estimator; here it is the one that agrees with the number of groups seen.

    It needs groups of one and of two rows, and sizes that vary more than by chance. It
    is good for samples above about 10 %.

    Reference:
        G. Chen, S. Keller-McNulty, Estimation of identification disclosure risk in
        microdata, Journal of Official Statistics 14, 1998.
    """
    ones, twos = sample.of_size(1), sample.of_size(2)
    people = sample.people
    if ones == 0:
        return Estimate(NAME, 0.0, people)
    if twos == 0:
        return Estimate(NAME, None, people, "no group has two rows")
    shape = fit(ones / sample.count, twos / ones, sample.fraction)
    if shape is None:
        reason = "group sizes vary less than the model allows"
        return Estimate(NAME, None, people, reason)
    uniques = sample.count / (1 - shape.none) * shape.unique
    return Estimate(NAME, min(uniques, float(people)), people)


def fit(ones: float, ratio: float, fraction: float) -> SlideShape | None:
    """The shape with P(f=1) / P(f>0) = ones and P(f=2) / P(f=1) = ratio, if any."""

    def excess(shape: SlideShape) -> float:
        return shape.once / (1 - shape.none) - ones

    low, high = 0.0, 1 / fraction
    if excess(with_ratio(high * 1e-9, ratio, fraction)) <= 0:
        return None
    for _ in range(STEPS):
        middle = (low + high) / 2
        if excess(with_ratio(middle, ratio, fraction)) > 0:
            low = middle
        else:
            high = middle
    return with_ratio(low, ratio, fraction)


def with_ratio(t: float, ratio: float, fraction: float) -> SlideShape:
    """The only positive a with which P(f=2) / P(f=1) is the ratio, for a given t.

    (π/2) a t (2 + (a + 1) t z) = ratio (1 + a t z), a quadratic equation in a.
    """
    rest = 1 - fraction
    square = fraction / 2 * t * t * rest
    line = fraction * t + square - ratio * t * rest
    root = sqrt(line * line + 4 * square * ratio)
    # Two ways to write the positive root; each is exact where the other cancels.
    a = 2 * ratio / (line + root) if line > 0 else (root - line) / (2 * square)
    return SlideShape(a, t, fraction)

# SPDX-License-Identifier: Apache-2.0
"""Pitman's estimator of population uniques."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log

import numpy as np

from diversa.record.risk import Estimate
from diversa.risks.sample import Sample

NAME = "pitman"

LEAST, MOST = 1e-3, 1 - 1e-6
"""Bounds of α."""

GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True)
class Likelihood:
    """The likelihood of a sample under Pitman's formula with parameters θ and α."""

    sample: Sample

    def log(self, theta: float, alpha: float) -> float:
        """The logarithm of the likelihood, up to a constant."""
        groups, rows = self.sample.count, self.sample.rows
        drawn = lgamma(theta / alpha + groups) - lgamma(theta / alpha + 1)
        whole = lgamma(theta + rows) - lgamma(theta + 1)
        inside = np.array([lgamma(size - alpha) for size in self.sample.sizes.tolist()])
        grown = float(self.sample.groups @ (inside - lgamma(1 - alpha)))
        return (groups - 1) * log(alpha) + drawn - whole + grown

    def slope(self, theta: float, alpha: float) -> float:
        """The derivative of `log` by θ."""
        groups, rows = self.sample.count, self.sample.rows
        drawn = digamma(theta / alpha + groups) - digamma(theta / alpha + 1)
        return drawn / alpha - digamma(theta + rows) + digamma(theta + 1)

    def best_theta(self, alpha: float) -> float:
        """The most likely θ > -α for a given α."""
        low, high = 1e-9, 1.0  # of θ + α
        while self.slope(high - alpha, alpha) > 0 and high < 1e12:
            low, high = high, high * 4
        for _ in range(60):
            middle = (low * high) ** 0.5
            if self.slope(middle - alpha, alpha) > 0:
                low = middle
            else:
                high = middle
        return (low * high) ** 0.5 - alpha

    def best(self) -> tuple[float, float]:
        """The most likely θ and α, by golden-section search of α."""

        def height(alpha: float) -> float:
            return self.log(self.best_theta(alpha), alpha)

        low, high = LEAST, MOST
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        first, second = height(left), height(right)
        while high - low > 1e-7:
            if first >= second:
                high, right, second = right, left, first
                left = high - GOLDEN * (high - low)
                first = height(left)
            else:
                low, left, first = left, right, second
                right = low + GOLDEN * (high - low)
                second = height(right)
        alpha = (low + high) / 2
        return self.best_theta(alpha), alpha


def pitman(sample: Sample) -> Estimate:
    """The mean number of population uniques under Pitman's sampling formula.

    θ and α make the sample most likely; a population of N has
    N Γ(θ+1) Γ(θ+α+N-1) / (Γ(θ+α) Γ(θ+N)) uniques on average, about N^α Γ(θ+1) / Γ(θ+α).

    It needs groups of one row and of more, and many more small groups than large ones
    (α > 0). It is the best of the three for small samples (up to about 10 %), whose
    groups need not look like those of the population.

    Reference:
        N. Hoshino, Applying Pitman's sampling formula to microdata disclosure risk
        assessment, Journal of Official Statistics 17, 2001.
    """
    people = sample.people
    if sample.of_size(1) == 0:
        return Estimate(NAME, 0.0, people)
    if sample.count < 2 or sample.count == sample.rows:
        reason = "groups of one row and larger ones are needed"
        return Estimate(NAME, None, people, reason)
    theta, alpha = Likelihood(sample).best()
    if alpha < 2 * LEAST:
        reason = "there are too few small groups for the model"
        return Estimate(NAME, None, people, reason)
    return Estimate(
        NAME, min(mean_uniques(theta, alpha, people), float(people)), people
    )


def mean_uniques(theta: float, alpha: float, people: int) -> float:
    """The mean number of uniques in a population."""
    logs = lgamma(theta + 1) - lgamma(theta + alpha)
    logs += lgamma(theta + alpha + people - 1) - lgamma(theta + people)
    return exp(log(people) + logs)


def digamma(x: float) -> float:
    """The derivative of log Γ, for positive numbers.

    >>> round(digamma(1), 6), round(digamma(100.5), 6)
    (-0.577216, 4.605174)
    """
    total = 0.0
    while x < 8:
        total -= 1 / x
        x += 1
    square = 1 / (x * x)
    series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square / 240)))
    return total + log(x) - 1 / (2 * x) - series

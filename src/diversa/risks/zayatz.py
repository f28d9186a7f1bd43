# SPDX-License-Identifier: Apache-2.0
"""Zayatz's estimator of population uniques."""

from __future__ import annotations

from math import lgamma

import numpy as np
from numpy.typing import NDArray

from diversa.record.risk import Estimate
from diversa.risks.sample import Sample

NAME = "zayatz"


def zayatz(sample: Sample) -> Estimate:
    """Sample uniques, times their chance to be unique in the population, times N / n.

    P(F=1 | f=1) = p_1 P(f=1 | F=1) / Σ_j p_j P(f=1 | F=j), where P(f=1 | F=j) is
    hypergeometric and p_j, the share of population groups of size j, is taken to be
    that of the sample.

    It applies to every sample, and overestimates from small ones, whose groups are
    smaller than those of the population.

    Reference:
        L. Zayatz, Estimation of the percent of unique population elements on a
        microdata file using the sample, Bureau of the Census, 1991.
    """
    ones = sample.of_size(1)
    if ones == 0:
        return Estimate(NAME, 0.0, sample.people)
    seen = once(sample.sizes, sample.rows, sample.people)
    unique = ones * once(np.array([1]), sample.rows, sample.people)[0]
    chance = unique / float(sample.groups @ seen)
    uniques = ones * chance * sample.people / sample.rows
    return Estimate(NAME, min(float(uniques), float(sample.people)), sample.people)


def once(sizes: NDArray[np.int64], rows: int, people: int) -> NDArray[np.float64]:
    """The probability that a sample has exactly one person of a group.

    j (N-j choose n-1) / (N choose n); 0 if the rest is too small for the sample.
    """
    rest = people - sizes - (rows - 1)
    logs = [
        lgamma(people - size + 1) - lgamma(left + 1) if left >= 0 else -np.inf
        for size, left in zip(sizes.tolist(), rest.tolist(), strict=True)
    ]
    whole = lgamma(people + 1) - lgamma(people - rows + 1)
    return np.exp(np.array(logs, dtype=np.float64) - whole) * (sizes * float(rows))

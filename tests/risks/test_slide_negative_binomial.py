# SPDX-License-Identifier: Apache-2.0
"""SNB: the fitted shape gives back the shares that it was fitted to."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diversa.risks.sample import Sample
from diversa.risks.slide_negative_binomial import fit, snb
from populations import simulated


def thinned(a, b, fraction, wanted):
    """P(f = wanted) of 1 + NB(a, b) people, each sampled or not, by adding up."""
    total = 0.0
    for more in range(4000):
        log = math.lgamma(a + more) - math.lgamma(a) - math.lgamma(more + 1)
        size = 1 + more
        chance = math.exp(log + a * math.log(b) + more * math.log1p(-b))
        if size >= wanted:
            kept = math.comb(size, wanted) * fraction**wanted
            total += chance * kept * (1 - fraction) ** (size - wanted)
    return total


@pytest.mark.parametrize(
    ("a", "b", "fraction"), [(0.5, 0.2, 0.3), (2.0, 0.4, 0.1), (0.1, 0.05, 0.6)]
)
def test_the_fit_of_snb_finds_the_shape(a, b, fraction):
    none, one, two = (thinned(a, b, fraction, wanted) for wanted in range(3))
    shape = fit(one / (1 - none), two / one, fraction)
    assert shape.none == pytest.approx(none, rel=1e-6)
    assert shape.once == pytest.approx(one, rel=1e-6)
    assert shape.unique == pytest.approx(b**a, rel=1e-6)


def test_snb_finds_the_uniques_of_its_own_populations():
    random = np.random.default_rng(5)
    sizes = 1 + random.negative_binomial(0.5, 0.2, 20_000)
    found = snb(Sample.of(simulated(sizes, 0.4, 1), 0.4))
    assert found.uniques == pytest.approx((sizes == 1).sum(), rel=0.05)


def test_snb_says_where_it_does_not_apply():
    """No group of two; and sizes that are even: 100 groups of one, 1 of two."""
    assert snb(Sample.of(np.array([1, 3]), 0.5)).reason == "no group has two rows"
    even = snb(Sample.of(np.array([1] * 100 + [2]), 0.9))
    assert even.uniques is None
    assert "vary less" in even.reason

# SPDX-License-Identifier: Apache-2.0
"""Pitman: the likelihood by plain sums, and a population of its own process."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.risks.pitman import Likelihood, mean_uniques, pitman
from diversa.risks.sample import Sample
from populations import seated, simulated


def plain_likelihood(sizes, theta, alpha):
    """By the formula, of one pair of parameters or of many."""
    drawn = sum(np.log(theta + i * alpha) for i in range(1, len(sizes)))
    whole = sum(np.log(theta + i) for i in range(1, sum(sizes)))
    grown = sum(np.log(i - alpha) for size in sizes for i in range(1, size))
    return drawn - whole + grown


def test_the_likelihood_of_pitman_is_its_formula_and_its_best_is_best():
    sizes = [1] * 12 + [2] * 5 + [3, 3, 4, 9, 20]
    likelihood = Likelihood(Sample.of(np.array(sizes), 0.1))
    for theta, alpha in ((3.0, 0.5), (-0.2, 0.7), (40.0, 0.1)):
        assert likelihood.log(theta, alpha) == pytest.approx(
            plain_likelihood(sizes, theta, alpha)
        )
    theta, alpha = likelihood.best()
    top = plain_likelihood(sizes, theta, alpha)
    others = np.linspace(0.02, 0.98, 49)[:, None]
    ones = np.geomspace(0.05, 200, 60) - others + 0.01
    grid = plain_likelihood(sizes, ones, others)
    assert top >= grid.max()
    assert top == pytest.approx(grid.max(), abs=0.05)


@pytest.mark.parametrize(("theta", "alpha", "people"), [(2.0, 0.5, 4), (-0.3, 0.6, 3)])
def test_the_expected_uniques_of_pitman(theta, alpha, people):
    """Seat the people one by one; add up over every way to do so."""
    ways = {(): 1.0}
    for earlier in range(people):
        later = {}
        for sizes, chance in ways.items():
            fresh = (theta + alpha * len(sizes)) / (theta + earlier)
            new = (*sizes, 1)
            later[new] = later.get(new, 0) + chance * (fresh if earlier else 1)
            for place, size in enumerate(sizes):
                grown = tuple(sorted((*sizes[:place], *sizes[place + 1 :], size + 1)))
                share = (size - alpha) / (theta + earlier)
                later[grown] = later.get(grown, 0) + chance * share
        ways = {}
        for sizes, chance in later.items():
            key = tuple(sorted(sizes))
            ways[key] = ways.get(key, 0) + chance
    mean = sum(chance * sizes.count(1) for sizes, chance in ways.items())
    assert sum(ways.values()) == pytest.approx(1)
    assert mean_uniques(theta, alpha, people) == pytest.approx(mean)


def test_pitman_finds_the_uniques_of_its_own_populations():
    sizes = seated(60.0, 0.5, 20_000, 3)
    found = pitman(Sample.of(simulated(sizes, 0.1, 2), 0.1))
    assert found.uniques == pytest.approx((sizes == 1).sum(), rel=0.15)


def test_pitman_says_where_it_does_not_apply():
    assert "larger ones" in pitman(Sample.of(np.array([1, 1]), 0.5)).reason
    even = pitman(Sample.of(np.array([1] + [10] * 50), 0.1))
    assert "too few small groups" in even.reason

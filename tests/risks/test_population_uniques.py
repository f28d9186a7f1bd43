# SPDX-License-Identifier: Apache-2.0
"""Population uniques: by hand, by the models' own equations, and by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diversa.risks.pitman import Likelihood, expected, pitman
from diversa.risks.population_uniques import population_uniques
from diversa.risks.sample import Sample
from diversa.risks.slide_negative_binomial import fit, snb
from diversa.risks.zayatz import zayatz


def simulated(sizes, fraction, seed):
    """Sample people of a population at random: the group sizes of the sample."""
    random = np.random.default_rng(seed)
    people = np.repeat(np.arange(len(sizes)), sizes)
    drawn = random.choice(people, round(fraction * len(people)), replace=False)
    found = np.bincount(drawn)
    return found[found > 0]


# Zayatz: Bayes' rule with hypergeometric probabilities, by whole numbers.


@settings(max_examples=30, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 4), min_size=1, max_size=7),
    times=st.integers(2, 5),
)
def test_zayatz_is_bayes_rule(sizes, times):
    rows, people = sum(sizes), times * sum(sizes)

    def once(size):
        return size * math.comb(people - size, rows - 1) / math.comb(people, rows)

    ones = sizes.count(1)
    chance = ones * once(1) / sum(map(once, sizes))
    found = zayatz(Sample.of(np.array(sizes), 1 / times))
    assert found.people == people
    assert found.uniques == pytest.approx(min(people, ones * chance * times))


def test_zayatz_by_hand():
    """Groups 1, 1, 2, half of the people: P(f=1|F=1) = 1/2, P(f=1|F=2) = 4/7."""
    found = zayatz(Sample.of(np.array([1, 1, 2]), 0.5))
    assert found.uniques == pytest.approx(2 * 2 * (2 * 1 / 2) / (2 * 1 / 2 + 4 / 7))


# SNB: the fitted shape gives back the shares that it was fitted to.


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
    assert shape.missed == pytest.approx(none, rel=1e-6)
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


# Pitman: the likelihood by plain sums, and a population made by its own process.


def plain_likelihood(sizes, theta, alpha):
    drawn = sum(math.log(theta + i * alpha) for i in range(1, len(sizes)))
    whole = sum(math.log(theta + i) for i in range(1, sum(sizes)))
    grown = sum(math.log(i - alpha) for size in sizes for i in range(1, size))
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
    grid = [
        plain_likelihood(sizes, one, other)
        for other in np.linspace(0.02, 0.98, 49)
        for one in np.geomspace(0.05, 200, 60) - other + 0.01
    ]
    assert top >= max(grid)
    assert top == pytest.approx(max(grid), abs=0.05)


@pytest.mark.parametrize(("theta", "alpha", "people"), [(2.0, 0.5, 4), (-0.3, 0.6, 3)])
def test_the_expected_uniques_of_pitman(theta, alpha, people):
    """Seat the people one by one; add up over every way to do so."""
    ways = {(): 1.0}
    for seated in range(people):
        later = {}
        for sizes, chance in ways.items():
            fresh = (theta + alpha * len(sizes)) / (theta + seated)
            new = (*sizes, 1)
            later[new] = later.get(new, 0) + chance * (fresh if seated else 1)
            for place, size in enumerate(sizes):
                grown = tuple(sorted((*sizes[:place], *sizes[place + 1 :], size + 1)))
                share = (size - alpha) / (theta + seated)
                later[grown] = later.get(grown, 0) + chance * share
        ways = {}
        for sizes, chance in later.items():
            key = tuple(sorted(sizes))
            ways[key] = ways.get(key, 0) + chance
    mean = sum(chance * sizes.count(1) for sizes, chance in ways.items())
    assert sum(ways.values()) == pytest.approx(1)
    assert expected(theta, alpha, people) == pytest.approx(mean)


def seated(theta, alpha, people, seed):
    """A population of Pitman's process."""
    random = np.random.default_rng(seed).random(3 * people).tolist()
    table, sizes = [], []
    for number in range(people):
        if random.pop() * (theta + number) < theta + alpha * len(sizes):
            table.append(len(sizes))
            sizes.append(1)
            continue
        # A person of a table is followed with (size - alpha) / size.
        while True:
            at = table[int(random.pop() * number)] if random else table[-1]
            if not random or random.pop() * sizes[at] < sizes[at] - alpha:
                break
        table.append(at)
        sizes[at] += 1
    return np.array(sizes)


def test_pitman_finds_the_uniques_of_its_own_populations():
    sizes = seated(60.0, 0.5, 20_000, 3)
    found = pitman(Sample.of(simulated(sizes, 0.1, 2), 0.1))
    assert found.uniques == pytest.approx((sizes == 1).sum(), rel=0.15)


def test_pitman_says_where_it_does_not_apply():
    assert "larger ones" in pitman(Sample.of(np.array([1, 1]), 0.5)).reason
    even = pitman(Sample.of(np.array([1] + [10] * 50), 0.1))
    assert "too few small groups" in even.reason


# The decision rule.


def test_which_estimate_is_believed():
    sizes = simulated(seated(60.0, 0.5, 3000, 4), 0.2, 1)
    small = population_uniques(sizes, sampling_fraction=0.1)
    assert small.chosen.name == "pitman"
    large = population_uniques(sizes, sampling_fraction=0.5)
    by_zayatz, by_snb, _ = large.estimates
    assert large.chosen.uniques == min(by_zayatz.uniques, by_snb.uniques)
    none = population_uniques(np.array([1] + [10] * 50), sampling_fraction=0.1)
    assert none.chosen.name == "zayatz", "the one that always applies"


def test_a_whole_population_is_counted():
    found = population_uniques(np.array([1, 1, 3]), sampling_fraction=1.0)
    assert (found.chosen.name, found.chosen.uniques, found.people) == ("counted", 2, 5)
    assert found.chosen.share == pytest.approx(2 / 5)


def test_without_sample_uniques_there_are_none():
    found = population_uniques(np.array([5, 7]), sampling_fraction=0.1)
    assert [one.uniques for one in found.estimates] == [0, 0, 0]

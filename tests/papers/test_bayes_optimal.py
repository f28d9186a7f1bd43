# SPDX-License-Identifier: Apache-2.0
"""Bayes-optimal privacy (l-diversity, ICDE 2006, Section 3), corrected.

The judge of Theorem 3.1 draws every sample that a small population allows: Bob is one
of the people with values q, the table any sample with Bob in it that shows the
published counts.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import (
    BayesNegativeDisclosure,
    BayesPositiveDisclosure,
    BeliefChange,
    RhoBreach,
)
from diversa.models.bayes_optimal_privacy import find_beliefs, posterior

# Umeko: two of four rows have heart disease, two a viral infection.
ROWS = [2, 2, 0]
OWN = [0.01, 0.49, 0.5]
BLOCK = [0.3, 0.3, 0.4]


def test_umeko():
    assert posterior(ROWS, OWN, BLOCK).tolist() == pytest.approx([1 / 50, 49 / 50, 0])


def test_the_printed_denominator_gives_no_distribution():
    terms = np.array(ROWS) * np.array(OWN) / np.array(BLOCK)
    printed = terms / (np.array(ROWS) * np.array(BLOCK) / np.array(BLOCK)).sum()
    assert printed.round(4).tolist() == [0.0167, 0.8167, 0]
    assert printed.sum() != pytest.approx(1)


def test_umeko_among_groups():
    others = {"heart": 59, "viral": 11, "cancer": 30}
    people = {"q": {"heart": 1, "viral": 49, "cancer": 50}, "other": others}
    groups = Groups.from_counts([{"heart": 2, "viral": 2}], on="ill")
    groups = replace(groups, population=Population.from_counts([people], on="ill"))
    found = find_beliefs(groups.histogram())
    umeko = found.posterior[found.person == 0].tolist()
    assert sorted(umeko) == pytest.approx([0, 1 / 50, 49 / 50])
    assert BayesPositiveDisclosure("1/50").holds(groups).all()
    assert not BayesPositiveDisclosure("3/100").holds(groups).any()
    assert BayesNegativeDisclosure("1/1000").attained(groups) == 0


def test_without_knowledge_the_belief_is_the_share():
    rows = np.array([3, 1, 0])
    assert posterior(rows, BLOCK, BLOCK).tolist() == pytest.approx([0.75, 0.25, 0])


def test_a_population_estimated_from_the_table_says_nothing():
    """The trap of the slides: f(s|q*) from the published block makes β = α."""
    people = {"a": {"x": 2, "y": 1}, "b": {"x": 1, "y": 3}}
    groups = Groups.from_counts([{"x": 3, "y": 4}], on="s")
    groups = replace(groups, population=Population.from_counts([people], on="s"))
    assert BeliefChange(0).holds(groups).all()


def beliefs_by_samples(population, block_of, shown, q):
    """P(Bob has s | the published counts), over all samples with a Bob in them."""
    size, found = sum(shown.values()), Counter()
    for bob in (i for i, (own, _) in enumerate(population) if own == q):
        others = [i for i in range(len(population)) if i != bob]
        for rest in itertools.combinations(others, size - 1):
            sample = [population[i] for i in (bob, *rest)]
            if Counter((block_of[own], s) for own, s in sample) == shown:
                found[population[bob][1]] += 1
    return {s: Fraction(n, sum(found.values())) for s, n in found.items()}


@pytest.mark.parametrize("seed", range(12))
def test_theorem_3_1_is_what_samples_show(seed):
    draw = np.random.default_rng(seed)
    block_of = {"a": 0, "b": 0, "c": 1}
    population = list(
        zip(draw.choice(list("abc"), 7), draw.integers(0, 3, 7), strict=True)
    )
    population = [(str(q), int(s)) for q, s in population]
    chosen = draw.permutation(7)[:4]
    shown = Counter((block_of[population[i][0]], population[i][1]) for i in chosen)
    compared = 0
    for q in sorted({own for own, _ in population}):
        block = block_of[q]
        rows = [shown[block, s] for s in range(3)]
        own = [population.count((q, s)) for s in range(3)]
        others = [
            sum(s == t and block_of[one] == block for one, t in population)
            for s in range(3)
        ]
        wanted = beliefs_by_samples(population, block_of, shown, q)
        if wanted:  # someone with these values can be in the table
            found = posterior(rows, own, others).tolist()
            assert found == pytest.approx([float(wanted.get(s, 0)) for s in range(3)])
            compared += 1
    assert compared


def test_theorem_5_1_belief_change_grows_by_generalization():
    a, b = {"s0": 4, "s1": 1}, {"s0": 1, "s1": 4}
    apart = Groups.from_counts([{"s0": 3}, {"s1": 1}], on="s")
    fine = replace(
        apart, population=Population.from_counts([{"a": a}, {"b": b}], on="s")
    )
    assert BeliefChange(1).attained(fine) == pytest.approx(1 / 5)
    assert BeliefChange("1/5").holds(fine).all()
    merged = Groups.from_counts([{"s0": 3, "s1": 1}], on="s")
    coarse = replace(
        merged, population=Population.from_counts([{"a": a, "b": b}], on="s")
    )
    assert BeliefChange(1).attained(coarse) == pytest.approx(8 / 35)
    assert BeliefChange("8/35").holds(coarse).all()
    assert not BeliefChange("7/35").holds(coarse).any()


def test_theorem_5_1_a_breach_appears_by_generalization():
    a, b = {"s0": 2, "s1": 3}, {"s0": 5, "s1": 4}
    apart = Groups.from_counts([{"s1": 2}, {"s0": 1}], on="s")
    fine = replace(
        apart, population=Population.from_counts([{"a": a}, {"b": b}], on="s")
    )
    assert RhoBreach("1/2", "3/5").holds(fine).all()
    merged = Groups.from_counts([{"s0": 1, "s1": 2}], on="s")
    coarse = replace(
        merged, population=Population.from_counts([{"a": a, "b": b}], on="s")
    )
    assert RhoBreach("1/2", "3/5").attained(coarse) == pytest.approx(8 / 13)
    assert not RhoBreach("1/2", "3/5").holds(coarse).any()
    assert RhoBreach("1/2", "8/13").holds(coarse).all()


def test_a_population_that_rules_the_table_out_is_refused():
    message = "must know every sensitive value of a group of the table, got 1 pairs"
    with pytest.raises(ModelError, match=message):
        posterior([1, 1], [0.5, 0.5], [1, 0])
    groups = Groups.from_counts([{"x": 1, "hidden": 1}], on="s")
    people = Population.from_counts([{"a": {"x": 3}}], on="s")
    with pytest.raises(ModelError, match=message) as error:
        BeliefChange(1).check_counts(replace(groups, population=people))
    assert "hidden" not in str(error.value)

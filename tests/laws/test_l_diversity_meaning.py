# SPDX-License-Identifier: Apache-2.0
"""What the l-diversities say about each other and about an adversary."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models import (
    DistinctLDiversity,
    EntropyLDiversity,
    FrequencyLDiversity,
    PdRecursiveClDiversity,
    RecursiveClDiversity,
)
from examples import examples

RELAXED = examples(40)
COUNTS = st.lists(st.integers(1, 9), min_size=1, max_size=6)
C = st.fractions(Fraction(1, 5), 9, max_denominator=6)
L = st.integers(2, 6)


def one_group(counts):
    return Groups.from_counts([dict(zip("abcdef", counts, strict=False))], on="s")


def holds(model, counts):
    return bool(model.holds(one_group(counts))[0])


def worst_posterior(counts, facts):
    """The surest guess about a person after that many values are ruled out."""
    return max(
        Fraction(count, count + sum(others) - sum(gone))
        for place, count in enumerate(counts)
        for others in [counts[:place] + counts[place + 1 :]]
        for gone in combinations(others, min(facts, len(others)))
    )


@RELAXED
@given(COUNTS, C, L)
def test_recursive_bounds_the_posterior_after_l_minus_2_facts(counts, c, l):
    safe = worst_posterior(counts, l - 2) < c / (c + 1)
    assert holds(RecursiveClDiversity(c, l), counts) == safe


@RELAXED
@given(COUNTS.filter(lambda counts: len(counts) > 1), C, st.integers(3, 6))
def test_recursive_is_what_is_left_after_any_value_is_eliminated(counts, c, l):
    rests = [counts[:i] + counts[i + 1 :] for i in range(len(counts))]
    every = all(holds(RecursiveClDiversity(c, l - 1), rest) for rest in rests)
    assert holds(RecursiveClDiversity(c, l), counts) == every


@RELAXED
@given(COUNTS)
def test_frequency_bounds_the_guess_without_facts(counts):
    level = 1 / worst_posterior(counts, 0)
    assert holds(FrequencyLDiversity(level), counts)
    assert not holds(FrequencyLDiversity(level + Fraction(1, 10**9)), counts)


@RELAXED
@given(COUNTS)
def test_frequency_implies_entropy_implies_distinct(counts):
    level = Fraction(sum(counts), max(counts))
    assert holds(EntropyLDiversity(level), counts)
    effective = EntropyLDiversity(1).attained(one_group(counts))
    # The level is a float; a rounding step above a whole number is that number.
    assert holds(DistinctLDiversity(math.ceil(effective - 1e-9)), counts)


def test_entropy_does_not_imply_frequency():
    counts = [6, 3, 2, 1]
    assert holds(EntropyLDiversity("3.3"), counts)
    assert not holds(FrequencyLDiversity("2.1"), counts)


@RELAXED
@given(COUNTS, C, st.integers(1, 6))
def test_recursive_implies_distinct(counts, c, l):
    if holds(RecursiveClDiversity(c, l), counts):
        assert holds(DistinctLDiversity(l), counts)


@RELAXED
@given(st.lists(COUNTS, min_size=1, max_size=8), st.integers(1, 6))
def test_pd_with_nothing_disclosable_is_recursive(tables, l):
    named = [dict(zip("abcdef", counts, strict=False)) for counts in tables]
    groups = Groups.from_counts(named, on="s")
    plain = RecursiveClDiversity(1, l).measure(groups)
    positive = PdRecursiveClDiversity(1, l, []).measure(groups)
    np.testing.assert_array_equal(positive.floats, plain.floats)


@RELAXED
@given(COUNTS, C, st.integers(2, 6), st.sets(st.sampled_from("abcdef")))
def test_pd_asks_it_of_every_value_that_matters(counts, c, l, disclosable):
    named = dict(zip("abcdef", counts, strict=False))
    tails = {}
    for value in set(named) - disclosable:
        others = sorted(named[other] for other in named if other != value)
        tails[value] = sum(others[: max(0, len(others) - (l - 2))])
    safe = all(named[value] < c * tail for value, tail in tails.items())
    assert holds(PdRecursiveClDiversity(c, l, disclosable), counts) == safe


def test_facts_until_certainty():
    """The three examples of worst posteriors after 0, 1, 2, ... facts."""
    expected = {
        (2, 1, 1): "1/2 2/3 1",
        (5, 3, 1, 1): "1/2 5/7 5/6 1",
        (10, 1, 1, 1): "10/13 5/6 10/11 1",
    }
    for counts, posteriors in expected.items():
        for facts, text in enumerate(posteriors.split()):
            bound = RecursiveClDiversity(1, facts + 2).attained(one_group(counts))
            posterior = 1.0 if math.isinf(bound) else bound / (bound + 1)
            assert math.isclose(posterior, Fraction(text))

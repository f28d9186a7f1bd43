# SPDX-License-Identifier: Apache-2.0
"""Rounds of learning in exact fractions, tempers, and the oracle by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from correlated_tables import FOUR_GROUPS, drawn_release, places_of_rows
from diversa.attacks.class_rows import class_rows
from diversa.attacks.correlation_model import (
    FOLDS,
    ORACLE_TEMPER,
    Models,
    beliefs_by,
    guesses_without_groups,
    learn,
    learner,
    learnt_groups,
    likelihoods,
    likelihoods_alike,
    no_model,
    oracle,
    random_numbers,
)
from diversa.attacks.learning_limits import LearningLimits
from group_worlds import total_weight


def release(rows):
    return class_rows(places_of_rows(rows), "ill")


def beliefs_after(rows, rounds):
    model = learn(rows, 1.0, rounds=rounds)
    one = np.zeros(len(rows.rows.tuples), dtype=np.int8)
    return beliefs_by(rows, Models(model[None], one)).beliefs.reshape(-1, 2)


@pytest.mark.parametrize(
    ("rounds", "surest"), [(1, Fraction(9, 13)), (2, Fraction(1936, 2377))]
)
def test_rounds_are_those_of_exact_fractions(rounds, surest):
    """Rows alike stay at 1/2; the rows of the other groups are told apart."""
    found = beliefs_after(release(FOUR_GROUPS), rounds)
    assert found[[0, 1, 6, 7]] == pytest.approx(0.5, abs=1e-12)
    assert found[2:6].max(axis=1) == pytest.approx(float(surest), abs=1e-12)
    expected = found.max(axis=1).mean()
    if rounds == 2:
        assert expected == pytest.approx(float(Fraction(6249, 9508)), abs=1e-12)


def test_the_probability_of_counts_is_that_of_all_worlds():
    """π(s) P(x|s)^τ over all values, for each row; the worlds of a group are summed."""
    rows = release(FOUR_GROUPS)
    model = learn(rows, 0.6, rounds=1)
    shares = np.exp(model) * rows.value_shares
    shares /= shares.sum(axis=1, keepdims=True)
    expected = []
    for group in range(4):
        values = rows.rows.values[2 * group : 2 * group + 2]
        tuples = rows.rows.tuples[2 * group : 2 * group + 2]
        lines = [[shares[own, value] for value in values] for own in tuples]
        expected.append(math.log(total_weight(lines, [1, 1])))
    assert likelihoods(rows, model) == pytest.approx(expected)


def test_rows_alike_have_the_probability_of_all_worlds():
    rows = release(drawn_release(40, strength=0.5))
    expected = likelihoods(rows, no_model(rows))
    assert likelihoods_alike(rows) == pytest.approx(expected, abs=1e-9)


def test_a_learner_learns_where_there_is_something():
    rows = release(drawn_release(300, strength=0.9))
    found = learner(rows, seed=0)
    assert found.temper > 0
    assert found.groups == 300
    again = learner(rows, seed=0)
    assert again.models.logarithms.tolist() == found.models.logarithms.tolist()


@pytest.mark.parametrize("seed", range(12))
def test_a_learner_knows_that_there_is_nothing(seed):
    rows = release(drawn_release(300, strength=0.0, seed=seed))
    found = learner(rows, seed=seed)
    assert found.temper == 0
    assert not found.models.logarithms.any()


def test_limits_draw_groups_by_the_seed():
    rows = release(drawn_release(50, strength=0.5) + larger_groups(50, 60))
    limits = LearningLimits(most_groups=30, large_group=8, most_large_groups=4)
    chosen = learnt_groups(rows, limits, seed=1)
    assert len(chosen) == 30
    assert (chosen >= 50).sum() <= 4
    assert chosen.tolist() == learnt_groups(rows, limits, seed=1).tolist()
    assert chosen.tolist() != learnt_groups(rows, limits, seed=2).tolist()
    assert learnt_groups(rows, LearningLimits(), seed=0).tolist() == [*range(60)]


def larger_groups(first, last):
    drawn = drawn_release(last - first, strength=0.5, seed=1, size=5)
    return [(group + first, known, value) for group, known, value in drawn]


def test_the_oracle_judges_each_row_by_other_folds():
    """P(x|s) = (rows of x and s + classes × share of x) / (rows of s + classes)."""
    rows = release(drawn_release(40, strength=0.7))
    models = oracle(rows, seed=3)
    values, tuples = rows.true_values, rows.rows.tuples
    fold = models.of_row
    assert np.bincount(fold).tolist() == [24] * FOLDS
    for place, (first, last) in enumerate(pairwise(rows.starts)):
        classes = rows.rows.classes[tuples, place]
        for one in range(first, last):
            others = fold != 2
            both = ((classes == one) & (values == 4) & others).sum()
            share = (classes == one).mean()
            number = last - first
            likely = (both + number * share) / ((values[others] == 4).sum() + number)
            found = models.logarithms[2, one, 4]
            assert found == pytest.approx(ORACLE_TEMPER * math.log(likely))


def test_without_groups_the_share_of_a_value_counts():
    rows = release(FOUR_GROUPS)
    one = np.zeros(8, dtype=np.int8)
    guessed = guesses_without_groups(rows, Models(no_model(rows)[None], one))
    assert (guessed == rows.value_shares.argmax()).all()


def test_random_numbers_differ_by_their_use():
    draws = {
        use: random_numbers(0, use).permutation(100).tolist()
        for use in ("halves", "folds")
    }
    assert draws["halves"] != draws["folds"]
    assert draws["halves"] != np.random.default_rng(0).permutation(100).tolist()

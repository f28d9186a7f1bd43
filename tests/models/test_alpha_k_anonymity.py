# SPDX-License-Identifier: Apache-2.0
"""(alpha,k)-anonymity: spec §3.9."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.errors import ModelError
from diversa.models import AlphaKAnonymity, FrequencyLDiversity, KAnonymity, parse
from diversa.models.distinct_l_diversity import ManyValues


@pytest.mark.parametrize(
    ("counts", "alpha"),
    [((2, 1, 1), "1/2"), ((3,), "1"), ((1, 1, 1), "1/3"), ((1, 2), "2/3")],
)
def test_general(table, counts, alpha):
    exact = Fraction(alpha)
    assert AlphaKAnonymity(exact, 1).measure(table(counts)).exact(0) == exact
    assert AlphaKAnonymity(exact, 1).holds(table(counts)).all()
    assert not AlphaKAnonymity(exact * Fraction("0.999"), 1).holds(table(counts)).any()


def test_groups_of_fewer_than_k_rows(table):
    groups = table((1, 1, 1, 1), (1, 1, 1), (2, 2))
    model = AlphaKAnonymity("1/2", 4)
    assert model.holds(groups).tolist() == [True, False, True]
    assert model.measure(groups).floats.tolist() == [0.25, math.inf, 0.5]
    assert model.describe(0.5) == "alpha = 0.5 at k = 4"


def test_simple_bounds_one_value(table):
    groups = table((1, 3), (3, 1), (0, 4))
    assert AlphaKAnonymity("1/4", 1, value="a").holds(groups).tolist() == [
        True,
        False,
        True,
    ]
    assert AlphaKAnonymity("1/4", 4, value="z").holds(groups).all()


def test_general_is_frequency_diversity_and_k_anonymity(table):
    groups = table((2, 1, 1), (2, 2), (4,), (1,), (1, 1, 1))
    found = AlphaKAnonymity("1/2", 3).holds(groups)
    both = FrequencyLDiversity(2).holds(groups) & KAnonymity(3).holds(groups)
    assert found.tolist() == both.tolist()


@pytest.mark.parametrize(
    ("value", "alpha"), [(None, Fraction(3, 4)), ("a", Fraction(3, 4)), ("b", 0.5)]
)
def test_missing_values_may_be_the_worst(table, value, alpha):
    groups = table((2, 1), unknown=[1])
    model = AlphaKAnonymity(1, 1, value=value)
    assert model.attained(groups) == alpha


def test_implied():
    assert AlphaKAnonymity("0.3", 3, on="s").implied() == (
        KAnonymity(4),
        ManyValues(4, on="s"),
    )
    assert AlphaKAnonymity("0.3", 3, value="a").implied() == (KAnonymity(3),)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"alpha": 0, "k": 2}, "alpha must be above 0"),
        ({"alpha": 1.5, "k": 2}, "alpha must be at most 1"),
        ({"alpha": 0.5, "k": 0}, "k must be at least 1"),
        ({"alpha": 0.5, "k": 2, "value": 3}, "value must be text"),
    ],
)
def test_parameters_that_are_refused(words, message):
    with pytest.raises(ModelError, match=message):
        AlphaKAnonymity(**words)


@pytest.mark.parametrize(
    "spec",
    [
        "alpha-k-anonymity:alpha=0.5,k=5,on=s",
        "alpha-k-anonymity:alpha=1/3,k=2,value=HIV",
    ],
)
def test_spec(spec):
    assert parse(spec).spec == spec


def test_no_group_is_vacuously_true(table):
    assert AlphaKAnonymity("1/2", 5).holds(table()).tolist() == []

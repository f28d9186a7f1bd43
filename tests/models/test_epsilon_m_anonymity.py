# SPDX-License-Identifier: Apache-2.0
"""(ε,m)-anonymity: spec §4.1 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.errors import ModelError
from diversa.models import EpsilonMAnonymity, parse
from diversa.models.distinct_l_diversity import ManyValues

LEVELS = [
    pytest.param([40, 60], 15, 2, id="apart"),
    pytest.param([40, 50, 60], 15, 1, id="one near both"),
    pytest.param([50, 80], 15, 2, id="the other group"),
    pytest.param([40, 50, 60, 80], 15, 4 / 3, id="their union"),
    pytest.param([490, 500, 510, 1000], 10, 4 / 3, id="first group of Figure 1"),
    pytest.param([500, 600, 700], 10, 3, id="second group"),
    pytest.param([7], 0, 1, id="one row"),
    pytest.param([7] * 5, 3, 1, id="all equal"),
    pytest.param([0, 10], 10, 1, id="closed at the end"),
    pytest.param([0, 10], 9.999, 2, id="just below the end"),
    pytest.param([-5, 5], 10, 1, id="across zero"),
    pytest.param([1, 1, 2], 0, 1.5, id="no distance: frequency"),
    pytest.param([1, 2, 3], "1e250", 1, id="farther than all"),
]


@pytest.mark.parametrize(("values", "epsilon", "level"), LEVELS)
def test_level(numbers, values, epsilon, level):
    assert EpsilonMAnonymity(epsilon, 1).attained(numbers(values)) == level


@pytest.mark.parametrize(
    ("values", "epsilon", "level"),
    [
        pytest.param([100, 109, 120], 0.1, 1.5, id="not symmetric"),
        pytest.param([109, 120], 0.1, 1, id="120 is near 109 only from 120"),
        pytest.param([100, 110], 0.1, 1, id="closed at the end"),
        pytest.param([100, 112], 0.1, 2, id="apart from both"),
        pytest.param([1, 1.5], "1/3", 1, id="a third below"),
        pytest.param([1, 1.5], "0.3333333", 2, id="a little less"),
        pytest.param([1, 10], 0, 2, id="equal only"),
        pytest.param([3], 0.5, 1, id="one row"),
    ],
)
def test_relative_level(numbers, values, epsilon, level):
    model = EpsilonMAnonymity(epsilon, 1, relative=True)
    assert model.attained(numbers(values)) == level


@pytest.mark.parametrize(
    ("values", "epsilon"),
    [
        ([0.6, 0.8], 0.2),
        (["0.6", "0.8"], "0.2"),
        ([0.1, 0.3], 0.2),
        ([1e-9, 3e-9], 2e-9),
    ],
)
def test_decimals_meet_the_end_exactly(numbers, values, epsilon):
    assert EpsilonMAnonymity(epsilon, 1).attained(numbers(values)) == 1
    assert not EpsilonMAnonymity(epsilon, 2).holds(numbers(values)).any()


def test_numbers_of_any_width(numbers):
    near, far = 10**40, 10**40 + 3
    groups = numbers([str(near), str(far), f"{near}.5"])
    assert EpsilonMAnonymity("2.4", 1).attained(groups) == 1.5
    assert EpsilonMAnonymity("2.5", 1).attained(groups) == 1
    pair = numbers([str(near), str(far)])
    for share, level in ((f"3/{far}", 1), (f"2.999/{far}", 2)):
        assert EpsilonMAnonymity(share, 1, relative=True).attained(pair) == level


def test_one_always_holds(numbers):
    groups = numbers([1], [2, 2], [3, 4, 5])
    assert EpsilonMAnonymity(100, 1).holds(groups).all()


def test_no_group_is_vacuously_true(numbers):
    assert EpsilonMAnonymity(1, 5).holds(numbers()).all()
    assert EpsilonMAnonymity(1, 5).attained(numbers()) == math.inf


@pytest.mark.parametrize(
    ("known", "unknown", "level"),
    [
        pytest.param([40, 60], 0, 2, id="nothing unknown"),
        pytest.param([40, 60], 1, 1, id="it may be 50"),
        pytest.param([40, 71], 1, 1.5, id="too far apart for one between"),
        pytest.param([], 3, 1, id="nothing known"),
    ],
)
def test_missing_values_may_be_anywhere(numbers, known, unknown, level):
    groups = numbers(known, unknown=[unknown])
    assert EpsilonMAnonymity(15, 1).attained(groups) == level


def test_missing_values_may_be_anywhere_relative(numbers):
    # 150 is within a third of 100 and of 200, and nothing else is within of both.
    model = EpsilonMAnonymity("1/3", 1, relative=True)
    assert model.attained(numbers([100, 200], unknown=[1])) == 1
    assert model.attained(numbers([100, 201], unknown=[1])) == 1.5


def test_relative_needs_positive_numbers(numbers):
    model = EpsilonMAnonymity(0.1, 2, relative=True, on="s")
    for values in ([0, 1], [-3, 2]):
        attributes = numbers(values).sensitive
        with pytest.raises(
            ModelError, match="must be positive with relative=true, got 1"
        ):
            model.check(attributes)
        EpsilonMAnonymity(0.1, 2, on="s").check(attributes)
    model.check(numbers([1, 2]).sensitive)


def test_relative_is_a_share():
    with pytest.raises(ModelError, match="epsilon must be below 1 with relative=true"):
        EpsilonMAnonymity(1, 2, relative=True)
    with pytest.raises(ModelError, match="epsilon must be at least 0"):
        EpsilonMAnonymity(-1, 2)


def test_implied():
    assert parse("epsilon-m-anonymity:epsilon=15,m=2.5,on=s").implied() == (
        ManyValues(3, on="s"),
        parse("k-anonymity:3"),
    )

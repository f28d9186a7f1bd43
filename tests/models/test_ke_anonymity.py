# SPDX-License-Identifier: Apache-2.0
"""(k,e)-anonymity: spec §3.10 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.errors import ModelError
from diversa.models import KeAnonymity, parse


@pytest.mark.parametrize(
    ("values", "k", "e"),
    [
        pytest.param([490, 500, 510, 1000], 4, 510, id="the proximity attack passes"),
        pytest.param([7], 1, 0, id="one row"),
        pytest.param([7] * 9, 1, 0, id="all equal"),
        pytest.param([-3, 2, 2], 2, 5, id="below zero"),
        pytest.param([0.1, 0.3], 2, 0.2, id="decimals"),
        pytest.param(["9", "10", "10.0"], 2, 1, id="texts in another order"),
    ],
)
def test_level(numbers, values, k, e):
    groups = numbers(values)
    assert KeAnonymity(1, 1).attained(groups) == e
    assert KeAnonymity(k, 1).attained(groups) == e
    assert KeAnonymity(k + 1, 1).attained(groups) == 0
    if e:
        assert KeAnonymity(k, e).holds(groups).all()
        assert not KeAnonymity(k + 1, e).holds(groups).any()
    assert (
        not KeAnonymity(k, f"{e}0000001" if "." in str(e) else e + 1)
        .holds(groups)
        .any()
    )


def test_ranges_of_any_width(numbers):
    groups = numbers([str(10**30), "0.5"], ["1e-25", "0"])
    assert KeAnonymity(2, f"{10**30 - 1}.5").holds(groups).tolist() == [True, False]
    assert KeAnonymity(2, f"{10**30 - 1}.51").holds(groups).tolist() == [False, False]
    assert KeAnonymity(2, "1e-25").holds(groups).all()
    assert KeAnonymity(2, 1).measure(groups).floats.tolist() == [1e30, 1e-25]


def test_a_range_of_nothing_is_asked_as_distinct_diversity():
    with pytest.raises(ModelError, match="e must be above 0, got 0"):
        KeAnonymity(3, 0)


def test_no_group_is_vacuously_true(numbers):
    assert KeAnonymity(2, 5).holds(numbers()).all()
    assert KeAnonymity(2, 5).attained(numbers()) == math.inf


def test_missing_values_add_nothing(numbers):
    groups = numbers([3, 5], [], unknown=[4, 2])
    assert KeAnonymity(2, 1).measure(groups).floats.tolist() == [2, 0]
    assert KeAnonymity(1, 1).measure(groups).floats.tolist() == [2, 0]


def test_implied():
    joint = parse("ke-anonymity:k=3,e=100,on=s,joint=true")
    assert joint.implied() == (parse("ke-anonymity:k=3,e=100,on=s"),)
    assert not joint.prunes(suppression=True)
    assert joint.implied()[0].prunes(suppression=True)

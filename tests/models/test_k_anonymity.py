# SPDX-License-Identifier: Apache-2.0
"""k-anonymity: spec §3.1 and the edge cases of §14."""

from __future__ import annotations

import math

import pytest

from diversa.models import KAnonymity, parse
from diversa.models.k_anonymity import rows_behind


@pytest.mark.parametrize(
    ("groups", "level"),
    [
        pytest.param([(2, 2), (1, 1, 2), (4,)], 4, id="all of four rows"),
        pytest.param([(49, 1), (3,)], 3, id="the smallest decides"),
        pytest.param([(1,)], 1, id="one row"),
    ],
)
def test_level(table, groups, level):
    assert KAnonymity(1).attained(table(*groups)) == level


def test_holds_per_group(table):
    assert KAnonymity(4).holds(table((4,), (3,), (5,))).tolist() == [True, False, True]


def test_no_group_is_vacuously_true(table):
    assert KAnonymity(5).holds(table()).all()
    assert KAnonymity(5).attained(table()) == math.inf


def test_missing_values_are_rows(table):
    assert KAnonymity(1).attained(table((1,), unknown=[2])) == 3


def test_larger_than_any_table(table):
    assert not KAnonymity(10**30).holds(table((5,))).any()


FIVE = [parse("k-anonymity:5")]


def test_as_many_rows_as_the_largest_group_that_a_model_wants():
    assert rows_behind([parse("t-closeness:0.3")]) == 2
    assert rows_behind([parse("frequency-l-diversity:3,on=s"), *FIVE]) == 5
    assert rows_behind([parse("frequency-l-diversity:6.5,on=s"), *FIVE]) == 7

# SPDX-License-Identifier: Apache-2.0
"""Pd-recursive (c,l)-diversity: the edge cases of spec §3.6 and §14.

The table of §3.6 is in the tests of the paper.
"""

from __future__ import annotations

import math

import pytest

from diversa.models import PdRecursiveClDiversity


def attained(groups, l, disclosable):
    return PdRecursiveClDiversity(1, l, disclosable).attained(groups)


def holds(groups, c, l, disclosable):
    return PdRecursiveClDiversity(c, l, disclosable).holds(groups).tolist()


@pytest.mark.parametrize("l", [1, 2, 3, 50])
@pytest.mark.parametrize("counts", [(1,), (4,), (4, 0, 1)])
def test_only_disclosable_values_hold_for_every_l(table, counts, l):
    groups = table(counts)
    assert holds(groups, "0.001", l, ["a", "c"]) == [True]
    assert attained(groups, l, ["a", "c"]) == 0


def test_a_disclosable_and_another_value(table):
    groups = table((4, 1))
    assert attained(groups, 2, ["a"]) == 1 / 4
    assert holds(groups, "1/4", 2, ["a"]) == [False]
    assert holds(groups, "0.2500001", 2, ["a"]) == [True]
    assert attained(groups, 3, ["a"]) == math.inf


def test_equal_counts_of_both(table):
    assert holds(table((3, 3)), 1, 2, ["a"]) == [False]
    assert holds(table((3, 3)), "1.001", 2, ["a"]) == [True]


def test_one_row(table):
    assert holds(table((1,)), 9, 2, []) == [False]
    assert holds(table((1,)), "0.01", 1, []) == [True]


def test_above_one_the_second_branch_always_holds(table):
    groups = table((9, 8, 3), (9, 8, 8), (5, 5, 5, 5))
    assert holds(groups, "1.0001", 3, ["a", "b"]) == [True] * 3


def test_values_that_never_occur_allow_nothing(table):
    assert attained(table((9, 1)), 2, ["z", ""]) == 9


def test_it_implies_no_group_size():
    assert PdRecursiveClDiversity(4, 3, ["a"]).implied() == ()


@pytest.mark.parametrize(
    ("known", "unknown", "l", "bound"),
    [
        pytest.param((4,), 2, 2, 1 / 2, id="any other value may have the rows"),
        pytest.param((4, 1), 2, 2, 3 / 4, id="added to the other value"),
        pytest.param((4, 3, 2), 1, 3, 2, id="the largest taken away"),
        pytest.param((), 2, 2, math.inf, id="nothing known"),
    ],
)
def test_missing_values_may_be_what_must_not_be_disclosed(
    table, known, unknown, l, bound
):
    assert attained(table(known, unknown=[unknown]), l, ["a"]) == bound


def test_missing_values_of_their_own_cannot_be_disclosable(table):
    groups = table((1,), unknown=[2])
    assert holds(groups, 1, 2, ["a", "None", "nan"]) == [False]


def test_no_group_is_vacuously_true(table):
    assert holds(table(), 1, 2, ["a"]) == []

# SPDX-License-Identifier: Apache-2.0
"""The protected share of spec §3.7, compared in integers."""

from __future__ import annotations

import pytest

from diversa.models import MODELS
from diversa.models.negative_disclosure import NegativeDisclosure


def holds(groups, c2, protected):
    return NegativeDisclosure(c2, protected).holds(groups).tolist()


def test_the_percentage_is_exact(table):
    groups = table((6, 3, 2, 1))
    assert NegativeDisclosure(0, ["d"]).attained(groups) == pytest.approx(100 / 12)
    assert holds(groups, "25/3", ["d"]) == [True]
    assert holds(groups, "8.3333333334", ["d"]) == [False]


def test_the_rarest_protected_value_decides(table):
    groups = table((6, 3, 2, 1), (0, 3, 2, 1), (1, 1, 1, 1))
    numbers = NegativeDisclosure(0, ["a", "d"]).measure(groups).floats
    assert numbers == pytest.approx([100 / 12, 0, 25])


@pytest.mark.parametrize(("c2", "expected"), [("0.0001", False), (0, True)])
def test_an_absent_value_fails_unless_nothing_is_wanted(table, c2, expected):
    assert holds(table((2, 2)), c2, ["z"]) == [expected]
    assert holds(table((2, 2), (2, 0)), c2, ["a", "z"]) == [expected] * 2


def test_a_share_of_all_rows(table):
    assert holds(table((3,)), "99.999", ["a"]) == [True]


def test_missing_values_are_not_protected_ones(table):
    assert holds(table((1, 0), unknown=[3]), 25, ["a"]) == [True]
    assert holds(table((1, 0), unknown=[3]), 26, ["a"]) == [False]
    assert holds(table((), unknown=[3]), 1, ["a"]) == [False]


def test_it_is_a_half_and_no_model_of_the_registry():
    assert NegativeDisclosure.name() not in MODELS

# SPDX-License-Identifier: Apache-2.0
"""Npd-recursive (c1,c2,l)-diversity: spec §3.7."""

from __future__ import annotations

import math

import pytest

from diversa.models import MODELS, NpdRecursiveClDiversity, PdRecursiveClDiversity
from diversa.models.npd_recursive_cl_diversity import NegativeDisclosure

COUNTS = (6, 3, 2, 1)
"""Healthy, Flu, Cancer, HIV of spec §3.6."""


def npd(c1, c2, l=3, disclosable=("a",), protected=("d",)):
    return NpdRecursiveClDiversity(c1, c2, l, disclosable, protected)


@pytest.mark.parametrize(
    ("c1", "c2", "expected"),
    [
        pytest.param("1.01", "8.33", True, id="both hold"),
        pytest.param(1, "8.33", False, id="c1 must exceed 1"),
        pytest.param(4, "8.34", False, id="one of twelve is below 8.34 percent"),
        pytest.param(1, "8.34", False, id="neither holds"),
    ],
)
def test_both_conditions(table, c1, c2, expected):
    assert npd(c1, c2).holds(table(COUNTS)).tolist() == [expected]


def test_the_level_is_out_of_reach_where_a_share_fails(table):
    groups = table(COUNTS, (6, 3, 2, 0), (3, 3, 3, 3))
    model = npd(4, 5)
    assert model.measure(groups).floats.tolist() == [1, math.inf, 0.5]
    assert model.attained(groups) == math.inf
    assert model.describe(math.inf) == "no c1 that holds at c2 = 5, l = 3"


def test_no_percentage_is_pd(table):
    groups = table(COUNTS, (6, 3, 2, 0), (1,), (2, 2))
    pd = PdRecursiveClDiversity(2, 3, ("a",))
    assert npd(2, 0).measure(groups).floats.tolist() == (
        pd.measure(groups).floats.tolist()
    )


def test_protected_values_hold_for_l_one_too(table):
    assert npd("0.01", 5, l=1).holds(table(COUNTS, (5, 5))).tolist() == [True, False]


def test_it_implies_no_group_size():
    assert npd(4, 5).implied() == ()


def test_no_group_is_vacuously_true(table):
    assert npd(4, 5).holds(table()).tolist() == []


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

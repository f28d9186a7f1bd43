# SPDX-License-Identifier: Apache-2.0
"""Npd-recursive (c1,c2,l)-diversity: spec §3.7."""

from __future__ import annotations

import math

import pytest

from diversa.models import NpdRecursiveClDiversity, PdRecursiveClDiversity

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

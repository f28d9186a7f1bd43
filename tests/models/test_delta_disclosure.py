# SPDX-License-Identifier: Apache-2.0
"""Delta-disclosure: spec §6.6, with the natural logarithm."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import DeltaDisclosure, parse


def groups_of(*groups, table):
    named = [dict(zip("abcd", one, strict=False)) for one in groups]
    whole = dict(zip("abcd", table, strict=False))
    return Groups.from_counts(named, on="s", table=whole)


@pytest.mark.parametrize(
    ("group", "table", "delta"),
    [
        ((1, 2), (1, 2), 0),
        ((1, 1), (1, 3), math.log(2)),
        ((1, 7), (1, 1), math.log(4)),
        ((1, 1, 2), (3, 4, 5), math.log(4 / 3)),
        ((1, 0), (1, 1), math.inf),
        ((3,), (3,), 0),
    ],
)
def test_level(group, table, delta):
    groups = groups_of(group, table=table)
    assert DeltaDisclosure(1).attained(groups) == pytest.approx(delta)


def test_the_bound_is_strict():
    groups = groups_of((1, 2), table=(1, 2))
    assert DeltaDisclosure("1e-9").holds(groups).all()
    assert DeltaDisclosure(1).describe(0.5) == "delta > 0.5"


def test_zeros_are_not_skipped():
    """Skipped, the union of these two would exceed both: 0.6 against 0.875."""
    groups = groups_of((1, 2, 0, 5), (0, 1, 2, 3), (1, 3, 2, 8), table=(1, 2, 3, 4))
    assert not DeltaDisclosure("0.6").holds(groups).any()
    assert DeltaDisclosure(100).holds(groups).tolist() == [False, False, True]


def test_a_value_without_rows_is_no_value_of_the_table():
    groups = groups_of((1, 2, 0), table=(1, 2, 0))
    assert DeltaDisclosure("0.1").holds(groups).all()


def test_near_the_bound_many_digits_decide():
    """ln 2 lies between these two, nearer than floats can tell."""
    groups = groups_of((2, 2), table=(1, 3))
    low, high = Fraction("0.69314718055994530"), Fraction("0.69314718055994531")
    assert float(low) == float(high)
    assert not DeltaDisclosure(low).holds(groups).any()
    assert DeltaDisclosure(high).holds(groups).all()


def test_huge_tables():
    big = 10**12
    groups = groups_of((big, big), table=(big, 3 * big))
    assert DeltaDisclosure(1).attained(groups) == pytest.approx(math.log(2))
    assert DeltaDisclosure("0.7").holds(groups).all()


def test_no_group_is_vacuously_true(table):
    assert DeltaDisclosure(1).holds(table()).tolist() == []
    assert DeltaDisclosure(1).attained(table()) == math.inf


def test_spec():
    assert parse("delta-disclosure:1,on=s").spec == "delta-disclosure:1,on=s"
    with pytest.raises(ModelError, match="delta must be above 0"):
        DeltaDisclosure(0)

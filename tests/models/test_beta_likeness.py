# SPDX-License-Identifier: Apache-2.0
"""Beta-likeness: spec §6.5."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import BetaLikeness, parse


def groups_of(*groups, table):
    named = [dict(zip("abcd", one, strict=False)) for one in groups]
    whole = dict(zip("abcd", table, strict=False))
    return Groups.from_counts(named, on="s", table=whole)


@pytest.mark.parametrize(
    ("group", "table", "beta"),
    [
        ((1, 1), (1, 1), "0"),
        ((2, 0), (1, 1), "1"),
        ((0, 1), (9, 1), "9"),
        ((1, 1, 2), (3, 4, 5), "1/5"),
        ((3,), (3,), "0"),
    ],
)
def test_level(group, table, beta):
    groups = groups_of(group, table=table)
    assert BetaLikeness(0).measure(groups).exact(0) == Fraction(beta)
    assert BetaLikeness(beta).holds(groups).all()
    below = Fraction(beta) - Fraction(1, 10**9)
    assert below < 0 or not BetaLikeness(below).holds(groups).any()


def test_enhanced_bounds_the_gain_by_the_logarithm_of_the_share():
    # q = (2/5, 3/5); -ln(2/5) = 0.916.
    groups = groups_of((2, 3), (3, 3), (1, 0), (0, 1), table=(20, 30))
    enhanced = BetaLikeness(9, enhanced=True)
    assert enhanced.holds(groups).tolist() == [True, True, False, False]
    assert enhanced.measure(groups).floats.tolist() == [0, 0.25, math.inf, math.inf]
    assert enhanced.describe(math.inf) == "no enhanced beta that holds"
    assert BetaLikeness(9).holds(groups).all()


def test_beta_bounds_enhanced_too():
    groups = groups_of((3, 3), table=(20, 30))
    assert BetaLikeness("0.25", enhanced=True).holds(groups).all()
    assert not BetaLikeness("0.24", enhanced=True).holds(groups).any()


def test_the_cap_is_decided_with_as_many_digits_as_it_takes():
    """The gain of a is within 1e-15 of -ln q_a, on either side."""
    size, ours = 10**9, 3 * 10**8
    q = Fraction(ours, size)
    cap = -math.log(q)
    for shift, holds in ((-1, True), (1, False)):
        rows = 10**15
        count = math.floor((1 + Fraction(cap)) * q * rows) + shift
        groups = groups_of((count, rows - count), table=(ours, size - ours))
        assert BetaLikeness(9, enhanced=True).holds(groups).tolist() == [holds]


def test_the_only_value_of_a_table():
    groups = groups_of((4,), (1,), table=(5,))
    assert BetaLikeness(0, enhanced=True).holds(groups).all()


def test_huge_tables_are_exact():
    big = 10**12
    groups = groups_of((big, 1), (1, 1), table=(3 * big, big))
    expected = Fraction(big, big + 1) / Fraction(3, 4) - 1
    assert BetaLikeness(0).measure(groups).exact(0) == expected
    assert BetaLikeness(expected).holds(groups).tolist() == [True, False]
    assert BetaLikeness(1).holds(groups).tolist() == [True, True]


def test_no_group_is_vacuously_true(table):
    for enhanced in (False, True):
        model = BetaLikeness(1, enhanced=enhanced)
        assert model.holds(table()).tolist() == []
        assert model.attained(table()) == math.inf


def test_spec():
    spec = "beta-likeness:1.5,on=s,enhanced=true"
    assert parse(spec) == BetaLikeness("3/2", on="s", enhanced=True)
    assert parse(spec).spec == spec
    with pytest.raises(ModelError, match="beta must be at least 0"):
        BetaLikeness(-1)

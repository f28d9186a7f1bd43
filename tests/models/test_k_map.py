# SPDX-License-Identifier: Apache-2.0
"""k-map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import KMap, parse


def test_people_are_counted_not_rows(table):
    groups = replace(table((1,), (9,)), population=Population.from_sizes([5, 2]))
    assert KMap(3).measure(groups).floats.tolist() == [5, 2]
    assert KMap(2).holds(groups).all()
    assert KMap(3).holds(groups).tolist() == [True, False]
    assert KMap(3).describe(KMap(3).attained(groups)) == "k-map k = 2"


def test_a_group_that_nobody_matches(table):
    groups = replace(table((1,), (1,)), population=Population.from_sizes([0, 1]))
    assert KMap(1).holds(groups).tolist() == [False, True]


def test_absent_people_do_not_matter(table):
    people = Population.from_sizes([2], absent=[1, 1])
    assert KMap(2).holds(replace(table((1,)), population=people)).all()


def test_spec_and_parameters():
    assert parse("k-map:5") == KMap(5)
    assert KMap(5).spec == "k-map:5"
    with pytest.raises(ModelError, match="k-map: k must be at least 1, got 0"):
        KMap(0)


def test_flags():
    assert KMap(2).local
    assert KMap(2).prunes(suppression=True)
    assert KMap(2).needs == ("population",)

# SPDX-License-Identifier: Apache-2.0
"""One point of a skyline."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.errors import ModelError
from diversa.models import MODELS, DistinctLDiversity
from diversa.models.skyline_point import SkylinePoint


def test_without_knowledge_it_is_the_share_of_the_most_frequent_value(table):
    groups = table((3, 1), (2, 2, 1))
    point = SkylinePoint(0, 0, 0, "1/2")
    assert point.measure(groups).floats.tolist() == [0.75, 0.4]
    assert point.holds(groups).tolist() == [False, True]
    assert not SkylinePoint(0, 0, 0, "2/5").holds(groups)[1]  # below c, not at it


def test_a_group_whose_other_values_are_ruled_out(table):
    point = SkylinePoint(1, 0, 0, Fraction(1))
    assert point.measure(table((2, 2), (2, 2, 2))).floats.tolist() == [1, 0.5]
    assert point.implied() == (DistinctLDiversity(3),)


def test_people_of_other_groups_make_it_a_matter_of_the_whole_table():
    assert SkylinePoint(1, 2, 0, 0.5).local
    assert not SkylinePoint(1, 2, 1, 0.5).local
    assert not SkylinePoint(1, 2, 1, 0.5).prunes(suppression=False)


def test_too_many_ways_to_share_knowledge():
    with pytest.raises(ModelError, match=r"must be at most 24 if m > 0, got 25"):
        SkylinePoint(0, 4, 4, 0.5)


def test_it_is_a_part_and_no_model_of_the_registry():
    assert SkylinePoint.name() not in MODELS

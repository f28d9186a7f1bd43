# SPDX-License-Identifier: Apache-2.0
"""Skyline privacy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import MODELS, DistinctLDiversity, SkylinePrivacy, parse
from diversa.models.skyline_privacy import SkylinePoint

CCHV = Groups.from_counts([{"C": 2, "H": 1, "V": 1}], on="s")


@pytest.mark.parametrize(
    ("point", "posterior"),
    [
        ((0, 0, 0), 1 / 2),
        ((1, 0, 0), 2 / 3),
        ((0, 1, 0), 2 / 3),
        ((0, 0, 1), 3 / 4),
        ((1, 0, 1), 6 / 7),
        ((1, 1, 0), 1),
        ((0, 1, 1), 1),
        ((2, 0, 0), 1),
        ((0, 0, 2), 1),
    ],
)
def test_the_group_cchv(point, posterior):
    assert SkylinePoint(*point, 1).attained(CCHV) == pytest.approx(posterior)


def test_every_point_must_hold():
    model = SkylinePrivacy(["0:0:0:0.6", "1:0:0:0.7"])
    assert model.holds(CCHV).all()
    assert model.attained(CCHV) == 0.5
    stricter = SkylinePrivacy(["0:0:0:0.6", "1:0:0:2/3"])
    assert not stricter.holds(CCHV).any()  # 2/3 < 2/3 is false
    assert stricter.attained(CCHV) == float("inf")


def test_without_implications_a_group_is_judged_by_itself():
    assert SkylinePrivacy(["1:2:0:0.8"]).local
    assert not SkylinePrivacy(["1:2:0:0.8", "0:0:1:0.9"]).local


def test_implying_people_may_be_in_other_groups(table):
    """A person who surely has the value tells that the target has it too."""
    model = SkylinePoint(0, 0, 1, 1)
    assert model.attained(table((1, 1, 1))) < 1
    assert model.measure(table((1, 1, 1), (4,))).floats[0] == 1


def test_spec():
    spec = "skyline-privacy:1:2:0:0.8|0:0:1:1/3,on=s"
    assert parse(spec).spec == spec
    assert SkylinePrivacy([(1, 2, 0, 0.8)]).points == ("1:2:0:0.8",)
    assert parse("skyline-privacy:01:2:0:0.80").points == ("1:2:0:0.8",)
    assert parse(spec).bind(["s"])[0].parts()[0].on == "s"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("skyline-privacy:", "points must be given"),
        ("skyline-privacy:points=", "points must have at least 1 value, got 0"),
        ("skyline-privacy:1:2:0.8", "points must be written l:k:m:c, got '1:2:0.8'"),
        ("skyline-privacy:1:2:x:0.8", "skyline-point: m must be a number"),
        ("skyline-privacy:-1:2:0:0.8", "skyline-point: l must be at least 0"),
        ("skyline-privacy:1:2:0:0", "skyline-point: c must be above 0, got 0"),
        ("skyline-privacy:0:20:3:0.9", r"\(k \+ 1\)\(m \+ 1\) must be at most 24"),
    ],
)
def test_refused(text, message):
    with pytest.raises(ModelError, match=message):
        parse(text)


def test_large_k_is_fine_without_implications(table):
    assert SkylinePoint(0, 500, 0, 1).attained(table((400, 400, 400))) < 1


def test_missing_values_must_be_values_of_their_own(table):
    groups = table((2, 1), unknown=(1,))
    with pytest.raises(ModelError, match="must have one of the policies"):
        SkylinePrivacy(["0:0:0:0.9"], on="s").check(groups.sensitive)


def test_a_table_without_a_group(table):
    for point in ("0:0:0:0.5", "1:1:1:0.5"):
        assert SkylinePrivacy([point]).holds(table()).tolist() == []


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

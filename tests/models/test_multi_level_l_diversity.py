# SPDX-License-Identifier: Apache-2.0
"""Multi-level l-diversity: spec §4.3 and the edge cases of its bases."""

from __future__ import annotations

import math

import pytest

from diversa.errors import ModelError
from diversa.models import MultiLevelLDiversity, parse

FIGURE_1 = [490, 500, 510, 1000]
CUTS = [495, 600]


@pytest.mark.parametrize(
    ("base", "c", "level"),
    [
        ("distinct", None, 3),
        ("frequency", None, 2),
        ("entropy", None, 2**1.5),
        ("recursive", 3, 3),
        ("recursive", 2, 2),
        ("recursive", 1, 1),
    ],
)
def test_the_levels_of_figure_1(numbers, base, c, level):
    # 0, 1, 1, 2: counts (2,1,1), recursively (c,2)-diverse for c > 1, (c,3) for c > 2.
    model = MultiLevelLDiversity(1, CUTS, base=base, c=c)
    assert model.attained(numbers(FIGURE_1)) == pytest.approx(level, abs=1e-12)
    holds = [
        bool(MultiLevelLDiversity(l, CUTS, base=base, c=c).holds(numbers(FIGURE_1))[0])
        for l in (1, 2, 3, 4)
    ]
    assert holds == [l <= level for l in (1, 2, 3, 4)]


def test_a_number_on_a_cut_lies_below_it(numbers):
    model = MultiLevelLDiversity(1, ["0.3"])
    assert model.attained(numbers([0.1, 0.3])) == 1
    assert model.attained(numbers([0.3, "0.30000000000000000000001"])) == 2


@pytest.mark.parametrize(
    ("cuts", "level"),
    [([-1e9], 1), (["1e200"], 1), ([0, 0.5, 1], 2), ([0.25, 0.75], 2), ([2, 1, 1], 1)],
)
def test_cuts_need_not_be_in_the_data(numbers, cuts, level):
    assert MultiLevelLDiversity(1, cuts).attained(numbers([0, 1])) == level


def test_three_equal_levels_have_exactly_three(numbers):
    groups = numbers([1, 2, 3])
    assert MultiLevelLDiversity(3, [1, 2], base="entropy").holds(groups).all()


def test_no_group_is_vacuously_true(numbers):
    assert MultiLevelLDiversity(2, CUTS).holds(numbers()).all()
    assert MultiLevelLDiversity(2, CUTS).attained(numbers()) == math.inf


@pytest.mark.parametrize(
    ("base", "level"), [("distinct", 2), ("frequency", 4 / 3), ("recursive", 1)]
)
def test_missing_values_may_lie_in_any_level(numbers, base, level):
    model = MultiLevelLDiversity(1, CUTS, base, c=2 if base == "recursive" else None)
    assert model.attained(numbers([490, 500], unknown=[2])) == level
    assert model.attained(numbers([], unknown=[2])) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"l": 2.5}, "l must be a whole number, got 2.5"),
        ({"l": 2.5, "base": "recursive", "c": 2}, "l must be a whole number"),
        ({"base": "recursive"}, "c must be given with base=recursive"),
        ({"base": "entropy", "c": 2}, "c must be left out with base=entropy"),
        ({"base": "recursive", "c": 0}, "c must be above 0"),
        ({"base": "closeness"}, "base must be a known word, got 'closeness'"),
        ({"cuts": []}, "cuts must have at least 1 value, got 0"),
        ({"cuts": ["high"]}, "cuts must be a number"),
        ({"cuts": None}, "cuts must be a list of values, got NoneType"),
    ],
)
def test_refused(words, message):
    with pytest.raises(ModelError, match=f"^multi-level-l-diversity: {message}"):
        MultiLevelLDiversity(**{"l": 2, "cuts": CUTS, **words})


@pytest.mark.parametrize(
    "spec",
    [
        "multi-level-l-diversity:l=3,cuts=495|600,on=s",
        "multi-level-l-diversity:l=2.8,cuts=-1.5|1/3,base=entropy",
        "multi-level-l-diversity:l=3,cuts=0,base=recursive,c=4,on=s,joint=true",
    ],
)
def test_specs(spec):
    assert parse(spec).spec == spec


def test_cuts_are_written_in_order():
    model = MultiLevelLDiversity(2, [600, 495, "495.0"])
    assert model.spec == "multi-level-l-diversity:l=2,cuts=495|600"
    assert MultiLevelLDiversity(2, 600) == MultiLevelLDiversity(2, ["600"])


def test_pruning_follows_the_base():
    distinct = MultiLevelLDiversity(2, CUTS, on="s")
    assert distinct.prunes(suppression=True)
    assert distinct.implied() == (distinct,)
    joint = parse("multi-level-l-diversity:l=2,cuts=495|600,on=s,joint=true")
    assert not joint.prunes(suppression=True)
    assert joint.implied() == (distinct,)
    frequency = MultiLevelLDiversity(1.5, CUTS, base="frequency", on="s")
    assert not frequency.prunes(suppression=True)
    assert frequency.prunes(suppression=False)
    assert frequency.implied() == (distinct,)

# SPDX-License-Identifier: Apache-2.0
"""Shapes: what fits, and what is said of what does not."""

from __future__ import annotations

from diversa.release.manifest_shape import COUNT, NUMBER, TEXT
from diversa.release.shape import ABSENT, Leaf, ListOf, MapOf, Maybe, Record

POINT = Record({"x": NUMBER, "y": NUMBER}, {"name": TEXT})


def faults(shape, value):
    return [f"part{fault}" for fault in shape.faults(value)]


def test_a_leaf_says_what_it_must_be():
    assert faults(TEXT, "x") == []
    assert faults(TEXT, 3) == ["part must be a text"]
    assert faults(TEXT, ABSENT) == ["part must be a text"]


def test_every_part_of_a_record_is_named():
    assert faults(POINT, {"x": 1, "y": 2.5}) == []
    assert faults(POINT, {"y": "2", "name": 7}) == [
        "part.x must be a number",
        "part.y must be a number",
        "part.name must be a text",
    ]
    assert faults(POINT, None) == [
        "part.x must be a number",
        "part.y must be a number",
    ]


def test_parts_are_judged_together_once_each_is_right():
    rule = Leaf("a square", lambda value: value["x"] == value["y"])
    square = Record({"x": NUMBER, "y": NUMBER}, rule=rule)
    assert faults(square, {"x": 1, "y": 1}) == []
    assert faults(square, {"x": 1, "y": 2}) == ["part must be a square"]
    assert faults(square, {"x": 1}) == ["part.y must be a number"]


def test_of_a_list_the_first_fault_is_enough():
    assert faults(ListOf(COUNT), [0, 5]) == []
    assert faults(ListOf(COUNT), [0, "a", "b"]) == ["part[1] must be a number"]
    assert faults(ListOf(COUNT), "abc") == ["part must be a list"]


def test_the_keys_of_the_user_are_not_told():
    assert faults(MapOf(COUNT), {"secret": -1}) == ["part.* must be a number"]
    assert faults(MapOf(COUNT), []) == ["part must be an object"]


def test_what_may_be_null():
    assert faults(Maybe(COUNT), None) == []
    assert faults(Maybe(COUNT), ABSENT) == ["part must be a number"]

# SPDX-License-Identifier: Apache-2.0
"""Dataclasses as objects: defaults, old names, other keys, rules and alternatives."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from codec_examples import Everything, Point, Ring, Tree
from diversa.codec import from_json, to_json
from diversa.errors import InputError, SourceError


def read(**parts):
    return from_json(Everything, {"rows": 2, "name": "x", **parts}, where="file.json")


def test_defaults_are_left_out_unless_they_are_always_there():
    assert to_json(Everything(rows=2, name="x")) == {
        "rows": 2,
        "name": "x",
        "always": None,
    }
    assert to_json(Everything(rows=2, name="x", flag=True))["flag"] is True


def test_keys_that_no_field_has_are_kept_where_a_field_takes_them():
    part = read(other={"deep": [1]})
    assert part.more == {"other": {"deep": [1]}}
    assert to_json(part)["other"] == {"deep": [1]}
    assert from_json(Ring, {"radius": 1, "other": 2}, where="") == Ring(1)


def test_a_key_is_read_by_the_name_that_it_had():
    old = {"rows": 2, "title": "none"}
    assert from_json(Everything, old, where="").name == "nobody"
    both = {"rows": 2, "title": "old", "name": "new"}
    assert from_json(Everything, both, where="").name == "new"


def test_a_property_is_written_and_must_follow_from_the_rest():
    assert to_json(Point(1, 2)) == {"y": 2, "x": 1, "sum": 3}
    assert from_json(Point, {"x": 1}, where="").sum == 1
    assert from_json(Point, {"x": 0.1, "y": 0.2, "sum": 0.3}, where="").x == 0.1
    with pytest.raises(SourceError, match="sum must follow from the rest"):
        from_json(Point, {"x": 1, "sum": 99}, where="")
    with pytest.raises(SourceError, match="sum must be a number"):
        from_json(Point, {"x": 1, "sum": "x"}, where="there")


def test_the_rule_is_about_the_whole_object():
    assert read(names=["a", "b"]).names == ("a", "b")
    with pytest.raises(SourceError, match=r"file\.json: must be as many names as rows"):
        read(names=["a"])


def test_one_of_several_classes_by_their_keys():
    assert read(shape={"radius": 2}).shape == Ring(2)
    assert read(shape={"x": 2, "y": 1}).shape == Point(2, 1)
    with pytest.raises(SourceError, match=r"shape\.radius must be a number above 0"):
        read(shape={})


def test_a_class_may_hold_itself():
    tree = Tree("a", (Tree("b", (Tree("c"),)),))
    assert from_json(Tree, to_json(tree), where="") == tree


def test_what_a_class_refuses_is_a_fault():
    @dataclass
    class Picky:
        name: str

        def __post_init__(self):
            raise InputError("name: must be nicer, got that")

    Picky.__annotations__ = {"name": str}
    with pytest.raises(SourceError, match="there: name: must be nicer"):
        from_json(Picky, {"name": "x"}, where="there")

# SPDX-License-Identifier: Apache-2.0
"""Hints become forms, once per class; every wrong key is named at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest

from codec_examples import GOOD, Colour, Everything
from diversa.codec import form_of, from_json
from diversa.errors import InternalError, SourceError


def test_each_hint_is_read():
    part = from_json(Everything, GOOD, where="")
    assert part.colour is Colour.BLUE
    assert part.share == Fraction(1, 3)
    assert part.pair == ("a", 1)
    assert part.tree.below[0].name == "b"


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("rows", -1, "rows must be a number of rows, got another number"),
        ("name", 3, "name must be a text"),
        ("flag", 1, "flag must be true or false"),
        ("colour", "green", "colour must be one of red, blue, got a text"),
        ("word", None, "word must be one of drop, star, got null"),
        ("number", "1", "number must be a number or null"),
        ("names", "ab", "names must be a list"),
        ("pair", ["a", "b"], "pair[1] must be a whole number"),
        ("levels", {"age": "x"}, "levels.* must be a whole number"),
        ("share", 3, "share must be a share such as 1/3"),
        ("tree", {"name": "a", "below": [3]}, "tree.below[0] must be an object"),
    ],
)
def test_a_wrong_key_is_named(key, value, wanted):
    with pytest.raises(SourceError) as caught:
        from_json(Everything, GOOD | {key: value}, where="f.json", advice="try again")
    assert str(caught.value).startswith(f"f.json: {wanted}")
    assert str(caught.value).endswith("; try again")


def test_all_wrong_keys_are_named_at_once():
    with pytest.raises(SourceError) as caught:
        from_json(Everything, {"flag": 3, "levels": []}, where="f")
    keys = [line.split()[1] for line in str(caught.value).splitlines()]
    assert keys == ["rows", "name", "flag", "levels"]


@pytest.mark.parametrize("content", [None, [], "x", 3, True])
def test_what_is_no_object_is_refused(content):
    with pytest.raises(SourceError, match="f: must be an object, got "):
        from_json(Everything, content, where="f")


def test_a_class_is_put_together_once():
    assert form_of(Everything) is form_of(Everything)
    assert form_of(Everything).keys is form_of(Everything).keys


def test_a_type_that_json_cannot_hold_is_our_bug():
    @dataclass
    class Strange:
        part: set

    Strange.__annotations__ = {"part": set}
    with pytest.raises(InternalError, match="codec: must be a type"):
        from_json(Strange, {"part": 1}, where="")

# SPDX-License-Identifier: Apache-2.0
"""Marks beside a type say what JSON a field must be, and how it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from diversa.codec import from_json, to_json
from diversa.codec.marks import (
    ALWAYS,
    REQUIRED,
    UNWRITTEN,
    After,
    As,
    FormerNames,
    Must,
)
from diversa.errors import SourceError

EVEN = Must("an even number", lambda number: number % 2 == 0)


@dataclass(frozen=True)
class Box:
    side: Annotated[int, EVEN]
    label: Annotated[str, ALWAYS] = ""
    kind: Annotated[str, REQUIRED] = "box"
    code: Annotated[int, As("hex", lambda text: int(text, 16), hex)] = 0
    colour: Annotated[str, FormerNames(("color",), {"gray": "grey"})] = "red"
    note: Annotated[object, UNWRITTEN] = None
    first: Annotated[int, ALWAYS, After("")] = 1

    @property
    def area(self) -> Annotated[int, After("side")]:
        return self.side**2


def read(**keys):
    return from_json(Box, {"side": 2, "kind": "box", **keys}, where="box")


def test_marks_say_what_is_read_and_written():
    written = {"first": 1, "side": 2, "area": 4, "label": "", "kind": "box"}
    assert to_json(read()) == written
    assert [*to_json(read())] == [*written]
    assert read(code="0xff").code == 255
    assert to_json(read(code="0xff"))["code"] == "0xff"
    assert read(color="gray").colour == "grey"


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"side": 3}, "side must be an even number, got another number"),
        ({"code": "x"}, "code must be hex, got a text"),
        ({"area": 5}, "area must follow from the rest, got another"),
    ],
)
def test_what_does_not_fit_is_refused(keys, fault):
    with pytest.raises(SourceError, match=fault):
        read(**keys)


def test_a_required_key_must_be_there_in_spite_of_its_default():
    with pytest.raises(SourceError, match="kind must be a text, got none"):
        from_json(Box, {"side": 2}, where="box")


def test_a_field_that_is_not_written_is_not_read():
    assert read(note="x").note is None

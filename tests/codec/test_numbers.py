# SPDX-License-Identifier: Apache-2.0
"""Numbers in our files: counts, and numbers that may be infinite."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from diversa.codec import from_json, to_json
from diversa.codec.numbers import Count, Extended, Level, Rows, plain
from diversa.errors import SourceError


@dataclass(frozen=True)
class Numbers:
    count: Count = 0
    rows: Rows = 0
    extended: Extended = 0.0
    level: Level = 0.0


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("count", -1, "count must be a number, got another number"),
        ("rows", 1.5, "rows must be a number of rows, got another number"),
        ("extended", "x", "extended must be a number or null, got a text"),
        ("level", True, "level must be a number or null, got true or false"),
        ("level", 10**400, "level must be a number or null, got another number"),
    ],
)
def test_what_each_must_be(key, value, wanted):
    with pytest.raises(SourceError, match=f"file: {wanted}"):
        from_json(Numbers, {key: value}, where="file")


def test_null_is_infinite_or_no_level():
    found = from_json(Numbers, {"extended": None, "level": None}, where="")
    assert (found.extended, found.level) == (math.inf, None)
    assert to_json(found) == {"extended": None, "level": None}


def test_whole_numbers_stay_whole():
    assert to_json(Numbers(extended=4.0))["extended"] == 4
    assert isinstance(to_json(Numbers(extended=4.0))["extended"], int)
    assert isinstance(plain(4.0), int)

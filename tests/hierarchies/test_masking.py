# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import datetime as dt

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Masking


def column(values, **options):
    return Dictionary.build("zip", values, [1] * len(values), **options)


def levels(kind, value, *others):
    hierarchy = kind.build(column([value, *others]))
    code = list(hierarchy.labels[0]).index(value)
    return [
        names[codes[code]]
        for names, codes in zip(hierarchy.labels, hierarchy.maps, strict=True)
    ]


def test_zip_codes_from_the_right():
    masked = ["13053", "1305*", "130**", "13***", "1****", "*"]
    assert levels(Masking(length=5), "13053") == masked
    assert levels(Masking(), "13053") == masked


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"keep": 3}, ["1305*", "130**", "*"], id="keep"),
        pytest.param({"steps": 2}, ["130**", "1****", "*"], id="steps"),
        pytest.param({"steps": (2, 1)}, ["130**", "13***", "*"], id="uneven steps"),
        pytest.param({"steps": (2, 1), "keep": 3}, ["130**", "*"], id="steps and keep"),
        pytest.param({"steps": 9}, ["*"], id="all at once"),
        pytest.param({"keep": 5}, ["*"], id="keep all"),
        pytest.param({"steps": 3, "direction": "left"}, ["***53", "*"], id="left"),
        pytest.param({"keep": 4, "character": "#"}, ["1305#", "*"], id="character"),
        pytest.param({"length": 6, "keep": 4}, ["13053*", "1305**", "*"], id="length"),
        pytest.param({"keep": 4, "top": False}, ["1305*"], id="no top"),
    ],
)
def test_settings(options, expected):
    assert levels(Masking(**options), "13053") == ["13053", *expected]


def test_shorter_codes_are_filled_up():
    kind = Masking(keep=3)
    assert levels(kind, "A01", "A01.1") == ["A01", "A01**", "A01**", "*"]
    assert levels(kind, "A01.1", "A01") == ["A01.1", "A01.*", "A01**", "*"]
    left = Masking(keep=2, direction="left")
    assert levels(left, "22", "4711") == ["22", "**22", "**22", "*"]


def test_zip_codes_that_were_read_as_numbers():
    kind = Masking(length=5, zeros=True, keep=3)
    assert levels(kind, 2139) == [2139, "0213*", "021**", "*"]
    assert levels(kind, 2139.0) == [2139.0, "0213*", "021**", "*"]


def test_dates_by_prefix():
    kind = Masking(steps=(3, 3))
    day = dt.date(2024, 5, 31)
    assert levels(kind, day) == [day, "2024-05***", "2024******", "*"]


def test_codes_longer_than_declared():
    with pytest.raises(HierarchyError, match=r"1 of 2 values.*longer than 5.*'130531'"):
        Masking(length=5).build(column(["13053", "130531"]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"length": 0}, "length"),
        ({"keep": -1}, "keep"),
        ({"steps": 0}, "steps"),
        ({"steps": ()}, "steps"),
        ({"character": "**"}, "character"),
        ({"direction": "rigth"}, "did you mean 'right'"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(HierarchyError, match=message):
        Masking(**options)


def test_a_very_long_code_needs_larger_steps():
    codes = Dictionary.build("code", ["1" * 5_000], [1])
    with pytest.raises(HierarchyError, match="'code': must have at most 250 levels"):
        Masking().build(codes)
    with pytest.raises(HierarchyError, match="at most 250 levels"):
        Masking(length=10**12).build(codes)
    assert Masking(steps=100).build(codes).height == 50

# SPDX-License-Identifier: Apache-2.0
"""Results that an object keeps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from diversa.memo import Memo, know


@dataclass(frozen=True)
class Owner:
    number: int
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)


def test_a_result_is_computed_once_for_each_key():
    calls, memo = [], Memo()
    for key in ("a", "b", "a", "b"):
        assert memo.once(key, lambda key=key: calls.append(key) or key) == key
    assert calls == ["a", "b"]


def test_nothing_is_a_result():
    calls, memo = [], Memo()
    for _ in range(2):
        assert memo.once("key", lambda: calls.append(1)) is None
    assert calls == [1]


def test_what_fails_is_tried_again():
    memo = Memo()
    for _ in range(2):
        try:
            memo.once("key", lambda: 1 // 0)
        except ZeroDivisionError:
            continue
        raise AssertionError
    assert memo == {}


def test_a_changed_copy_starts_empty():
    owner = Owner(1)
    owner.memo["double"] = 2
    assert replace(owner, number=2).memo == {}
    assert owner == Owner(1)


def test_what_is_known_is_not_computed_but_in_a_changed_copy():
    @dataclass(frozen=True)
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            return self.side**2

    square = Square(3)
    know(square, area=9.5)
    assert square.area == 9.5
    assert replace(square, side=2).area == 4
    assert replace(square).area == 9

# SPDX-License-Identifier: Apache-2.0
"""Kinds that need no file can be declared in a plan."""

from __future__ import annotations

import pytest

from diversa.errors import InputError
from diversa.hierarchies import declaration_of
from diversa.studio.pages.hierarchies import SIMPLE, numbers_in


def test_simple_kinds_are_those_of_a_plan():
    for name, (what, make) in SIMPLE.items():
        assert declaration_of(make())["kind"] == name
        assert what


def test_numbers_as_people_write_them():
    assert numbers_in("5,10; 20  40") == [5, 10, 20, 40]
    with pytest.raises(InputError, match="widths: must be numbers"):
        numbers_in("5, ten")

# SPDX-License-Identifier: Apache-2.0
"""Tests try what is shipped: nothing that all tests of a room share replaces a part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CONFTESTS = sorted(TESTS.rglob("conftest.py"))


@pytest.mark.parametrize("path", CONFTESTS, ids=lambda path: path.parent.name)
def test_what_a_room_shares_patches_nothing(path):
    """A single test may, for what it is about."""
    found = re.findall(r"\.(?:setattr|setitem|delattr)\(", path.read_text("utf-8"))
    assert found == []

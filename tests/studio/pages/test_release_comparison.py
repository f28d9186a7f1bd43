# SPDX-License-Identifier: Apache-2.0
"""Numbers of a comparison are short."""

from __future__ import annotations

from diversa.studio.pages.release_comparison import short


def test_numbers_are_short():
    assert [short(n) for n in (None, 5.0, 0.33333)] == ["–", "5", "0.3333"]

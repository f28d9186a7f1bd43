# SPDX-License-Identifier: Apache-2.0
"""Rows of levels: short ones, empty labels, and rows that disagree."""

from __future__ import annotations

import pytest

from columns import column
from diversa.errors import HierarchyError


def test_ragged_lines_are_filled_up(levels):
    kind = levels("Private;*\nSelf-emp-inc;Self-employ;*\nState-gov;gov;*\n")
    hierarchy = kind.build(column("Private", "Self-emp-inc", "State-gov"))
    assert hierarchy.labels[1:] == (("Private", "Self-employ", "gov"), ("*",))


def test_contradicting_lines(levels):
    kind = levels("a;A;*\na;A;*\nb;B;*\na;B;*\n")
    with pytest.raises(HierarchyError, match=r"line 4 of work\.csv.*for 'a'"):
        kind.build(column("a"))
    with pytest.raises(HierarchyError, match="line 4") as raised:
        kind.build(column("a", sensitive=True))
    assert "'a'" not in str(raised.value)


def test_an_empty_label(levels):
    with pytest.raises(HierarchyError, match=r"line 2 of work\.csv.*empty label"):
        levels("a;A;*\nb;;*\n").build(column("a"))

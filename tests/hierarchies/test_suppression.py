# SPDX-License-Identifier: Apache-2.0
"""Suppression: a value, or `*`."""

from __future__ import annotations

from columns import column
from diversa.hierarchies import Suppression


def test_one_level_above_every_value():
    hierarchy = Suppression().build(column("Female", "Male", None))
    assert hierarchy.height == 1
    assert hierarchy.labels[1] == ("*",)
    assert hierarchy.maps[0].tolist() == [0, 1, 2]
    assert hierarchy.maps[1].tolist() == [0, 0, 0]
    assert hierarchy.leaves(1).tolist() == [3]


def test_a_single_value_can_be_suppressed():
    assert Suppression().build(column("Female")).labels == (("Female",), ("*",))
